//! The orders behind a sum of cash.

use proto::order::v1::{self as contract, ListCashRequest};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{
    answer::{Answer, money::Rupees},
    request::query::QueryParams,
};

use crate::{
    cash::state::CashState,
    request::refusal::{ReadsQuery, Refused, StaffOnly},
    session::authorize::Session,
};

/// Orders whose cash is there; those that were ordered first come first. What is remitted begins with the last, and goes back 30 days.
#[utoipa::path(
    get,
    path = "/api/office/v1/cash/orders",
    tag = "cash",
    operation_id = "listCash",
    params(CashQuery),
    responses(
        (status = 200, description = "A page of orders", body = Answer<CashPage>),
        ReadsQuery,
        StaffOnly,
    ),
)]
pub(crate) async fn list(
    session: Session,
    QueryParams(query): QueryParams<CashQuery>,
) -> Result<Answer<CashPage>, Refused> {
    let request = ListCashRequest {
        carrier: query.carrier.unwrap_or_default(),
        state: contract::CashState::from(query.state).into(),
        page_size: 0,
        page_token: query.cursor.unwrap_or_default(),
    };
    let page = session.call("", request).await?;
    Ok(Answer::new(CashPage {
        orders: page.orders.into_iter().map(CashOrder::from).collect(),
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// Which orders?
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CashQuery {
    /// The carrier as it stands on the parcels; absent for every carrier.
    #[param(nullable = false, max_length = 100)]
    carrier: Option<String>,
    /// Where their cash is.
    #[param(inline)]
    state: CashState,
    /// The `next` of the page before.
    #[param(nullable = false)]
    cursor: Option<String>,
}

/// A page of orders.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CashPage {
    /// In the order of the list.
    orders: Vec<CashOrder>,
    /// Asks for the page after this one, as `cursor`; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// An order that is paid in cash at the door.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CashOrder {
    /// The number that a shopper reads out.
    #[schema(example = "VM-261123-7K3QX")]
    order_number: String,
    /// As it stands on the parcel; empty before it is shipped.
    carrier: String,
    /// What is to be collected, or was, in rupees.
    amount: Rupees,
    /// When it was shipped, in UTC; absent before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    shipped_at: Option<String>,
    /// When it was delivered, in UTC; absent before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    delivered_at: Option<String>,
    /// The day on which the money came; absent before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Date)]
    remitted_on: Option<String>,
    /// What the carrier or the bank calls the remittance; absent when it has no name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reference: Option<String>,
}

impl From<contract::CashOrder> for CashOrder {
    fn from(told: contract::CashOrder) -> Self {
        let said = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            order_number: told.order_number,
            carrier: told.carrier,
            amount: Rupees::from_paise(told.amount_paise),
            shipped_at: said(told.shipped_at),
            delivered_at: said(told.delivered_at),
            remitted_on: said(told.remitted_on),
            reference: said(told.reference),
        }
    }
}
