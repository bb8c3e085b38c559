//! Tickets of everybody: by how far they are, or by what somebody knows of one.

use axum::http::StatusCode;
use proto::contact::v1::{self as contract, ListTicketsRequest, ListTicketsResponse};
use runtime::status::Rule;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{
    Error,
    answer::Answer,
    request::{json_body::JsonBody, query::QueryParams},
};

use crate::{
    messages::{ticket::Ticket, ticket_state::TicketState},
    request::refusal::{ReadsBody, ReadsQuery, Refused, StaffOnly},
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
    let search = TicketSearch {
        text: String::new(),
        state: query.state()?,
        cursor: query.cursor.unwrap_or_default(),
    };
    page(session, search).await
}

/// Tickets that are found by what a colleague knows of one. A name or an address stands in no address of a page.
#[utoipa::path(
    post,
    path = "/api/office/v1/messages/searches",
    tag = "messages",
    operation_id = "searchTickets",
    request_body = TicketSearch,
    responses(
        (status = 200, description = "A page of tickets", body = Answer<TicketPage>),
        ReadsBody,
        StaffOnly,
    ),
)]
pub(crate) async fn search(
    session: Session,
    JsonBody(search): JsonBody<TicketSearch>,
) -> Result<Answer<TicketPage>, Refused> {
    page(session, search).await
}

async fn page(session: Session, search: TicketSearch) -> Result<Answer<TicketPage>, Refused> {
    let state = search.state.map(contract::TicketState::from);
    let request = ListTicketsRequest {
        state: state.unwrap_or_default().into(),
        query: search.text,
        page_size: 0,
        page_token: search.cursor,
    };
    let numbers = |page: &ListTicketsResponse| {
        let tickets = page.tickets.iter();
        tickets.map(|ticket| ticket.number.clone()).collect()
    };
    let page = session.page(request, numbers).await?;
    Ok(Answer::new(TicketPage {
        tickets: page.tickets.into_iter().map(Ticket::from).collect(),
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// Which tickets?
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct TicketSearch {
    /// A ticket's number, an e-mail address, a mobile number, or a part of a name.
    #[schema(max_length = 100, example = "T0042")]
    text: String,
    /// How far they are; absent for all.
    #[serde(default)]
    #[schema(nullable = false)]
    state: Option<TicketState>,
    /// The `next` of the page before.
    #[serde(default)]
    cursor: String,
}

/// Which tickets?
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TicketQuery {
    /// How far they are; all when nobody says.
    #[param(value_type = Option<TicketState>, nullable = false)]
    state: Option<String>,
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
