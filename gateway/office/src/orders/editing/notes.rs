//! Notes on an order, visible to staff only.

use axum::{extract::Path, http::StatusCode};
use proto::order::v1::{AddOrderNoteRequest, ListOrderNotesRequest, OrderNote};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Answer, Refusal},
    request::json_body::JsonBody,
};

use crate::{
    orders::one::find_for,
    request::errors::{ApiError, BodyErrors, StaffErrors},
    session::authorize::Session,
};

/// Lists the notes on an order.
#[utoipa::path(
    get,
    path = "/api/office/v1/orders/{number}/notes",
    tag = "orders",
    operation_id = "listOrderNotes",
    params(("number" = String, Path, description = "The order's number")),
    responses(
        (status = 200, description = "The notes, oldest first; at most the newest 200", body = Answer<Notes>),
        (status = 404, description = "There is no such order", body = Refusal),
        StaffErrors,
    ),
)]
pub(crate) async fn list(session: Session, Path(number): Path<String>) -> Result<Answer<Notes>, ApiError> {
    let (order, authorization) = find_for(&session, &number).await?;
    let request = ListOrderNotesRequest {
        order_id: order.order_id,
    };
    let response = authorization.call(request).await?;
    Ok(Answer::new(Notes {
        notes: response.notes.into_iter().map(Note::from).collect(),
    }))
}

/// Adds a note to an order. A retry with the same `noteId` adds no second note.
#[utoipa::path(
    post,
    path = "/api/office/v1/orders/{number}/notes",
    tag = "orders",
    operation_id = "addOrderNote",
    params(("number" = String, Path, description = "The order's number")),
    request_body = NewNote,
    responses(
        (status = 201, description = "The note is stored", body = Answer<Note>),
        (status = 404, description = "There is no such order", body = Refusal),
        (status = 409, description = "The shopper's data was erased", body = Refusal),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn add(
    session: Session,
    Path(number): Path<String>,
    JsonBody(note): JsonBody<NewNote>,
) -> Result<(StatusCode, Answer<Note>), ApiError> {
    let (order, authorization) = find_for(&session, &number).await?;
    let request = AddOrderNoteRequest {
        order_id: order.order_id,
        note_id: note.note_id,
        text: note.text,
    };
    let added = authorization.call(request).await?.note;
    let added = added.ok_or_else(|| Error::internal("the order service answered without the note"))?;
    Ok((StatusCode::CREATED, Answer::new(added.into())))
}

/// A new note.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct NewNote {
    /// Created by the client; each retry sends the same id.
    #[schema(format = "uuid")]
    note_id: String,
    /// The text of the note.
    #[schema(min_length = 1, max_length = 2000)]
    text: String,
}

/// The notes on an order.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Notes {
    /// Oldest first.
    notes: Vec<Note>,
}

/// A note on an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Note {
    /// A UUID.
    #[schema(format = "uuid")]
    id: String,
    /// The text of the note.
    text: String,
    /// When the note was written, in UTC.
    #[schema(format = DateTime)]
    written_at: String,
    /// The id of the staff member who wrote the note.
    #[schema(format = "uuid")]
    written_by: String,
}

impl From<OrderNote> for Note {
    fn from(note: OrderNote) -> Self {
        Self {
            id: note.note_id,
            text: note.text,
            written_at: note.written_at,
            written_by: note.written_by,
        }
    }
}
