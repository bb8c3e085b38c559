//! Payments that staff record, and their validation. Pure functions.

use runtime::status::{Broken, Rule, Violation, field};
use time::{Date, format_description::well_known::Iso8601};
use uuid::Uuid;
use values::{Line, day_in_india};

use crate::{
    error::Error,
    order::{
        order_status::Status,
        received_payment::{Channel, ReceivedPayment},
        record::Order,
    },
};

/// The maximum length of a reference, in characters.
const MAX_REFERENCE: usize = 60;

/// An unvalidated payment. [`PaymentDetails::validate`] turns it into a [`Payment`].
#[derive(Debug, Clone)]
pub struct PaymentDetails {
    /// The order's ID, a UUID.
    pub order_id: String,
    /// The channel. `None` if the request has none.
    pub channel: Option<Channel>,
    /// The reference of the bank, app or carrier. May be empty.
    pub reference: String,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The day, a date.
    pub received_on: String,
}

/// A payment of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    /// The order's id.
    pub order_id: Uuid,
    /// The channel.
    pub channel: Channel,
    /// The reference of the bank, app or carrier. Empty when it has none.
    pub reference: String,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The day the money arrived, in India.
    pub received_on: Date,
}

impl PaymentDetails {
    /// Validates the values. Returns every violation.
    pub fn validate(&self) -> Result<Payment, Vec<Violation>> {
        let mut violations = Vec::new();
        let all = &mut violations;
        let order_id = Uuid::parse_str(&self.order_id).map_err(|_| Rule::Malformed.says("must be a UUID"));
        let order_id = field("order_id", order_id, all);
        let channel = match self.channel {
            None => Err(Rule::Required.says("Choose how the money was received")),
            // Staff cannot record an online payment, because no provider would refund it.
            Some(Channel::Online) => {
                Err(Rule::NotOffered.says("Online payments are recorded automatically. Choose another way"))
            }
            Some(channel) => Ok(channel),
        };
        let channel = field("channel", channel, all);
        let reference = field("reference", reference(&self.reference, self.channel), all);
        let received_on = field("received_on", date(&self.received_on), all);
        let payment = (|| {
            Some(Payment {
                order_id: order_id?,
                channel: channel?,
                reference: reference?,
                amount_paise: self.amount_paise,
                received_on: received_on?,
            })
        })();
        payment.ok_or(violations)
    }
}

impl Payment {
    /// Returns true if the recorded payment is this payment.
    pub fn is(&self, recorded: &ReceivedPayment) -> bool {
        (
            self.channel.as_str(),
            self.reference.as_str(),
            self.amount_paise,
            self.received_on,
        ) == (
            recorded.channel.as_str(),
            recorded.reference.as_str(),
            recorded.amount_paise,
            recorded.received_on,
        )
    }

    /// Checks a payment of an unpaid order, where `today` is the day in India. Fails if the order needs no
    /// payment, or if the amount or the day does not fit.
    pub fn check(&self, order: &Order, today: Date) -> Result<(), Error> {
        // The shopper paid a delivered COD order at the door. The carrier remits it days later, even if the
        // packs came back since.
        if order.delivered_at().is_none()
            && matches!(
                Status::parse(&order.status),
                Some(Status::Cancelled | Status::ReturnedToOrigin | Status::Returned | Status::Lost)
            )
        {
            return Err(Error::NotToBePaid);
        }
        if self.amount_paise != order.total_paise {
            return Err(Error::WrongAmount {
                due_paise: order.total_paise,
                received_paise: self.amount_paise,
            });
        }
        let ordered_on = day_in_india(order.placed_at);
        let broken = if self.received_on < ordered_on {
            Rule::Malformed.says(format!(
                "The order was placed on {ordered_on}. Enter that day or a later one"
            ))
        } else if self.received_on > today {
            Rule::Malformed.says("This day is in the future. Enter the day of the payment")
        } else {
            return Ok(());
        };
        Err(Error::Invalid(vec![Violation::new("received_on", broken)]))
    }
}

/// Validates a reference. Bank references are stored in upper case and without spaces.
pub fn reference(typed: &str, channel: Option<Channel>) -> Result<String, Broken> {
    let is_of_bank = channel.is_some_and(Channel::has_references);
    if typed.trim().is_empty() {
        return if is_of_bank {
            Err(Rule::Required.says("Enter the number that the bank or the app shows for this payment"))
        } else {
            Ok(String::new())
        };
    }
    if channel == Some(Channel::Cash) {
        return Err(Rule::Unknown.says("Cash has no number: leave this empty"));
    }
    let line = Line::<MAX_REFERENCE>::read(typed).map_err(|broken| broken.of("Reference"))?;
    if !is_of_bank {
        return Ok(line.into_string());
    }
    let letters = line.as_str().chars().filter(|letter| !letter.is_whitespace());
    Ok(letters.map(|letter| letter.to_ascii_uppercase()).collect())
}

/// Parses the day of a payment.
pub fn date(text: &str) -> Result<Date, Broken> {
    let date = Date::parse(text, &Iso8601::DATE).ok();
    date.filter(|date| (2000..2200).contains(&date.year()))
        .ok_or_else(|| Rule::Malformed.says("Enter the day of the payment, such as 2026-11-25"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details(channel: Option<Channel>, reference: &str) -> PaymentDetails {
        PaymentDetails {
            order_id: "0192f3a0-7c00-7000-8000-000000000001".to_owned(),
            channel,
            reference: reference.to_owned(),
            amount_paise: 117_100,
            received_on: "2026-11-25".to_owned(),
        }
    }

    fn broken(details: &PaymentDetails) -> Vec<String> {
        let violations = details.validate().err().unwrap_or_default();
        violations
            .into_iter()
            .map(|violation| violation.field.into_owned())
            .collect()
    }

    #[test]
    fn everything_wrong_with_a_payment_is_said_at_once() {
        let nothing = PaymentDetails {
            order_id: String::new(),
            received_on: "yesterday".to_owned(),
            ..details(None, &"1".repeat(61))
        };
        assert_eq!(
            broken(&nothing),
            ["order_id", "channel", "reference", "received_on"]
        );
    }

    #[test]
    fn a_bank_payment_has_a_number_and_cash_has_none() {
        for (channel, reference, is_good) in [
            (Channel::Upi, "633012345678", true),
            (Channel::Upi, " ", false),
            (Channel::BankTransfer, "", false),
            (Channel::CashOnDelivery, "", true),
            (Channel::CashOnDelivery, "Remittance of 3 December", true),
            (Channel::Cash, "", true),
            (Channel::Cash, "1", false),
            (Channel::Online, "pay_1", false),
        ] {
            let broken = broken(&details(Some(channel), reference));
            assert_eq!(broken.is_empty(), is_good, "{channel:?} {reference}");
        }
    }

    #[test]
    fn a_banks_number_is_one_however_it_is_written() {
        let read = |typed| {
            let payment = details(Some(Channel::BankTransfer), typed).validate();
            payment.expect("it is good").reference
        };
        assert_eq!(read("axis n263 2812 3456"), read("AXISN26328123456"));
    }
}
