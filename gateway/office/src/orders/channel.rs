//! Payment channels, in the terms of the REST API.

use proto::order::v1::MoneyChannel;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The channel by which money came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Channel {
    /// Cash that the carrier collected and remitted.
    CashOnDelivery,
    /// A payment to the shop's UPI address.
    Upi,
    /// A transfer to the shop's bank account.
    BankTransfer,
    /// Cash paid to the shop.
    Cash,
    /// A payment through the provider; staff cannot record it.
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
    /// Converts the channel of the order service; `None` if this version does not know it.
    pub(crate) fn from_contract(value: MoneyChannel) -> Option<Self> {
        match value {
            MoneyChannel::CashOnDelivery => Some(Self::CashOnDelivery),
            MoneyChannel::Upi => Some(Self::Upi),
            MoneyChannel::BankTransfer => Some(Self::BankTransfer),
            MoneyChannel::Cash => Some(Self::Cash),
            MoneyChannel::Online => Some(Self::Online),
            MoneyChannel::Unspecified => None,
        }
    }
}
