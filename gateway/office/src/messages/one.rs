//! One ticket with its thread.

use axum::extract::Path;
use proto::contact::v1::GetTicketRequest;
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::{Answer, Refusal};

use crate::{
    messages::{thread::TicketEntry, ticket::Ticket},
    request::errors::{ApiError, StaffErrors},
    session::authorize::Session,
};

/// Returns a ticket with its thread.
#[utoipa::path(
    get,
    path = "/api/office/v1/messages/{id}",
    tag = "messages",
    operation_id = "getTicket",
    params(("id" = String, Path, format = "uuid", description = "The ticket's id")),
    responses(
        (status = 200, description = "The ticket", body = Answer<TicketThread>),
        (status = 404, description = "There is no such ticket", body = Refusal),
        (status = 422, description = "The id is malformed", body = Refusal),
        StaffErrors,
    ),
)]
pub(crate) async fn get(session: Session, Path(id): Path<String>) -> Result<Answer<TicketThread>, ApiError> {
    let request = GetTicketRequest {
        message_id: id.clone(),
    };
    let found = session.call(&id, request).await?;
    Ok(Answer::new(TicketThread {
        ticket: Ticket::from_contract(found.ticket)?,
        entries: found.entries.into_iter().map(TicketEntry::from).collect(),
        reply_address: Some(found.reply_address).filter(|address| !address.is_empty()),
    }))
}

/// A ticket with its thread.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TicketThread {
    /// The ticket.
    ticket: Ticket,
    /// The message and all later entries, oldest first; at most the newest 250.
    entries: Vec<TicketEntry>,
    /// The address for replies that join the thread; absent if replies go to the shop's own mailbox.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reply_address: Option<String>,
}
