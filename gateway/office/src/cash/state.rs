//! The state of an order's cash, in the terms of the REST API.

use proto::order::v1::CashState as ContractCashState;
use serde::Deserialize;
use utoipa::ToSchema;

/// The state of an order's cash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CashState {
    /// The carrier has the parcel.
    ToCollect,
    /// The carrier has the cash.
    Collected,
    /// The shop has the cash.
    Remitted,
}

impl From<CashState> for ContractCashState {
    fn from(state: CashState) -> Self {
        match state {
            CashState::ToCollect => Self::ToCollect,
            CashState::Collected => Self::Collected,
            CashState::Remitted => Self::Remitted,
        }
    }
}
