//! Closes and reopens tickets.

use axum::extract::Path;
use proto::contact::v1::{self as contract, SetTicketStateRequest};
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

/// Closes or reopens a ticket. A retry changes nothing.
#[utoipa::path(
    put,
    path = "/api/office/v1/messages/{id}/state",
    tag = "messages",
    operation_id = "setTicketState",
    params(("id" = String, Path, format = "uuid", description = "The ticket's id")),
    request_body = TicketStateChange,
    responses(
        (status = 200, description = "The current ticket", body = Answer<Ticket>),
        (status = 404, description = "There is no such ticket", body = Refusal),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn set(
    session: Session,
    Path(id): Path<String>,
    JsonBody(change): JsonBody<TicketStateChange>,
) -> Result<Answer<Ticket>, ApiError> {
    let state = match change.state {
        WantedState::Open => contract::TicketState::Open,
        WantedState::Closed => contract::TicketState::Closed,
    };
    let request = SetTicketStateRequest {
        message_id: id.clone(),
        state: state.into(),
    };
    let changed = session.call(&id, request).await?;
    Ok(Answer::new(Ticket::from_contract(changed.ticket)?))
}

/// A change of a ticket's state.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct TicketStateChange {
    /// The new state.
    #[schema(inline)]
    state: WantedState,
}

/// The states that staff can set without an answer.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum WantedState {
    /// The ticket needs an answer.
    Open,
    /// The ticket needs no further work.
    Closed,
}
