//! The states of refunds, and their reasons, in the terms of the REST API.

use proto::payment::v1::{RefundReason as ContractRefundReason, RefundState as ContractRefundState};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The state of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RefundState {
    /// Requested; the provider has not accepted it yet.
    Wanted,
    /// The provider accepted it.
    Pending,
    /// The money went back.
    Processed,
    /// The provider failed to send it.
    Failed,
}

/// The reason of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RefundReason {
    /// The order was cancelled or expired before the money came.
    TooLate,
    /// The order was already paid.
    PaidTwice,
    /// The order was cancelled after the payment.
    Cancelled,
    /// Packs were returned.
    Returned,
    /// A wrong amount came.
    WrongAmount,
    /// Goodwill of a staff member.
    Goodwill,
    /// A reason that this version does not know.
    Other,
}

/// The reason of a refund that a staff member starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StaffReason {
    /// Packs were returned.
    Returned,
    /// A wrong amount came.
    WrongAmount,
    /// Goodwill of the staff member.
    Goodwill,
}

impl From<ContractRefundState> for RefundState {
    fn from(state: ContractRefundState) -> Self {
        match state {
            ContractRefundState::Unspecified | ContractRefundState::Wanted => Self::Wanted,
            ContractRefundState::Pending => Self::Pending,
            ContractRefundState::Processed => Self::Processed,
            ContractRefundState::Failed => Self::Failed,
        }
    }
}

impl From<ContractRefundReason> for RefundReason {
    fn from(why: ContractRefundReason) -> Self {
        match why {
            ContractRefundReason::Unspecified => Self::Other,
            ContractRefundReason::TooLate => Self::TooLate,
            ContractRefundReason::PaidTwice => Self::PaidTwice,
            ContractRefundReason::Cancelled => Self::Cancelled,
            ContractRefundReason::Returned => Self::Returned,
            ContractRefundReason::WrongAmount => Self::WrongAmount,
            ContractRefundReason::Goodwill => Self::Goodwill,
        }
    }
}

impl From<StaffReason> for ContractRefundReason {
    fn from(reason: StaffReason) -> Self {
        match reason {
            StaffReason::Returned => Self::Returned,
            StaffReason::WrongAmount => Self::WrongAmount,
            StaffReason::Goodwill => Self::Goodwill,
        }
    }
}
