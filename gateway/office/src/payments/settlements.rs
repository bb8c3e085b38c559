//! What the payment provider pays out to the shop's bank.

use proto::payment::v1::{ListSettlementsRequest, Settlement as Told, SettlementState as ToldState};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{
    answer::{Answer, money::Rupees},
    request::query::QueryParams,
};

use crate::{
    request::refusal::{ReadsQuery, Refused, StaffOnly},
    session::authorize::Session,
};

/// What the payment provider paid out to the shop's bank, newest first.
#[utoipa::path(
    get,
    path = "/api/office/v1/payments/settlements",
    tag = "payments",
    operation_id = "listSettlements",
    params(SettlementQuery),
    responses(
        (status = 200, description = "A page of settlements", body = Answer<SettlementPage>),
        ReadsQuery,
        StaffOnly,
    ),
)]
pub(crate) async fn list(
    session: Session,
    QueryParams(query): QueryParams<SettlementQuery>,
) -> Result<Answer<SettlementPage>, Refused> {
    let request = ListSettlementsRequest {
        page_size: 0,
        page_token: query.cursor.unwrap_or_default(),
    };
    let page = session.call("", request).await?;
    Ok(Answer::new(SettlementPage {
        settlements: page.settlements.into_iter().map(Settlement::from).collect(),
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// Which settlements?
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SettlementQuery {
    /// The `next` of the page before.
    #[param(nullable = false)]
    cursor: Option<String>,
}

/// What the payment provider paid out.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SettlementPage {
    /// Newest first.
    settlements: Vec<Settlement>,
    /// Asks for the page after this one, as `cursor`; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// What the payment provider paid out, in rupees: `net` is `gross` less `refunded` and `fee`, and with `other`. All but `net` are 0 before
/// it is matched.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Settlement {
    /// A UUID.
    #[schema(format = "uuid")]
    settlement_id: String,
    /// "razorpay".
    provider: String,
    /// What the provider calls it.
    #[schema(example = "setl_DGlQ1Rj8os78Ec")]
    provider_settlement_id: String,
    /// The number by which the bank knows it; absent when it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "1568176960vxp0rj")]
    utr: Option<String>,
    /// Whether it is made of payments and refunds that are known.
    state: SettlementState,
    /// Why it is not, in words; absent when it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    why: Option<String>,
    /// Payments in it.
    payments: i32,
    /// Refunds in it.
    refunds: i32,
    /// What shoppers paid.
    gross: Rupees,
    /// What went back to them.
    refunded: Rupees,
    /// What the provider kept, tax included.
    fee: Rupees,
    /// The tax in it.
    fee_tax: Rupees,
    /// What the provider gave beside; below 0, what it took.
    other: Rupees,
    /// What came to the bank.
    net: Rupees,
    /// The day it was made, in India.
    #[schema(format = Date)]
    settled_on: String,
}

/// Whether a settlement is made of payments and refunds that are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SettlementState {
    /// It is on its way, or nobody looked yet.
    Waiting,
    /// It is, to the paisa, and stands in the books.
    Matched,
    /// It is not: somebody looks at it.
    Unmatched,
    /// The bank did not take it.
    Failed,
}

impl From<ToldState> for SettlementState {
    fn from(told: ToldState) -> Self {
        match told {
            ToldState::Unspecified | ToldState::Waiting => Self::Waiting,
            ToldState::Matched => Self::Matched,
            ToldState::Unmatched => Self::Unmatched,
            ToldState::Failed => Self::Failed,
        }
    }
}

impl From<Told> for Settlement {
    fn from(told: Told) -> Self {
        let state = told.state().into();
        let some = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            state,
            settlement_id: told.settlement_id,
            provider: told.provider,
            provider_settlement_id: told.provider_settlement_id,
            utr: some(told.utr),
            why: some(told.why),
            payments: told.payments,
            refunds: told.refunds,
            gross: Rupees::from_paise(told.gross_paise),
            refunded: Rupees::from_paise(told.refunded_paise),
            fee: Rupees::from_paise(told.fee_paise),
            fee_tax: Rupees::from_paise(told.fee_tax_paise),
            other: Rupees::from_paise(told.other_paise),
            net: Rupees::from_paise(told.net_paise),
            settled_on: told.settled_on,
        }
    }
}
