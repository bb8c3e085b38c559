//! What the contract calls the ways to pay, and whether an order is paid.

use proto::order::v1::{self as contract, MoneyChannel};

use crate::order::{
    payment_method::PaymentMethod,
    received_payment::{Channel, PaymentStatus},
};

/// The channels of both sides, side by side.
const CHANNELS: [(Channel, MoneyChannel); 5] = [
    (Channel::CashOnDelivery, MoneyChannel::CashOnDelivery),
    (Channel::Upi, MoneyChannel::Upi),
    (Channel::BankTransfer, MoneyChannel::BankTransfer),
    (Channel::Cash, MoneyChannel::Cash),
    (Channel::Online, MoneyChannel::Online),
];

/// How a shopper wants to pay; none when the request does not say.
pub fn method_from_contract(told: contract::PaymentMethod) -> Option<PaymentMethod> {
    match told {
        contract::PaymentMethod::Unspecified => None,
        contract::PaymentMethod::PayLater => Some(PaymentMethod::PayLater),
        contract::PaymentMethod::CashOnDelivery => Some(PaymentMethod::CashOnDelivery),
        contract::PaymentMethod::Online => Some(PaymentMethod::Online),
    }
}

/// How a shopper wants to pay, for the contract.
pub fn method_to_contract(method: Option<PaymentMethod>) -> contract::PaymentMethod {
    match method {
        None => contract::PaymentMethod::Unspecified,
        Some(PaymentMethod::PayLater) => contract::PaymentMethod::PayLater,
        Some(PaymentMethod::CashOnDelivery) => contract::PaymentMethod::CashOnDelivery,
        Some(PaymentMethod::Online) => contract::PaymentMethod::Online,
    }
}

/// By which way money came; none when the request does not say.
pub fn channel_from_contract(told: MoneyChannel) -> Option<Channel> {
    let pair = CHANNELS.iter().find(|(_, other)| *other == told);
    pair.map(|(channel, _)| *channel)
}

/// By which way money came, for the contract; a word of a later release has no name.
pub fn channel_to_contract(word: &str) -> MoneyChannel {
    let channel = Channel::read(word);
    let pair = CHANNELS.iter().find(|(one, _)| Some(*one) == channel);
    pair.map_or(MoneyChannel::Unspecified, |(_, told)| *told)
}

/// Whether an order is paid, for the contract; a word of a later release has no name.
pub fn payment_status_to_contract(word: &str) -> contract::PaymentStatus {
    match PaymentStatus::read(word) {
        None => contract::PaymentStatus::Unspecified,
        Some(PaymentStatus::Pending) => contract::PaymentStatus::Pending,
        Some(PaymentStatus::Paid) => contract::PaymentStatus::Paid,
        Some(PaymentStatus::Held) => contract::PaymentStatus::Held,
        Some(PaymentStatus::Refunded) => contract::PaymentStatus::Refunded,
        Some(PaymentStatus::PartlyRefunded) => contract::PaymentStatus::PartlyRefunded,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_pay_is_told() {
        for channel in Channel::ALL {
            let told = channel_to_contract(channel.as_str());
            assert_eq!(channel_from_contract(told), Some(channel));
        }
        for status in PaymentStatus::ALL {
            let told = payment_status_to_contract(status.as_str());
            assert_ne!(told, contract::PaymentStatus::Unspecified, "{status:?}");
        }
        assert_eq!(channel_from_contract(MoneyChannel::Unspecified), None);
    }
}
