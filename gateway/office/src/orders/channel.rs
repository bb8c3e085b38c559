//! By which way money came, as REST calls it.

use proto::order::v1::MoneyChannel;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// By which way money came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Channel {
    /// Cash that the carrier collected and remitted.
    CashOnDelivery,
    /// To the shop's UPI address.
    Upi,
    /// To its bank account.
    BankTransfer,
    /// In its hand.
    Cash,
    /// Through the payment provider; no person writes it down.
    Online,
}

impl From<Channel> for MoneyChannel {
    fn from(channel: Channel) -> Self {
        match channel {
            Channel::CashOnDelivery => Self::CashOnDelivery,
            Channel::Upi => Self::Upi,
            Channel::BankTransfer => Self::BankTransfer,
            Channel::Cash => Self::Cash,
            Channel::Online => Self::Online,
        }
    }
}

impl Channel {
    /// The channel that the order service told; none for one that this version does not know.
    pub(crate) fn read(told: MoneyChannel) -> Option<Self> {
        match told {
            MoneyChannel::CashOnDelivery => Some(Self::CashOnDelivery),
            MoneyChannel::Upi => Some(Self::Upi),
            MoneyChannel::BankTransfer => Some(Self::BankTransfer),
            MoneyChannel::Cash => Some(Self::Cash),
            MoneyChannel::Online => Some(Self::Online),
            MoneyChannel::Unspecified => None,
        }
    }
}
