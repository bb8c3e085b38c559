//! How much cash each carrier has to collect, has collected and has remitted.

use proto::order::v1::{self as contract, SumCashRequest};
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::{Answer, money::Rupees};

use crate::{
    request::refusal::{Refused, StaffOnly},
    session::authorize::Session,
};

/// Where the cash of carriers is. Orders count that are paid in cash on delivery: shipped ones are to be collected, delivered ones are
/// collected, and those are remitted whose money was written down.
#[utoipa::path(
    get,
    path = "/api/office/v1/cash",
    tag = "cash",
    operation_id = "sumCash",
    responses(
        (status = 200, description = "Where the cash is", body = Answer<CashOfCarriers>),
        StaffOnly,
    ),
)]
pub(crate) async fn get(session: Session) -> Result<Answer<CashOfCarriers>, Refused> {
    // It tells of no order and no person.
    let permit = session.permit_count::<SumCashRequest>().await?;
    let sums = permit.call(SumCashRequest {}).await?;
    Ok(Answer::new(CashOfCarriers {
        carriers: sums.carriers.into_iter().map(CarrierCash::from).collect(),
        remitted_since: sums.remitted_since,
    }))
}

/// Where the cash is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CashOfCarriers {
    /// By their names; those with nothing at all are absent.
    carriers: Vec<CarrierCash>,
    /// The first of the days whose remittances are counted.
    #[schema(format = Date)]
    remitted_since: String,
}

/// The cash of a carrier.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CarrierCash {
    /// As it stands on the parcels; empty for orders that were paid before they were shipped.
    #[schema(example = "India Post")]
    carrier: String,
    /// What it has to collect.
    to_collect: CashSum,
    /// What it has collected.
    collected: CashSum,
    /// What it has remitted since `remittedSince`.
    remitted: CashSum,
    /// When the first of the collected orders was delivered, in UTC; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    oldest_collected_at: Option<String>,
}

/// An amount of cash.
#[derive(Debug, Serialize, ToSchema)]
struct CashSum {
    /// Of how many orders.
    #[schema(minimum = 0)]
    orders: i64,
    /// In rupees.
    amount: Rupees,
}

impl From<contract::CarrierCash> for CarrierCash {
    fn from(told: contract::CarrierCash) -> Self {
        Self {
            carrier: told.carrier,
            to_collect: told.to_collect.unwrap_or_default().into(),
            collected: told.collected.unwrap_or_default().into(),
            remitted: told.remitted.unwrap_or_default().into(),
            oldest_collected_at: Some(told.oldest_collected_at).filter(|at| !at.is_empty()),
        }
    }
}

impl From<contract::CashSum> for CashSum {
    fn from(told: contract::CashSum) -> Self {
        Self {
            orders: told.orders,
            amount: Rupees::from_paise(told.amount_paise),
        }
    }
}
