//! The cash that each carrier has to collect, has collected and has remitted.

use proto::order::v1::{self as contract, SumCashRequest};
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::{Answer, money::Rupees};

use crate::{
    request::errors::{ApiError, StaffErrors},
    session::authorize::Session,
};

/// Sums the cash on delivery of each carrier.
///
/// Shipped orders are to be collected, delivered orders are collected, and orders with a recorded remittance
/// are remitted.
#[utoipa::path(
    get,
    path = "/api/office/v1/cash",
    tag = "cash",
    operation_id = "sumCash",
    responses(
        (status = 200, description = "The sums of cash by carrier", body = Answer<CashOfCarriers>),
        StaffErrors,
    ),
)]
pub(crate) async fn get(session: Session) -> Result<Answer<CashOfCarriers>, ApiError> {
    let sums = session.call("", SumCashRequest {}).await?;
    Ok(Answer::new(CashOfCarriers {
        carriers: sums.carriers.into_iter().map(CarrierCash::from).collect(),
        remitted_since: sums.remitted_since,
    }))
}

/// The cash of all carriers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CashOfCarriers {
    /// Sorted by carrier; carriers without any cash are absent.
    carriers: Vec<CarrierCash>,
    /// The first day of the remittances that count.
    #[schema(format = Date)]
    remitted_since: String,
}

/// The cash of one carrier.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CarrierCash {
    /// The carrier's name as on the parcels; empty for orders that were paid before they were shipped.
    #[schema(example = "India Post")]
    carrier: String,
    /// Cash still to be collected.
    to_collect: CashSum,
    /// Cash collected and not yet remitted.
    collected: CashSum,
    /// Cash remitted since `remittedSince`.
    remitted: CashSum,
    /// When the oldest collected order was delivered, in UTC; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    oldest_collected_at: Option<String>,
}

/// A sum of cash.
#[derive(Debug, Serialize, ToSchema)]
struct CashSum {
    /// The number of orders.
    #[schema(minimum = 0)]
    orders: i64,
    /// In rupees.
    amount: Rupees,
}

impl From<contract::CarrierCash> for CarrierCash {
    fn from(message: contract::CarrierCash) -> Self {
        Self {
            carrier: message.carrier,
            to_collect: message.to_collect.unwrap_or_default().into(),
            collected: message.collected.unwrap_or_default().into(),
            remitted: message.remitted.unwrap_or_default().into(),
            oldest_collected_at: Some(message.oldest_collected_at).filter(|at| !at.is_empty()),
        }
    }
}

impl From<contract::CashSum> for CashSum {
    fn from(message: contract::CashSum) -> Self {
        Self {
            orders: message.orders,
            amount: Rupees::from_paise(message.amount_paise),
        }
    }
}
