//! Money that people have to give back.

use proto::order::v1::{self as contract, ListOwedMoneyRequest};
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::{Answer, money::Rupees};

use crate::{
    orders::{channel::Channel, state::OrderState},
    request::refusal::{Refused, StaffOnly},
    session::authorize::Session,
};

/// Orders that were paid by hand and ended without the goods at the buyer, and of whose money nothing was given back.
#[utoipa::path(
    get,
    path = "/api/office/v1/payments/owed",
    tag = "payments",
    operation_id = "listOwedMoney",
    responses(
        (status = 200, description = "The orders", body = Answer<OwedOrders>),
        StaffOnly,
    ),
)]
pub(crate) async fn list(session: Session) -> Result<Answer<OwedOrders>, Refused> {
    let told = session.call("", ListOwedMoneyRequest {}).await?;
    Ok(Answer::new(OwedOrders {
        orders: told.orders.into_iter().map(OwedOrder::from).collect(),
    }))
}

/// Orders whose money is to be given back.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwedOrders {
    /// The oldest first.
    #[schema(max_items = 500)]
    orders: Vec<OwedOrder>,
}

/// An order whose money is to be given back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OwedOrder {
    /// The order's id.
    #[schema(format = "uuid")]
    order_id: String,
    /// The number that a shopper reads out.
    #[schema(example = "VM-261123-7K3QX")]
    order_number: String,
    /// How it ended.
    status: OrderState,
    /// By which way its money came; absent for one that this version does not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    channel: Option<Channel>,
    /// What came, in rupees.
    amount: Rupees,
    /// The day it came.
    #[schema(format = Date)]
    received_on: String,
}

impl From<contract::OwedMoney> for OwedOrder {
    fn from(told: contract::OwedMoney) -> Self {
        Self {
            status: told.status().into(),
            channel: Channel::read(told.channel()),
            order_id: told.order_id,
            order_number: told.order_number,
            amount: Rupees::from_paise(told.amount_paise),
            received_on: told.received_on,
        }
    }
}
