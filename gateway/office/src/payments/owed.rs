//! Money that people have to give back, and money that is to come.

use proto::order::v1::{self as contract, ListOwedMoneyRequest};
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::{Answer, money::Rupees};

use crate::{
    orders::{channel::Channel, state::OrderState},
    request::refusal::{Refused, StaffOnly},
    session::authorize::Session,
};

/// Orders of whose money people have to give some back, and orders that are paid later and are not yet.
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
        unpaid: told.unpaid.into_iter().map(UnpaidOrder::from).collect(),
    }))
}

/// Orders whose money is to be given back, or to come.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwedOrders {
    /// Those of whose money some is to be given back: paid by hand and ended without the goods at the buyer, or with packs that the shop
    /// took back and nobody has refunded; the oldest first.
    #[schema(max_items = 500)]
    orders: Vec<OwedOrder>,
    /// Those that are paid later, and are not yet; the oldest first.
    #[schema(max_items = 500)]
    unpaid: Vec<UnpaidOrder>,
}

/// An order that is paid later, and is not yet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UnpaidOrder {
    /// The order's id.
    #[schema(format = "uuid")]
    order_id: String,
    /// The number that a shopper reads out.
    #[schema(example = "VM-261123-7K3QX")]
    order_number: String,
    /// Where it stands.
    status: OrderState,
    /// What it costs, in rupees.
    amount: Rupees,
    /// When it was placed, in UTC.
    #[schema(format = DateTime)]
    placed_at: String,
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
    /// What is to go back, in rupees.
    amount: Rupees,
    /// The day the money came.
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

impl From<contract::UnpaidOrder> for UnpaidOrder {
    fn from(told: contract::UnpaidOrder) -> Self {
        Self {
            status: told.status().into(),
            order_id: told.order_id,
            order_number: told.order_number,
            amount: Rupees::from_paise(told.amount_paise),
            placed_at: told.placed_at,
        }
    }
}
