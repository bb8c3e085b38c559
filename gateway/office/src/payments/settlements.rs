//! Payouts of the payment provider to the shop's bank.

use proto::payment::v1::{
    ListSettlementsRequest, Settlement as ContractSettlement, SettlementState as ContractState,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{
    answer::{Answer, money::Rupees},
    request::query::QueryParams,
};

use crate::{
    request::errors::{ApiError, QueryErrors, StaffErrors},
    session::authorize::Session,
};

/// Lists the payouts of the payment provider, newest first.
#[utoipa::path(
    get,
    path = "/api/office/v1/payments/settlements",
    tag = "payments",
    operation_id = "listSettlements",
    params(SettlementQuery),
    responses(
        (status = 200, description = "A page of settlements", body = Answer<SettlementPage>),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn list(
    session: Session,
    QueryParams(query): QueryParams<SettlementQuery>,
) -> Result<Answer<SettlementPage>, ApiError> {
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

/// Which page to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SettlementQuery {
    /// The `next` value of the previous page.
    #[param(nullable = false)]
    cursor: Option<String>,
}

/// A page of payouts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SettlementPage {
    /// Newest first.
    settlements: Vec<Settlement>,
    /// The `cursor` of the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// A payout of the payment provider, in rupees: `net` = `gross` - `refunded` - `fee` + `other`. All but `net`
/// are 0 before the payout is matched.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Settlement {
    /// A UUID.
    #[schema(format = "uuid")]
    settlement_id: String,
    /// "razorpay".
    provider: String,
    /// The provider's id of the payout.
    #[schema(example = "setl_DGlQ1Rj8os78Ec")]
    provider_settlement_id: String,
    /// The bank's reference; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "1568176960vxp0rj")]
    utr: Option<String>,
    /// Whether the payout matches known payments and refunds.
    state: SettlementState,
    /// Why the payout does not match; absent if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    why: Option<String>,
    /// The number of payments in the payout.
    payments: i32,
    /// The number of refunds in the payout.
    refunds: i32,
    /// The payments of shoppers.
    gross: Rupees,
    /// The refunds to shoppers.
    refunded: Rupees,
    /// The provider's fee, including tax.
    fee: Rupees,
    /// The tax in the fee.
    fee_tax: Rupees,
    /// Other amounts that the provider added; negative if it deducted them.
    other: Rupees,
    /// The amount paid to the bank.
    net: Rupees,
    /// The day of the payout, in India.
    #[schema(format = Date)]
    settled_on: String,
}

/// Whether a payout matches known payments and refunds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SettlementState {
    /// The payout is on its way, or is not compared yet.
    Waiting,
    /// The payout matches to the paisa and is in the books.
    Matched,
    /// The payout does not match and needs a person.
    Unmatched,
    /// The bank did not accept the payout.
    Failed,
}

impl From<ContractState> for SettlementState {
    fn from(value: ContractState) -> Self {
        match value {
            ContractState::Unspecified | ContractState::Waiting => Self::Waiting,
            ContractState::Matched => Self::Matched,
            ContractState::Unmatched => Self::Unmatched,
            ContractState::Failed => Self::Failed,
        }
    }
}

impl From<ContractSettlement> for Settlement {
    fn from(message: ContractSettlement) -> Self {
        let state = message.state().into();
        let some = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            state,
            settlement_id: message.settlement_id,
            provider: message.provider,
            provider_settlement_id: message.provider_settlement_id,
            utr: some(message.utr),
            why: some(message.why),
            payments: message.payments,
            refunds: message.refunds,
            gross: Rupees::from_paise(message.gross_paise),
            refunded: Rupees::from_paise(message.refunded_paise),
            fee: Rupees::from_paise(message.fee_paise),
            fee_tax: Rupees::from_paise(message.fee_tax_paise),
            other: Rupees::from_paise(message.other_paise),
            net: Rupees::from_paise(message.net_paise),
            settled_on: message.settled_on,
        }
    }
}
