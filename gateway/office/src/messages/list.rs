//! Tickets of everybody: by how far they are, or by what somebody knows of one.

use axum::http::StatusCode;
use proto::contact::v1::{self as contract, ListTicketsRequest};
use runtime::status::Rule;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{Error, answer::Answer, request::query::QueryParams};

use crate::{
    messages::{ticket::Ticket, ticket_state::TicketState},
    request::refusal::{ReadsQuery, Refused, StaffOnly},
    session::authorize::Session,
};

/// Tickets: open ones by when they are due, others by what was last written about them, newest first.
#[utoipa::path(
    get,
    path = "/api/office/v1/messages",
    tag = "messages",
    operation_id = "listTickets",
    params(TicketQuery),
    responses(
        (status = 200, description = "A page of tickets", body = Answer<TicketPage>),
        ReadsQuery,
        StaffOnly,
    ),
)]
pub(crate) async fn list(
    session: Session,
    QueryParams(query): QueryParams<TicketQuery>,
) -> Result<Answer<TicketPage>, Refused> {
    let state = query.state()?.map(contract::TicketState::from);
    let request = ListTicketsRequest {
        state: state.unwrap_or_default().into(),
        query: query.text.unwrap_or_default(),
        page_size: 0,
        page_token: query.cursor.unwrap_or_default(),
    };
    let page = session.call("", request).await?;
    Ok(Answer::new(TicketPage {
        tickets: page.tickets.into_iter().map(Ticket::from).collect(),
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// Which tickets?
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TicketQuery {
    /// How far they are; all when nobody says.
    #[param(value_type = Option<TicketState>, nullable = false)]
    state: Option<String>,
    /// A ticket's number, an e-mail address, a mobile number, or a part of a name.
    #[param(nullable = false, max_length = 100)]
    text: Option<String>,
    /// The `next` of the page before.
    #[param(nullable = false)]
    cursor: Option<String>,
}

impl TicketQuery {
    fn state(&self) -> Result<Option<TicketState>, Error> {
        let unknown = || {
            let broken = Rule::Unknown.says("must be open, answered or closed");
            Error::field(StatusCode::UNPROCESSABLE_ENTITY, "state", broken)
        };
        let named = self.state.as_deref().filter(|name| !name.is_empty());
        named
            .map(|name| TicketState::read(name).ok_or_else(unknown))
            .transpose()
    }
}

/// A page of tickets.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TicketPage {
    /// In the order of the list.
    tickets: Vec<Ticket>,
    /// Asks for the page after this one, as `cursor`; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}
