//! Lists the payments of all orders by state.

use axum::http::{StatusCode, Uri};
use proto::payment::v1::{self as contract, ListPaymentsRequest};
use runtime::status::Rule;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use web::{Error, answer::Answer, order::payment_state::PaymentState, request::query::QueryParams};

use crate::{
    payments::view::OrderPayment,
    request::errors::{ApiError, QueryErrors, StaffErrors},
    session::authorize::Session,
};

/// Lists payments, newest first. With some states a page may be shorter than others.
#[utoipa::path(
    get,
    path = "/api/office/v1/payments",
    tag = "payments",
    operation_id = "listPayments",
    params(PaymentQuery),
    responses(
        (status = 200, description = "A page of payments", body = Answer<PaymentPage>),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn list(session: Session, uri: Uri) -> Result<Answer<PaymentPage>, ApiError> {
    let query = PaymentQuery::from_uri(&uri)?;
    let states = query.state.unwrap_or_default().into_iter();
    let request = ListPaymentsRequest {
        states: states
            .map(|state| contract::PaymentState::from(state).into())
            .collect(),
        page_size: 0,
        page_token: query.cursor.unwrap_or_default(),
    };
    let page = session.call("", request).await?;
    Ok(Answer::new(PaymentPage {
        payments: page.payments.into_iter().map(OrderPayment::from).collect(),
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// Which payments to list.
#[derive(Debug, Default, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PaymentQuery {
    /// Only payments in one of these states; may be repeated.
    #[param(nullable = false)]
    state: Option<Vec<PaymentState>>,
    /// The `next` value of the previous page.
    #[param(nullable = false)]
    cursor: Option<String>,
}

impl PaymentQuery {
    /// Parses the query of a URL; empty and unknown parameters are ignored.
    fn from_uri(uri: &Uri) -> Result<Self, Error> {
        let QueryParams(pairs) = QueryParams::<Vec<(String, String)>>::from_uri(uri)?;
        let mut query = Self::default();
        for (name, value) in pairs.into_iter().filter(|(_, value)| !value.is_empty()) {
            match name.as_str() {
                "cursor" => query.cursor = Some(value),
                "state" => {
                    let state = PaymentState::parse(&value).ok_or_else(unknown_state)?;
                    let states = query.state.get_or_insert_default();
                    // Skips repeated states, so that the list has at most ten.
                    if !states.contains(&state) {
                        states.push(state);
                    }
                }
                _ => {}
            }
        }
        Ok(query)
    }
}

fn unknown_state() -> Error {
    let broken = Rule::Unknown.says("must be the state of a payment, such as held");
    Error::field(StatusCode::UNPROCESSABLE_ENTITY, "state", broken)
}

/// A page of payments.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PaymentPage {
    /// Newest first.
    payments: Vec<OrderPayment>,
    /// The `cursor` of the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}
