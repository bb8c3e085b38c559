//! The orders in a sum of cash on delivery.

use proto::order::v1::{self as contract, ListCashRequest};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{
    answer::{Answer, money::Rupees},
    request::query::QueryParams,
};

use crate::{
    cash::state::CashState,
    request::errors::{ApiError, QueryErrors, StaffErrors},
    session::authorize::Session,
};

/// Lists COD orders by the state of their cash, oldest order first.
///
/// Remitted orders are listed newest first and go back 30 days.
#[utoipa::path(
    get,
    path = "/api/office/v1/cash/orders",
    tag = "cash",
    operation_id = "listCash",
    params(CashQuery),
    responses(
        (status = 200, description = "A page of orders", body = Answer<CashPage>),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn list(
    session: Session,
    QueryParams(query): QueryParams<CashQuery>,
) -> Result<Answer<CashPage>, ApiError> {
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

/// Which orders to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CashQuery {
    /// The carrier's name as on the parcels; absent for all carriers.
    #[param(nullable = false, max_length = 100)]
    carrier: Option<String>,
    /// The state of the cash.
    #[param(inline)]
    state: CashState,
    /// The `next` value of the previous page.
    #[param(nullable = false)]
    cursor: Option<String>,
}

/// A page of COD orders.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CashPage {
    /// In list order.
    orders: Vec<CashOrder>,
    /// The `cursor` of the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// An order paid by cash on delivery.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CashOrder {
    /// The order number.
    #[schema(example = "VM-261123-7K3QX")]
    order_number: String,
    /// The carrier's name as on the parcel; empty before the order is shipped.
    carrier: String,
    /// The COD amount, in rupees.
    amount: Rupees,
    /// When the order was shipped, in UTC; absent before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    shipped_at: Option<String>,
    /// When the order was delivered, in UTC; absent before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    delivered_at: Option<String>,
    /// The day the remittance came; absent before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Date)]
    remitted_on: Option<String>,
    /// The carrier's or bank's reference of the remittance; absent if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reference: Option<String>,
}

impl From<contract::CashOrder> for CashOrder {
    fn from(message: contract::CashOrder) -> Self {
        let non_empty = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            order_number: message.order_number,
            carrier: message.carrier,
            amount: Rupees::from_paise(message.amount_paise),
            shipped_at: non_empty(message.shipped_at),
            delivered_at: non_empty(message.delivered_at),
            remitted_on: non_empty(message.remitted_on),
            reference: non_empty(message.reference),
        }
    }
}
