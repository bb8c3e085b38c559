//! What the payments of an order come to: derived from what was asked, what came and what goes back, and never written down itself. Pure.

use time::OffsetDateTime;

use crate::payment::{
    attempt::{Attempt, AttemptState},
    money::{Money, Outcome},
    payable_order::{OrderMoney, PayableOrder},
    refund::{Refund, RefundState},
};

/// Where paying stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentState {
    /// Nobody is asked for money.
    NotStarted,
    /// The shopper is asked.
    Open,
    /// The last try was declined.
    Declined,
    /// Money came, or the shopper says so, and the order has not decided.
    Confirming,
    /// The order is paid.
    Paid,
    /// Another sum came than the order costs.
    Held,
    /// The time is over, and no money came.
    Expired,
    /// Money goes back, or has to.
    Refunding,
    /// All of it went back.
    Refunded,
    /// A part of it went back.
    PartlyRefunded,
}

/// All that is known of an order's money.
#[derive(Debug, Clone, Default)]
pub struct OrderPayments {
    /// What was asked, newest first.
    pub attempts: Vec<Attempt>,
    /// What came, oldest first.
    pub money: Vec<Money>,
    /// What goes back, oldest first.
    pub refunds: Vec<Refund>,
}

impl OrderPayments {
    /// Where paying the order stands.
    pub fn state(&self, order: &PayableOrder, now: OffsetDateTime) -> PaymentState {
        if self.money.iter().any(|money| money.outcome.is_none()) {
            return PaymentState::Confirming;
        }
        if let Some(accepted) = self.last(|outcome| outcome == Outcome::Accepted) {
            return of_money(accepted, &self.refunds, order.is_owed_back);
        }
        let is_payable = order.payable_until(now).is_ok();
        if let Some(held) = self.last(|outcome| outcome == Outcome::WrongAmount) {
            let state = of_money(held, &self.refunds, false);
            // Once it is back, the shopper may pay what the order costs.
            if state != PaymentState::Refunded || !is_payable {
                return state;
            }
        }
        if order.money == OrderMoney::Paid {
            return PaymentState::Paid;
        }
        let sent_back = self.last(|outcome| matches!(outcome, Outcome::TooLate | Outcome::PaidBefore));
        if let Some(money) = sent_back.filter(|_| !is_payable) {
            return of_money(money, &self.refunds, true);
        }
        if order.is_cancelled || order.due_at.is_some_and(|due_at| due_at <= now) {
            return PaymentState::Expired;
        }
        self.open_attempt().map_or(PaymentState::NotStarted, of_attempt)
    }

    /// The attempt by which the shopper can pay, or soon.
    pub fn open_attempt(&self) -> Option<&Attempt> {
        self.attempts.iter().find(|attempt| attempt.state.is_open())
    }

    /// Money that no attempt has to ask for again: it is not decided yet, or held.
    pub fn is_with_the_shop(&self) -> bool {
        let waits = |money: &Money| {
            money.outcome.is_none()
                || (money.outcome == Some(Outcome::WrongAmount)
                    && of_money(money, &self.refunds, false) != PaymentState::Refunded)
        };
        self.money.iter().any(waits)
    }

    /// What was paid and did not go back, in paise.
    pub fn paid_paise(&self) -> i64 {
        let came = self.money.iter().map(|money| money.amount_paise).sum::<i64>();
        let processed = |refund: &&Refund| refund.state == RefundState::Processed;
        let went = self.refunds.iter().filter(processed);
        came - went.map(|refund| refund.amount_paise).sum::<i64>()
    }

    /// When the money came that pays the order, or else the first that came.
    pub fn paid_at(&self) -> Option<OffsetDateTime> {
        let accepted = self.last(|outcome| outcome == Outcome::Accepted);
        accepted.or(self.money.first()).map(|money| money.captured_at)
    }

    fn last(&self, is: impl Fn(Outcome) -> bool) -> Option<&Money> {
        self.money.iter().rfind(|money| money.outcome.is_some_and(&is))
    }
}

/// Where an attempt stands by which no money came.
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

/// Where money that came stands, with its refunds among these; `is_owed` when it has to go back wholly, also when a try failed.
pub fn of_money(money: &Money, refunds: &[Refund], is_owed: bool) -> PaymentState {
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
        Some(Outcome::TooLate | Outcome::PaidBefore) => PaymentState::Refunding,
        Some(_) if is_owed => PaymentState::Refunding,
        Some(_) if back > 0 => PaymentState::PartlyRefunded,
        Some(Outcome::Accepted) => PaymentState::Paid,
        Some(Outcome::WrongAmount) => PaymentState::Held,
    }
}

#[cfg(test)]
mod tests;
