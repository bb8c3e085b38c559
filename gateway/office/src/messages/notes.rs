//! Notes on a ticket, visible to staff only.

use axum::extract::Path;
use proto::contact::v1::AddTicketNoteRequest;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal},
    request::json_body::JsonBody,
};

use crate::{
    messages::ticket::Ticket,
    request::errors::{ApiError, BodyErrors, StaffErrors},
    session::authorize::Session,
};

/// Adds a note to a ticket. A retry with the same `noteId` adds no second note.
#[utoipa::path(
    post,
    path = "/api/office/v1/messages/{id}/notes",
    tag = "messages",
    operation_id = "addTicketNote",
    params(("id" = String, Path, format = "uuid", description = "The ticket's id")),
    request_body = TicketNote,
    responses(
        (status = 200, description = "The current ticket", body = Answer<Ticket>),
        (status = 404, description = "There is no such ticket", body = Refusal),
        (status = 409, description = "The note's id was used with another text", body = Refusal),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn add(
    session: Session,
    Path(id): Path<String>,
    JsonBody(note): JsonBody<TicketNote>,
) -> Result<Answer<Ticket>, ApiError> {
    let request = AddTicketNoteRequest {
        message_id: id.clone(),
        note_id: note.note_id,
        text: note.text,
    };
    let noted = session.call(&id, request).await?;
    Ok(Answer::new(Ticket::from_contract(noted.ticket)?))
}

/// A note on a ticket.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct TicketNote {
    /// Created by the client; each retry sends the same id.
    #[schema(format = "uuid")]
    note_id: String,
    /// The text of the note.
    #[schema(min_length = 1, max_length = 5000)]
    text: String,
}
