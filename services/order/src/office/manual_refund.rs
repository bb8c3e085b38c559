//! Manual refunds that staff record, and their validation. Pure functions.
//!
//! They belong to this service, because staff record the payments here too. The payment service knows only
//! payments through providers, and the remaining amount is checked under the order's lock.

use runtime::status::{Rule, Violation, field};
use time::Date;
use uuid::Uuid;
use values::day_in_india;

use crate::{
    error::Error,
    office::payment::reference,
    order::{
        order_status::Status,
        received_payment::Channel,
        record::Order,
        refund_reason::{RefundReason, RefundRefusal},
    },
};

/// An unvalidated refund. [`ManualRefundDetails::validate`] turns it into a [`ManualRefund`].
#[derive(Debug, Clone)]
pub struct ManualRefundDetails {
    /// The refund's ID, a UUID.
    pub refund_id: String,
    /// The order's ID, a UUID.
    pub order_id: String,
    /// The channel. `None` if the request has none.
    pub channel: Option<Channel>,
    /// The bank's reference. For cash, the person who took it.
    pub reference: String,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The reason. `None` if the request has none.
    pub reason: Option<RefundReason>,
    /// The day, a date.
    pub sent_on: String,
}

/// A manual refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManualRefund {
    /// The refund's ID. A refund with the same ID is a retry.
    pub refund_id: Uuid,
    /// The order's id.
    pub order_id: Uuid,
    /// The channel.
    pub channel: Channel,
    /// The bank's reference. For cash, the person who took it.
    pub reference: String,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The reason.
    pub reason: RefundReason,
    /// The day of the refund, in India.
    pub sent_on: Date,
}

impl ManualRefundDetails {
    /// Validates the values. Returns every violation.
    pub fn validate(&self) -> Result<ManualRefund, Vec<Violation>> {
        let mut violations = Vec::new();
        let all = &mut violations;
        let uuid = |text: &str| Uuid::parse_str(text).map_err(|_| Rule::Malformed.says("must be a UUID"));
        let refund_id = field("refund_id", uuid(&self.refund_id), all);
        let order_id = field("order_id", uuid(&self.order_id), all);
        let channel = match self.channel {
            None => Err(Rule::Required.says("Choose how the money was sent")),
            Some(Channel::CashOnDelivery | Channel::Online) => {
                Err(Rule::NotOffered.says("Choose UPI, bank transfer or cash"))
            }
            Some(channel) => Ok(channel),
        };
        let channel = field("channel", channel, all);
        let reference = field("reference", self.reference(), all);
        let amount_paise = if self.amount_paise > 0 {
            Ok(self.amount_paise)
        } else {
            Err(Rule::Required.says("Enter how much was refunded"))
        };
        let amount_paise = field("amount_paise", amount_paise, all);
        let reason = self
            .reason
            .ok_or(Rule::Required.says("Choose why it was refunded"));
        let reason = field("reason", reason, all);
        let sent_on = field("sent_on", crate::office::payment::date(&self.sent_on), all);
        let returned = (|| {
            Some(ManualRefund {
                refund_id: refund_id?,
                order_id: order_id?,
                channel: channel?,
                reference: reference?,
                amount_paise: amount_paise?,
                reason: reason?,
                sent_on: sent_on?,
            })
        })();
        returned.ok_or(violations)
    }

    /// For cash, the person who took it. It is validated like a carrier's reference, which may be any words.
    fn reference(&self) -> Result<String, runtime::status::Broken> {
        if self.channel == Some(Channel::Cash) {
            if self.reference.trim().is_empty() {
                return Err(Rule::Required.says("Enter the person who took the cash"));
            }
            return reference(&self.reference, Some(Channel::CashOnDelivery));
        }
        reference(&self.reference, self.channel)
    }
}

impl ManualRefund {
    /// Checks a refund against its order, where `today` is the day in India. Fails if the reason, the amount
    /// or the day does not fit.
    pub fn check(&self, order: &Order, today: Date) -> Result<(), Error> {
        let payment = order.payment.as_ref();
        let payment = payment.filter(|payment| payment.channel != Channel::Online.as_str());
        let payment = payment.ok_or(Error::RefundRefusal(RefundRefusal::NotPaidByHand))?;
        self.reason
            .check(Status::parse(&order.status))
            .map_err(Error::RefundRefusal)?;
        let left = payment.amount_paise - order.refunded_paise - order.refunding_paise;
        if self.amount_paise > left {
            return Err(Error::RefundRefusal(RefundRefusal::TooMuch(left)));
        }
        // The shopper paid the carrier at the door, days before the carrier's remittance.
        let paid_at = order
            .delivered_at()
            .filter(|_| payment.channel == Channel::CashOnDelivery.as_str());
        let paid_on = paid_at.map_or(payment.received_on, day_in_india);
        let came_on = payment.received_on.min(paid_on);
        let broken = if self.sent_on < came_on {
            Rule::Malformed.says(format!(
                "The payment arrived on {came_on}. Enter that day or a later one"
            ))
        } else if self.sent_on > today {
            Rule::Malformed.says("This day is in the future. Enter the day of the refund")
        } else {
            return Ok(());
        };
        Err(Error::Invalid(vec![Violation::new("sent_on", broken)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details() -> ManualRefundDetails {
        ManualRefundDetails {
            refund_id: Uuid::from_u128(1).to_string(),
            order_id: Uuid::from_u128(2).to_string(),
            channel: Some(Channel::BankTransfer),
            reference: "axis n263 2812".to_owned(),
            amount_paise: 100,
            reason: Some(RefundReason::Goodwill),
            sent_on: "2026-11-26".to_owned(),
        }
    }

    #[test]
    fn everything_wrong_with_returned_money_is_said_at_once() {
        let wrong = ManualRefundDetails {
            refund_id: String::new(),
            order_id: "x".to_owned(),
            channel: Some(Channel::Online),
            reference: "1".repeat(61),
            amount_paise: 0,
            reason: None,
            sent_on: "today".to_owned(),
        };
        let violations = wrong.validate().expect_err("all of it is wrong").into_iter();
        let fields: Vec<_> = violations.map(|violation| violation.field.into_owned()).collect();
        assert_eq!(
            fields,
            [
                "refund_id",
                "order_id",
                "channel",
                "reference",
                "amount_paise",
                "reason",
                "sent_on"
            ]
        );
    }

    #[test]
    fn a_bank_refund_has_a_number_and_a_cash_refund_names_its_recipient() {
        let read = |channel, reference: &str| {
            let details = ManualRefundDetails {
                channel: Some(channel),
                reference: reference.to_owned(),
                ..details()
            };
            details.validate().ok().map(|returned| returned.reference)
        };
        assert_eq!(
            read(Channel::BankTransfer, "axis n263 2812").as_deref(),
            Some("AXISN2632812")
        );
        assert_eq!(read(Channel::Cash, "Asha Patel").as_deref(), Some("Asha Patel"));
        assert_eq!(read(Channel::Cash, " "), None);
        assert_eq!(read(Channel::Upi, ""), None);
    }
}
