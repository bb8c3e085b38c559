//! Answers to tickets.

use axum::extract::Path;
use proto::contact::v1::AnswerTicketRequest;
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

/// Answers a ticket by mail. A retry with the same `answerId` sends no second answer.
#[utoipa::path(
    post,
    path = "/api/office/v1/messages/{id}/answers",
    tag = "messages",
    operation_id = "answerTicket",
    params(("id" = String, Path, format = "uuid", description = "The ticket's id")),
    request_body = TicketAnswer,
    responses(
        (status = 200, description = "The current ticket; the mail is queued", body = Answer<Ticket>),
        (status = 404, description = "There is no such ticket", body = Refusal),
        (status = 409, description = "The answer's id was used with another text", body = Refusal),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn answer(
    session: Session,
    Path(id): Path<String>,
    JsonBody(answer): JsonBody<TicketAnswer>,
) -> Result<Answer<Ticket>, ApiError> {
    let request = AnswerTicketRequest {
        message_id: id.clone(),
        answer_id: answer.answer_id,
        text: answer.text,
        closes: answer.closes,
    };
    let answered = session.call(&id, request).await?;
    Ok(Answer::new(Ticket::from_contract(answered.ticket)?))
}

/// An answer to a ticket.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct TicketAnswer {
    /// Created by the client; each retry sends the same id.
    #[schema(format = "uuid")]
    answer_id: String,
    /// The text of the answer.
    #[schema(min_length = 1, max_length = 5000)]
    text: String,
    /// True to close the ticket with the answer.
    closes: bool,
}
