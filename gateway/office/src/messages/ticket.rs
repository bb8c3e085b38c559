//! A ticket, as staff read it.

use proto::contact::v1 as contract;
use serde::Serialize;
use utoipa::ToSchema;
use web::Error;

use crate::messages::ticket_state::TicketState;

/// A message to the shop that staff work on.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Ticket {
    /// A UUID.
    #[schema(format = "uuid")]
    id: String,
    /// What people call it.
    #[schema(example = "T0042")]
    number: String,
    /// How far it is.
    state: TicketState,
    /// Who wrote.
    name: String,
    /// Where answers go.
    email: String,
    /// Ten digits.
    phone: String,
    /// What it is about, in lower case.
    #[schema(example = "order status")]
    subject: String,
    /// The beginning of what was written last.
    #[schema(max_length = 200)]
    excerpt: String,
    /// When it was received, in UTC.
    #[schema(format = DateTime)]
    received_at: String,
    /// Until when it is to be answered first, in UTC: 48 hours after it was received.
    #[schema(format = DateTime)]
    answer_due_at: String,
    /// When it was answered first, in UTC; absent when it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    answered_at: Option<String>,
    /// Until when it is to be closed, in UTC: a month after it was received.
    #[schema(format = DateTime)]
    close_due_at: String,
    /// When it was closed, in UTC; absent when it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    closed_at: Option<String>,
}

impl Ticket {
    /// The ticket that an answer has to bring.
    pub(crate) fn read(told: Option<contract::Ticket>) -> Result<Self, Error> {
        let none = || Error::internal("the contact service answered without the ticket");
        told.map(Self::from).ok_or_else(none)
    }
}

impl From<contract::Ticket> for Ticket {
    fn from(told: contract::Ticket) -> Self {
        let some = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            state: told.state().into(),
            id: told.message_id,
            number: told.number,
            name: told.name,
            email: told.email,
            phone: told.phone,
            subject: told.subject,
            excerpt: told.excerpt,
            received_at: told.received_at,
            answer_due_at: told.answer_due_at,
            answered_at: some(told.answered_at),
            close_due_at: told.close_due_at,
            closed_at: some(told.closed_at),
        }
    }
}
