//! Credits of the bank's statements that no order was found for.

use axum::extract::Path;
use proto::payment::v1::{ListUnmatchedCreditsRequest, MatchCreditRequest, UnmatchedCredit as Told};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{
    answer::{Answer, Done, Refusal, money::Rupees},
    request::{json_body::JsonBody, query::QueryParams},
};

use crate::{
    request::refusal::{ReadsBody, ReadsQuery, Refused, StaffOnly},
    session::authorize::Session,
};

/// Credits that no order was found for, or none yet, newest first.
#[utoipa::path(
    get,
    path = "/api/office/v1/payments/unmatched-credits",
    tag = "payments",
    operation_id = "listUnmatchedCredits",
    params(CreditQuery),
    responses(
        (status = 200, description = "A page of credits", body = Answer<CreditPage>),
        ReadsQuery,
        StaffOnly,
    ),
)]
pub(crate) async fn list(
    session: Session,
    QueryParams(query): QueryParams<CreditQuery>,
) -> Result<Answer<CreditPage>, Refused> {
    let request = ListUnmatchedCreditsRequest {
        page_size: 0,
        page_token: query.cursor.unwrap_or_default(),
    };
    let page = session.call("", request).await?;
    Ok(Answer::new(CreditPage {
        credits: page.credits.into_iter().map(UnmatchedCredit::from).collect(),
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// Says what a credit was: an order's money, which pays it, or none of an order's. The same again changes nothing.
#[utoipa::path(
    put,
    path = "/api/office/v1/payments/unmatched-credits/{creditId}/match",
    tag = "payments",
    operation_id = "matchCredit",
    params(("creditId" = String, Path, format = "uuid", description = "The credit's id")),
    request_body = CreditMatch,
    responses(
        (status = 200, description = "It is said", body = Done),
        (status = 404, description = "There is no such credit, or no such order", body = Refusal),
        (status = 409, description = "Something else was said before, or the order does not take this money", body = Refusal),
        ReadsBody,
        StaffOnly,
    ),
)]
pub(crate) async fn say(
    session: Session,
    Path(credit_id): Path<String>,
    JsonBody(said): JsonBody<CreditMatch>,
) -> Result<Done, Refused> {
    let order_number = said.number.unwrap_or_default().trim().to_uppercase();
    let subject = if order_number.is_empty() {
        credit_id.clone()
    } else {
        order_number.clone()
    };
    let request = MatchCreditRequest {
        credit_id,
        order_number,
        note: said.note.unwrap_or_default(),
    };
    session.call(&subject, request).await?;
    Ok(Done::with_message("It is written down."))
}

/// Which credits?
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CreditQuery {
    /// The `next` of the page before.
    #[param(nullable = false)]
    cursor: Option<String>,
}

/// Credits that no order was found for.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CreditPage {
    /// Newest first.
    credits: Vec<UnmatchedCredit>,
    /// Asks for the page after this one, as `cursor`; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// Money that came to the shop's account and that no order was found for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UnmatchedCredit {
    /// A UUID.
    #[schema(format = "uuid")]
    credit_id: String,
    /// The bank's number for it.
    #[schema(example = "633012345678")]
    utr: String,
    /// In rupees.
    amount: Rupees,
    /// The day it came.
    #[schema(format = Date)]
    received_on: String,
    /// What stands beside it in the statement, without the payer's UPI id.
    #[schema(max_length = 200)]
    narration: String,
    /// Why no order was found, or that one is still being asked about, in words.
    why: String,
}

impl From<Told> for UnmatchedCredit {
    fn from(told: Told) -> Self {
        Self {
            credit_id: told.credit_id,
            utr: told.utr,
            amount: Rupees::from_paise(told.amount_paise),
            received_on: told.received_on,
            narration: told.narration,
            why: told.why,
        }
    }
}

/// What a credit was.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct CreditMatch {
    /// The order's number; absent when it is no order's money.
    #[schema(max_length = 40)]
    number: Option<String>,
    /// For colleagues; needed without an order.
    #[schema(max_length = 500)]
    note: Option<String>,
}
