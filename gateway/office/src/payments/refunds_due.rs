//! Manual refunds due, and payments due.

use proto::order::v1::{self as contract, ListOwedMoneyRequest};
use serde::Serialize;
use utoipa::ToSchema;
use web::{
    answer::{Answer, money::Rupees},
    order::state::OrderState,
};

use crate::{
    orders::channel::Channel,
    request::errors::{ApiError, StaffErrors},
    session::authorize::Session,
};

/// Lists orders with a manual refund due, and unpaid pay-later orders.
#[utoipa::path(
    get,
    path = "/api/office/v1/payments/owed",
    tag = "payments",
    operation_id = "listOwedMoney",
    responses(
        (status = 200, description = "The orders", body = Answer<OwedOrders>),
        StaffErrors,
    ),
)]
pub(crate) async fn list(session: Session) -> Result<Answer<OwedOrders>, ApiError> {
    let response = session.call("", ListOwedMoneyRequest {}).await?;
    Ok(Answer::new(OwedOrders {
        orders: response.orders.into_iter().map(OwedOrder::from).collect(),
        unpaid: response.unpaid.into_iter().map(UnpaidOrder::from).collect(),
    }))
}

/// Orders with a refund or a payment due.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwedOrders {
    /// Orders with a manual refund due, oldest first. They were paid by hand, and then ended without delivery
    /// or had packs returned that are not refunded.
    #[schema(max_items = 500)]
    orders: Vec<OwedOrder>,
    /// Unpaid pay-later orders, oldest first.
    #[schema(max_items = 500)]
    unpaid: Vec<UnpaidOrder>,
}

/// An unpaid pay-later order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UnpaidOrder {
    /// The order's id.
    #[schema(format = "uuid")]
    order_id: String,
    /// The order number.
    #[schema(example = "VM-261123-7K3QX")]
    order_number: String,
    /// The state of the order.
    status: OrderState,
    /// The order's total, in rupees.
    amount: Rupees,
    /// When the order was placed, in UTC.
    #[schema(format = DateTime)]
    placed_at: String,
}

/// An order with a refund due.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OwedOrder {
    /// The order's id.
    #[schema(format = "uuid")]
    order_id: String,
    /// The order number.
    #[schema(example = "VM-261123-7K3QX")]
    order_number: String,
    /// The state of the order.
    status: OrderState,
    /// The channel of the payment; absent if this version does not know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    channel: Option<Channel>,
    /// The amount to refund, in rupees.
    amount: Rupees,
    /// The day the payment came.
    #[schema(format = Date)]
    received_on: String,
}

impl From<contract::OwedMoney> for OwedOrder {
    fn from(message: contract::OwedMoney) -> Self {
        Self {
            status: message.status().into(),
            channel: Channel::from_contract(message.channel()),
            order_id: message.order_id,
            order_number: message.order_number,
            amount: Rupees::from_paise(message.amount_paise),
            received_on: message.received_on,
        }
    }
}

impl From<contract::UnpaidOrder> for UnpaidOrder {
    fn from(message: contract::UnpaidOrder) -> Self {
        Self {
            status: message.status().into(),
            order_id: message.order_id,
            order_number: message.order_number,
            amount: Rupees::from_paise(message.amount_paise),
            placed_at: message.placed_at,
        }
    }
}
