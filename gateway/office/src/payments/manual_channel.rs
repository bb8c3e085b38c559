//! Channels of manual refunds, in the terms of the REST API.

use proto::{order::v1::MoneyChannel, payment::v1::ManualRefundChannel};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The channel of a manual refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ManualChannel {
    /// To a UPI address.
    Upi,
    /// To a bank account.
    BankTransfer,
    /// In cash, to the shopper.
    Cash,
}

impl From<ManualChannel> for ManualRefundChannel {
    fn from(channel: ManualChannel) -> Self {
        match channel {
            ManualChannel::Upi => Self::Upi,
            ManualChannel::BankTransfer => Self::BankTransfer,
            ManualChannel::Cash => Self::Cash,
        }
    }
}

impl From<ManualChannel> for MoneyChannel {
    fn from(channel: ManualChannel) -> Self {
        match channel {
            ManualChannel::Upi => Self::Upi,
            ManualChannel::BankTransfer => Self::BankTransfer,
            ManualChannel::Cash => Self::Cash,
        }
    }
}
