//! The payment state of an order. Derived from attempts, payments and refunds, and never stored. Pure.

use time::OffsetDateTime;

use crate::payment::{
    attempt::{Attempt, AttemptState},
    captured_payment::{CapturedPayment, PaymentOutcome},
    payable_order::{OrderPaymentStatus, PayableOrder},
    refund::{Refund, RefundState},
};

/// The payment state of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentState {
    /// There is no open attempt.
    NotStarted,
    /// The shopper can pay.
    Open,
    /// The last try was declined.
    Declined,
    /// Money arrived, or the shopper reported a payment, and the order has not decided yet.
    Confirming,
    /// The order is paid.
    Paid,
    /// The amount that arrived differs from the order's total.
    Held,
    /// The deadline has passed without a payment.
    Expired,
    /// A refund is on its way, or due.
    Refunding,
    /// The payment was refunded in full.
    Refunded,
    /// The payment was refunded in part.
    PartlyRefunded,
}

/// The attempts, payments and refunds of an order.
#[derive(Debug, Clone, Default)]
pub struct OrderPayments {
    /// The attempts, newest first.
    pub attempts: Vec<Attempt>,
    /// The payments, oldest first.
    pub money: Vec<CapturedPayment>,
    /// The refunds, oldest first.
    pub refunds: Vec<Refund>,
}

impl OrderPayments {
    /// The payment state of the order.
    pub fn state(&self, order: &PayableOrder, now: OffsetDateTime) -> PaymentState {
        if self.money.iter().any(|money| money.outcome.is_none()) {
            return PaymentState::Confirming;
        }
        if let Some(accepted) = self.last(|outcome| outcome == PaymentOutcome::Accepted) {
            return of_money(accepted, &self.refunds, order.must_be_refunded);
        }
        let is_payable = order.payable_until(now).is_ok();
        if let Some(held) = self.last(|outcome| outcome == PaymentOutcome::WrongAmount) {
            let state = of_money(held, &self.refunds, false);
            // After the refund, the shopper can pay the right amount.
            if state != PaymentState::Refunded || !is_payable {
                return state;
            }
        }
        if order.money == OrderPaymentStatus::Paid {
            return PaymentState::Paid;
        }
        let sent_back =
            self.last(|outcome| matches!(outcome, PaymentOutcome::TooLate | PaymentOutcome::PaidBefore));
        if let Some(money) = sent_back.filter(|_| !is_payable) {
            return of_money(money, &self.refunds, true);
        }
        if order.is_cancelled || order.due_at.is_some_and(|due_at| due_at <= now) {
            return PaymentState::Expired;
        }
        self.open_attempt().map_or(PaymentState::NotStarted, of_attempt)
    }

    /// The open attempt, if there is one.
    pub fn open_attempt(&self) -> Option<&Attempt> {
        self.attempts.iter().find(|attempt| attempt.state.is_open())
    }

    /// True if a payment is undecided or held, so that the shopper is not asked to pay again.
    pub fn has_undecided_or_held(&self) -> bool {
        let waits = |money: &CapturedPayment| {
            money.outcome.is_none()
                || (money.outcome == Some(PaymentOutcome::WrongAmount)
                    && of_money(money, &self.refunds, false) != PaymentState::Refunded)
        };
        self.money.iter().any(waits)
    }

    /// Payments less processed refunds, in paise.
    pub fn paid_paise(&self) -> i64 {
        let came = self.money.iter().map(|money| money.amount_paise).sum::<i64>();
        let processed = |refund: &&Refund| refund.state == RefundState::Processed;
        let went = self.refunds.iter().filter(processed);
        came - went.map(|refund| refund.amount_paise).sum::<i64>()
    }

    /// When the accepted payment arrived, or else the first payment.
    pub fn paid_at(&self) -> Option<OffsetDateTime> {
        let accepted = self.last(|outcome| outcome == PaymentOutcome::Accepted);
        accepted.or(self.money.first()).map(|money| money.captured_at)
    }

    fn last(&self, is: impl Fn(PaymentOutcome) -> bool) -> Option<&CapturedPayment> {
        self.money.iter().rfind(|money| money.outcome.is_some_and(&is))
    }
}

/// The state of an attempt without a payment.
pub fn of_attempt(attempt: &Attempt) -> PaymentState {
    match attempt.state {
        AttemptState::Closed => PaymentState::Expired,
        AttemptState::Paid => PaymentState::Confirming,
        _ if attempt.said_paid_at.is_some() => PaymentState::Confirming,
        AttemptState::Starting => PaymentState::NotStarted,
        AttemptState::Open => PaymentState::Open,
        AttemptState::Declined => PaymentState::Declined,
    }
}

/// The state of a payment, from its own refunds in `refunds`. `is_owed` if it must be refunded in full, even
/// after a failed refund.
pub fn of_money(money: &CapturedPayment, refunds: &[Refund], is_owed: bool) -> PaymentState {
    let of_it = || refunds.iter().filter(|refund| refund.payment_id == money.id);
    let back = of_it()
        .filter(|refund| refund.state == RefundState::Processed)
        .map(|refund| refund.amount_paise)
        .sum::<i64>();
    if of_it().any(|refund| refund.state.is_on_its_way()) {
        return PaymentState::Refunding;
    }
    if back >= money.amount_paise {
        return PaymentState::Refunded;
    }
    match money.outcome {
        None => PaymentState::Confirming,
        Some(PaymentOutcome::TooLate | PaymentOutcome::PaidBefore) => PaymentState::Refunding,
        Some(_) if is_owed => PaymentState::Refunding,
        Some(_) if back > 0 => PaymentState::PartlyRefunded,
        Some(PaymentOutcome::Accepted) => PaymentState::Paid,
        Some(PaymentOutcome::WrongAmount) => PaymentState::Held,
    }
}

#[cfg(test)]
mod tests;
