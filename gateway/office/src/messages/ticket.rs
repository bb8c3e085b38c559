//! A ticket, as staff see it.

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
    /// The ticket number.
    #[schema(example = "T0042")]
    number: String,
    /// The state of the ticket.
    state: TicketState,
    /// The name of the author.
    name: String,
    /// The email address for answers.
    email: String,
    /// Ten digits.
    phone: String,
    /// The topic, in lower case.
    #[schema(example = "order status")]
    subject: String,
    /// The beginning of the latest text.
    #[schema(max_length = 200)]
    excerpt: String,
    /// When the message was received, in UTC.
    #[schema(format = DateTime)]
    received_at: String,
    /// The due time of the first answer, in UTC: 48 hours after receipt.
    #[schema(format = DateTime)]
    answer_due_at: String,
    /// When the shop first answered, in UTC; absent before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    answered_at: Option<String>,
    /// The due time for closing the ticket, in UTC: a month after receipt.
    #[schema(format = DateTime)]
    close_due_at: String,
    /// When the ticket was closed, in UTC; absent if it is not closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    closed_at: Option<String>,
}

impl Ticket {
    /// Converts the ticket in an answer; fails if it is missing.
    pub(crate) fn from_contract(message: Option<contract::Ticket>) -> Result<Self, Error> {
        let none = || Error::internal("the contact service answered without the ticket");
        message.map(Self::from).ok_or_else(none)
    }
}

impl From<contract::Ticket> for Ticket {
    fn from(message: contract::Ticket) -> Self {
        let some = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            state: message.state().into(),
            id: message.message_id,
            number: message.number,
            name: message.name,
            email: message.email,
            phone: message.phone,
            subject: message.subject,
            excerpt: message.excerpt,
            received_at: message.received_at,
            answer_due_at: message.answer_due_at,
            answered_at: some(message.answered_at),
            close_due_at: message.close_due_at,
            closed_at: some(message.closed_at),
        }
    }
}
