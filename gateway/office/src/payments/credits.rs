//! Bank credits without a matching order.

use axum::extract::Path;
use proto::payment::v1::{
    ListUnmatchedCreditsRequest, MatchCreditRequest, UnmatchedCredit as ContractCredit,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{
    answer::{Answer, Done, Refusal, money::Rupees},
    request::{json_body::JsonBody, query::QueryParams},
};

use crate::{
    request::errors::{ApiError, BodyErrors, QueryErrors, StaffErrors},
    session::authorize::Session,
};

/// Lists bank credits without a matching order, newest first.
#[utoipa::path(
    get,
    path = "/api/office/v1/payments/unmatched-credits",
    tag = "payments",
    operation_id = "listUnmatchedCredits",
    params(CreditQuery),
    responses(
        (status = 200, description = "A page of credits", body = Answer<CreditPage>),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn list(
    session: Session,
    QueryParams(query): QueryParams<CreditQuery>,
) -> Result<Answer<CreditPage>, ApiError> {
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

/// Matches a bank credit with an order, which is then paid, or marks it as unrelated to any order. A retry
/// changes nothing.
#[utoipa::path(
    put,
    path = "/api/office/v1/payments/unmatched-credits/{creditId}/match",
    tag = "payments",
    operation_id = "matchCredit",
    params(("creditId" = String, Path, format = "uuid", description = "The credit's id")),
    request_body = CreditMatch,
    responses(
        (status = 200, description = "The credit is resolved", body = Done),
        (status = 404, description = "There is no such credit, or no such order", body = Refusal),
        (status = 409, description = "The credit was resolved otherwise, or the order cannot take this payment", body = Refusal),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn resolve(
    session: Session,
    Path(credit_id): Path<String>,
    JsonBody(resolution): JsonBody<CreditMatch>,
) -> Result<Done, ApiError> {
    let order_number = resolution.number.unwrap_or_default().trim().to_uppercase();
    let subject = if order_number.is_empty() {
        credit_id.clone()
    } else {
        order_number.clone()
    };
    let request = MatchCreditRequest {
        credit_id,
        order_number,
        note: resolution.note.unwrap_or_default(),
    };
    session.call(&subject, request).await?;
    Ok(Done::with_message("Saved."))
}

/// Which page to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CreditQuery {
    /// The `next` value of the previous page.
    #[param(nullable = false)]
    cursor: Option<String>,
}

/// A page of unmatched bank credits.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CreditPage {
    /// Newest first.
    credits: Vec<UnmatchedCredit>,
    /// The `cursor` of the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// A credit to the shop's bank account without a matching order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UnmatchedCredit {
    /// A UUID.
    #[schema(format = "uuid")]
    credit_id: String,
    /// The bank's reference.
    #[schema(example = "633012345678")]
    utr: String,
    /// In rupees.
    amount: Rupees,
    /// The day the money came.
    #[schema(format = Date)]
    received_on: String,
    /// The narration in the statement, without the payer's UPI id.
    #[schema(max_length = 200)]
    narration: String,
    /// Why no order matches, or that a match is still in progress.
    why: String,
}

impl From<ContractCredit> for UnmatchedCredit {
    fn from(message: ContractCredit) -> Self {
        Self {
            credit_id: message.credit_id,
            utr: message.utr,
            amount: Rupees::from_paise(message.amount_paise),
            received_on: message.received_on,
            narration: message.narration,
            why: message.why,
        }
    }
}

/// The match of a credit.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct CreditMatch {
    /// The order number; absent if the credit is unrelated to any order.
    #[schema(max_length = 40)]
    number: Option<String>,
    /// A note for staff; needed without an order.
    #[schema(max_length = 500)]
    note: Option<String>,
}
