//! Translation of payment methods, channels and payment statuses.

use proto::order::v1::{self as contract, MoneyChannel};

use crate::order::{
    payment_method::PaymentMethod,
    received_payment::{Channel, PaymentStatus},
};

/// The channels of both sides.
const CHANNELS: [(Channel, MoneyChannel); 5] = [
    (Channel::CashOnDelivery, MoneyChannel::CashOnDelivery),
    (Channel::Upi, MoneyChannel::Upi),
    (Channel::BankTransfer, MoneyChannel::BankTransfer),
    (Channel::Cash, MoneyChannel::Cash),
    (Channel::Online, MoneyChannel::Online),
];

/// Translates a payment method from the contract. `None` if it is unspecified.
pub fn method_from_contract(value: contract::PaymentMethod) -> Option<PaymentMethod> {
    match value {
        contract::PaymentMethod::Unspecified => None,
        contract::PaymentMethod::PayLater => Some(PaymentMethod::PayLater),
        contract::PaymentMethod::CashOnDelivery => Some(PaymentMethod::CashOnDelivery),
        contract::PaymentMethod::Online => Some(PaymentMethod::Online),
    }
}

/// Translates a payment method for the contract.
pub fn method_to_contract(method: Option<PaymentMethod>) -> contract::PaymentMethod {
    match method {
        None => contract::PaymentMethod::Unspecified,
        Some(PaymentMethod::PayLater) => contract::PaymentMethod::PayLater,
        Some(PaymentMethod::CashOnDelivery) => contract::PaymentMethod::CashOnDelivery,
        Some(PaymentMethod::Online) => contract::PaymentMethod::Online,
    }
}

/// Translates a channel from the contract. `None` if it is unspecified.
pub fn channel_from_contract(value: MoneyChannel) -> Option<Channel> {
    let pair = CHANNELS.iter().find(|(_, other)| *other == value);
    pair.map(|(channel, _)| *channel)
}

/// Translates a channel from its word in the database. Unknown words of later releases become unspecified.
pub fn channel_to_contract(word: &str) -> MoneyChannel {
    let channel = Channel::parse(word);
    let pair = CHANNELS.iter().find(|(one, _)| Some(*one) == channel);
    pair.map_or(MoneyChannel::Unspecified, |(_, value)| *value)
}

/// Translates a payment status from its word in the database. Unknown words of later releases become
/// unspecified.
pub fn payment_status_to_contract(word: &str) -> contract::PaymentStatus {
    match PaymentStatus::parse(word) {
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
            let value = channel_to_contract(channel.as_str());
            assert_eq!(channel_from_contract(value), Some(channel));
        }
        for status in PaymentStatus::ALL {
            let value = payment_status_to_contract(status.as_str());
            assert_ne!(value, contract::PaymentStatus::Unspecified, "{status:?}");
        }
        assert_eq!(channel_from_contract(MoneyChannel::Unspecified), None);
    }
}
