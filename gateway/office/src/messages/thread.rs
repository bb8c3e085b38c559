//! The thread of a ticket, as staff see it.

use proto::contact::v1 as contract;
use serde::Serialize;
use utoipa::ToSchema;

/// An entry in the thread of a ticket.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TicketEntry {
    /// A UUID.
    #[schema(format = "uuid")]
    id: String,
    /// The kind of entry.
    kind: TicketEntryKind,
    /// The text; empty for entries without one.
    text: String,
    /// When the entry was written, in UTC.
    #[schema(format = DateTime)]
    written_at: String,
    /// The id of the staff member who made the entry; absent for the shopper.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid")]
    staff_id: Option<String>,
    /// True if only the From header and the subject identify the shopper as the author.
    is_unverified: bool,
}

/// The kind of a thread entry.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum TicketEntryKind {
    /// The message, or a later mail of the shopper.
    FromShopper,
    /// An answer of the shop, by mail.
    Answer,
    /// A note that only staff see.
    Note,
    /// The ticket was closed.
    Closed,
    /// The ticket was reopened.
    Reopened,
}

impl From<contract::TicketEntry> for TicketEntry {
    fn from(message: contract::TicketEntry) -> Self {
        let kind = match message.kind() {
            contract::TicketEntryKind::FromShopper => TicketEntryKind::FromShopper,
            contract::TicketEntryKind::Answer => TicketEntryKind::Answer,
            // An unknown kind, from a newer contact service, is shown as a note because notes are internal.
            contract::TicketEntryKind::Note | contract::TicketEntryKind::Unspecified => TicketEntryKind::Note,
            contract::TicketEntryKind::Closed => TicketEntryKind::Closed,
            contract::TicketEntryKind::Reopened => TicketEntryKind::Reopened,
        };
        Self {
            id: message.id,
            kind,
            text: message.text,
            written_at: message.written_at,
            staff_id: Some(message.staff_id).filter(|id| !id.is_empty()),
            is_unverified: message.is_unverified,
        }
    }
}
