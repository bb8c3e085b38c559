//! What was written or done about a ticket, as staff read it.

use proto::contact::v1 as contract;
use serde::Serialize;
use utoipa::ToSchema;

/// Something that was written or done about a ticket.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TicketEntry {
    /// A UUID.
    #[schema(format = "uuid")]
    id: String,
    /// What it is.
    kind: TicketEntryKind,
    /// What it says; empty where nothing was written.
    text: String,
    /// When, in UTC.
    #[schema(format = DateTime)]
    written_at: String,
    /// The id of the one of the staff who wrote or did it; absent for the shopper.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid")]
    staff_id: Option<String>,
    /// Whether it is not proven that the shopper wrote it: only its From and subject say so.
    is_unverified: bool,
}

/// Who wrote an entry, and who reads it.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum TicketEntryKind {
    /// The message, or a later mail of its writer.
    FromShopper,
    /// An answer of the shop, by mail.
    Answer,
    /// A note that only staff see.
    Note,
    /// It was closed.
    Closed,
    /// It was opened again.
    Reopened,
}

impl From<contract::TicketEntry> for TicketEntry {
    fn from(told: contract::TicketEntry) -> Self {
        let kind = match told.kind() {
            contract::TicketEntryKind::FromShopper => TicketEntryKind::FromShopper,
            contract::TicketEntryKind::Answer => TicketEntryKind::Answer,
            // A newer contact service sent a kind that this version does not know; it goes to nobody outside.
            contract::TicketEntryKind::Note | contract::TicketEntryKind::Unspecified => TicketEntryKind::Note,
            contract::TicketEntryKind::Closed => TicketEntryKind::Closed,
            contract::TicketEntryKind::Reopened => TicketEntryKind::Reopened,
        };
        Self {
            id: told.id,
            kind,
            text: told.text,
            written_at: told.written_at,
            staff_id: Some(told.staff_id).filter(|id| !id.is_empty()),
            is_unverified: told.is_unverified,
        }
    }
}
