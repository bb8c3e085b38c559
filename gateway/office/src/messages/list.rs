//! Lists and searches tickets.

use axum::http::StatusCode;
use proto::contact::v1::{self as contract, ListTicketsRequest};
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
    request::errors::{ApiError, BodyErrors, QueryErrors, StaffErrors},
    session::authorize::Session,
};

/// Lists tickets: open ones by due time, others by last activity, newest first.
#[utoipa::path(
    get,
    path = "/api/office/v1/messages",
    tag = "messages",
    operation_id = "listTickets",
    params(TicketQuery),
    responses(
        (status = 200, description = "A page of tickets", body = Answer<TicketPage>),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn list(
    session: Session,
    QueryParams(query): QueryParams<TicketQuery>,
) -> Result<Answer<TicketPage>, ApiError> {
    let search = TicketSearch {
        text: String::new(),
        state: query.state()?,
        cursor: query.cursor.unwrap_or_default(),
    };
    page(session, search).await
}

/// Searches tickets by number, email address, mobile number or name.
///
/// It is a POST, so that no URL contains personal data.
#[utoipa::path(
    post,
    path = "/api/office/v1/messages/searches",
    tag = "messages",
    operation_id = "searchTickets",
    request_body = TicketSearch,
    responses(
        (status = 200, description = "A page of tickets", body = Answer<TicketPage>),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn search(
    session: Session,
    JsonBody(search): JsonBody<TicketSearch>,
) -> Result<Answer<TicketPage>, ApiError> {
    page(session, search).await
}

async fn page(session: Session, search: TicketSearch) -> Result<Answer<TicketPage>, ApiError> {
    let state = search.state.map(contract::TicketState::from);
    let request = ListTicketsRequest {
        state: state.unwrap_or_default().into(),
        query: search.text,
        page_size: 0,
        page_token: search.cursor,
    };
    let page = session.call("", request).await?;
    Ok(Answer::new(TicketPage {
        tickets: page.tickets.into_iter().map(Ticket::from).collect(),
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// A search for tickets.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct TicketSearch {
    /// A ticket number, an email address, a mobile number, or part of a name.
    #[schema(max_length = 100, example = "T0042")]
    text: String,
    /// Only tickets in this state; absent for all.
    #[serde(default)]
    #[schema(nullable = false)]
    state: Option<TicketState>,
    /// The `next` value of the previous page.
    #[serde(default)]
    cursor: String,
}

/// Which tickets to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TicketQuery {
    /// Only tickets in this state; absent for all.
    #[param(value_type = Option<TicketState>, nullable = false)]
    state: Option<String>,
    /// The `next` value of the previous page.
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
            .map(|name| TicketState::parse(name).ok_or_else(unknown))
            .transpose()
    }
}

/// A page of tickets.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TicketPage {
    /// In list order.
    tickets: Vec<Ticket>,
    /// The `cursor` of the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}
