//! A row of a carrier's remittance, and its validation. Pure functions.

use runtime::status::{Broken, Rule, Violation, field};
use time::Date;
use values::Line;

use crate::{
    difference::rupees,
    error::Error,
    office::payment::{self, Payment},
    order::{order_status::Status, payment_method::PaymentMethod, received_payment::Channel, record::Order},
};

/// The maximum length of an order number or a name, in characters. No real one is as long.
const MOST: usize = 100;

/// The maximum number of digits of whole rupees: a thousand times the most expensive order.
const MOST_DIGITS: usize = 9;

/// The cells of a row in the file, one field per column. Missing cells are empty.
#[derive(Debug, Clone, Copy, Default)]
pub struct RemittanceCells<'a> {
    /// The order number.
    pub order_number: &'a str,
    /// The amount, in rupees.
    pub amount: &'a str,
    /// The remittance's name at the carrier or the bank.
    pub reference: &'a str,
    /// The date.
    pub remitted_on: &'a str,
    /// The carrier. May be empty.
    pub carrier: &'a str,
}

/// A carrier's remittance for one order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remittance {
    /// The order number.
    pub order_number: String,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The remittance's name at the carrier or the bank, such as a UTR.
    pub reference: String,
    /// The day the money arrived, in India.
    pub remitted_on: Date,
    /// The carrier. `None` if the row has none.
    pub carrier: Option<String>,
}

impl RemittanceCells<'_> {
    /// Validates the cells. Returns every violation with its column.
    pub fn validate(self) -> Result<Remittance, Vec<Violation>> {
        let mut violations = Vec::new();
        let all = &mut violations;
        let order_number = line(self.order_number, "Order number");
        let order_number = field("order_number", order_number, all);
        let amount_paise = field("amount", paise(self.amount), all);
        let reference = if self.reference.is_empty() {
            Err(Rule::Required.says("Enter the reference of this remittance, such as its UTR"))
        } else {
            payment::reference(self.reference, Some(Channel::CashOnDelivery))
        };
        let reference = field("reference", reference, all);
        let remitted_on = field("remitted_on", payment::date(self.remitted_on), all);
        let carrier = match self.carrier {
            "" => Ok(None),
            typed => line(typed, "Carrier").map(Some),
        };
        let carrier = field("carrier", carrier, all);
        let remittance = (|| {
            Some(Remittance {
                order_number: order_number?,
                amount_paise: amount_paise?,
                reference: reference?,
                remitted_on: remitted_on?,
                carrier: carrier?,
            })
        })();
        remittance.ok_or(violations)
    }
}

impl Remittance {
    /// Returns the payment for its order, where `today` is the day in India. `None` if the same payment is
    /// already recorded. Fails with a violation by column if it does not fit the order.
    pub fn pays(&self, order: Option<&Order>, today: Date) -> Result<Option<Payment>, Vec<Violation>> {
        let Some(order) = order else {
            let broken = Rule::Unknown.says(format!("There is no order {}", self.order_number));
            return Err(vec![Violation::new("order_number", broken)]);
        };
        let mut violations = Vec::new();
        field("order_number", is_cash_of_carrier(order), &mut violations);
        field("carrier", self.is_carried(order), &mut violations);
        if !violations.is_empty() {
            return Err(violations);
        }
        if let Some(paid) = &order.payment {
            let recorded = (paid.channel.as_str(), paid.reference.as_str(), paid.amount_paise);
            let told = (
                Channel::CashOnDelivery.as_str(),
                self.reference.as_str(),
                self.amount_paise,
            );
            if recorded == told {
                return Ok(None);
            }
            let broken = Rule::Repeated.says(format!(
                "{} was already recorded for {} on {}",
                rupees(paid.amount_paise),
                self.order_number,
                paid.received_on
            ));
            return Err(vec![Violation::new("order_number", broken)]);
        }
        let payment = Payment {
            order_id: order.id,
            channel: Channel::CashOnDelivery,
            reference: self.reference.clone(),
            amount_paise: self.amount_paise,
            received_on: self.remitted_on,
        };
        match payment.check(order, today) {
            Ok(()) => Ok(Some(payment)),
            Err(refused) => Err(by_column(refused)),
        }
    }

    /// Checks that the carrier is the order's, ignoring case.
    fn is_carried(&self, order: &Order) -> Result<(), Broken> {
        let of_order = order.parcel.as_ref().map_or("", |parcel| parcel.carrier.as_str());
        match &self.carrier {
            Some(carrier) if carrier.to_lowercase() != of_order.to_lowercase() => {
                Err(Rule::Wrong.says(format!("The parcel of this order went with {of_order}")))
            }
            _ => Ok(()),
        }
    }
}

/// Fails if no carrier can have the order's cash.
fn is_cash_of_carrier(order: &Order) -> Result<(), Broken> {
    if order.details.payment_method != Some(PaymentMethod::CashOnDelivery) {
        return Err(Rule::Wrong.says("This order is not cash on delivery"));
    }
    let words = match Status::parse(&order.status) {
        // Carriers may remit before they report the delivery.
        Some(Status::Shipped) => return Ok(()),
        // Carriers remit a shopper's cash days later, even if the packs came back since.
        _ if order.delivered_at().is_some() => return Ok(()),
        Some(Status::Cancelled) => "This order was cancelled: there is nothing to collect",
        Some(Status::Lost) => "The parcel of this order is lost: there is nothing to collect",
        Some(Status::ReturnedToOrigin | Status::Returned) => {
            "This order was returned: there is nothing to collect"
        }
        _ => "This order is not shipped yet",
    };
    // A recorded payment stays valid if the order comes back later.
    if order.payment.is_some() {
        return Ok(());
    }
    Err(Rule::Wrong.says(words))
}

/// Returns the violations of a refused payment, by column.
fn by_column(refused: Error) -> Vec<Violation> {
    let violation = match refused {
        Error::Invalid(violations) => {
            let renamed = violations
                .into_iter()
                .map(|wrong| Violation::new("remitted_on", wrong.broken));
            return renamed.collect();
        }
        Error::WrongAmount {
            due_paise,
            received_paise,
        } => {
            let (due, received) = (rupees(due_paise), rupees(received_paise));
            let words = format!("This order costs {due}, but {received} was received");
            Violation::new("amount", Rule::Wrong.says(words))
        }
        other => Violation::new("order_number", Rule::Wrong.says(other.to_string())),
    };
    vec![violation]
}

fn line(typed: &str, what: &'static str) -> Result<String, Broken> {
    let line = Line::<MOST>::read(typed).map_err(|broken| broken.of(what))?;
    Ok(line.into_string())
}

/// Parses rupees with up to two decimals into paise.
fn paise(typed: &str) -> Result<i64, Broken> {
    let broken = || Rule::Malformed.says("Enter rupees with up to two decimals, such as 1171 or 1171.50");
    if typed.is_empty() {
        return Err(Rule::Required.says("Enter the amount received, in rupees"));
    }
    let (rupees, decimals) = typed.split_once('.').unwrap_or((typed, "0"));
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !are_digits(rupees) || !are_digits(decimals) || rupees.len() > MOST_DIGITS || decimals.len() > 2 {
        return Err(broken());
    }
    let paise = format!("{rupees}{decimals:0<2}").parse().map_err(|_| broken())?;
    if paise == 0 {
        return Err(Rule::Malformed.says("Nothing was received for this order: remove the row"));
    }
    Ok(paise)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_rupees_with_up_to_two_decimals() {
        for (typed, expected) in [
            ("1171", Some(117_100)),
            ("1171.5", Some(117_150)),
            ("0.05", Some(5)),
            ("999999999.99", Some(99_999_999_999)),
            ("", None),
            ("0.00", None),
            ("1171.", None),
            (".5", None),
            ("1171.555", None),
            ("1,171", None),
            ("-1", None),
            ("+1", None),
            ("₹5", None),
            ("1e3", None),
            ("1000000000", None),
        ] {
            assert_eq!(paise(typed).ok(), expected, "{typed:?}");
        }
    }

    #[test]
    fn everything_wrong_with_a_row_is_said_at_once() {
        let nothing = RemittanceCells {
            carrier: "a\u{202e}b",
            ..RemittanceCells::default()
        };
        let violations = nothing.validate().err().unwrap_or_default();
        let columns: Vec<_> = violations.iter().map(|wrong| wrong.field.as_ref()).collect();
        let every = ["order_number", "amount", "reference", "remitted_on", "carrier"];
        assert_eq!(columns, every);
    }
}
