//! Computes an order's payment status from its payments and refunds. Pure functions.

use uuid::Uuid;

use crate::order::received_payment::PaymentStatus;

/// The state of a refund, in the words of the payment service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundState {
    /// The refund is requested.
    Wanted,
    /// The provider has the refund.
    Pending,
    /// The money was refunded.
    Processed,
    /// The refund failed.
    Failed,
}

/// A refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refund {
    /// The payment that is refunded.
    pub payment_id: Uuid,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The state.
    pub state: RefundState,
    /// True if the payment had paid the order.
    pub is_of_accepted: bool,
}

/// The payments of an order and their refunds.
#[derive(Debug, Clone, Default)]
pub struct OrderPayments {
    /// The amount that paid the order, in paise. `None` while it is not paid.
    pub received_paise: Option<i64>,
    /// The payments with a wrong amount, each with its amount in paise.
    pub wrong_amounts: Vec<(Uuid, i64)>,
    /// The refunds of all payments.
    pub refunds: Vec<Refund>,
}

/// The summary of an order's payments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaymentSummary {
    /// The payment status.
    pub status: PaymentStatus,
    /// The refunded part of the money that paid the order, in paise.
    pub refunded_paise: i64,
    /// The part of that money with a refund in progress, in paise.
    pub refunding_paise: i64,
}

impl RefundState {
    /// Every state.
    pub const ALL: [Self; 4] = [Self::Wanted, Self::Pending, Self::Processed, Self::Failed];

    /// Returns the word in the database and in events.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Wanted => "wanted",
            Self::Pending => "pending",
            Self::Processed => "processed",
            Self::Failed => "failed",
        }
    }

    /// Parses a state from its word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }
}

impl OrderPayments {
    /// Summarises the payments. A payment with a wrong amount is held until refunds cover all of it.
    pub fn summary(&self) -> PaymentSummary {
        let of_accepted = |in_state: fn(RefundState) -> bool| -> i64 {
            let refunds = self.refunds.iter();
            let refunds = refunds.filter(|refund| refund.is_of_accepted && in_state(refund.state));
            refunds.map(|refund| refund.amount_paise).sum()
        };
        let refunded_paise = of_accepted(|state| state == RefundState::Processed);
        let refunding_paise =
            of_accepted(|state| matches!(state, RefundState::Wanted | RefundState::Pending));
        let status = match self.received_paise {
            Some(received) if refunded_paise >= received => PaymentStatus::Refunded,
            Some(_) if refunded_paise > 0 => PaymentStatus::PartlyRefunded,
            Some(_) => PaymentStatus::Paid,
            None if self.is_any_held() => PaymentStatus::Held,
            None => PaymentStatus::Pending,
        };
        PaymentSummary {
            status,
            refunded_paise,
            refunding_paise,
        }
    }

    fn is_any_held(&self) -> bool {
        self.wrong_amounts.iter().any(|(payment_id, amount_paise)| {
            let going_back = self
                .refunds
                .iter()
                .filter(|refund| refund.payment_id == *payment_id && refund.state != RefundState::Failed);
            going_back.map(|refund| refund.amount_paise).sum::<i64>() < *amount_paise
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAYMENT: Uuid = Uuid::from_u128(1);
    const WRONG: Uuid = Uuid::from_u128(2);

    fn refund(amount_paise: i64, state: RefundState) -> Refund {
        Refund {
            payment_id: PAYMENT,
            amount_paise,
            state,
            is_of_accepted: true,
        }
    }

    fn summary(payments: &OrderPayments) -> (PaymentStatus, i64, i64) {
        let summary = payments.summary();
        (summary.status, summary.refunded_paise, summary.refunding_paise)
    }

    #[test]
    fn a_payment_may_be_refunded_in_parts_that_count_once_processed() {
        use RefundState::{Failed, Pending, Processed, Wanted};
        let paid = |refunds: &[(i64, RefundState)]| {
            let refunds = refunds.iter().map(|(paise, state)| refund(*paise, *state));
            summary(&OrderPayments {
                received_paise: Some(1_000),
                refunds: refunds.collect(),
                ..OrderPayments::default()
            })
        };
        for (refunds, expected) in [
            (&[][..], (PaymentStatus::Paid, 0, 0)),
            (&[(400, Wanted), (100, Pending)], (PaymentStatus::Paid, 0, 500)),
            (
                &[(400, Processed), (600, Pending)],
                (PaymentStatus::PartlyRefunded, 400, 600),
            ),
            (
                &[(400, Processed), (600, Processed)],
                (PaymentStatus::Refunded, 1_000, 0),
            ),
            (&[(1_000, Failed)], (PaymentStatus::Paid, 0, 0)),
        ] {
            assert_eq!(paid(refunds), expected, "{refunds:?}");
        }
    }

    #[test]
    fn another_sum_is_held_until_it_is_decided_about_and_again_when_it_cannot_go_back() {
        use RefundState::{Failed, Wanted};
        let held = |received_paise, state| {
            let back = Refund {
                payment_id: WRONG,
                is_of_accepted: false,
                ..refund(900, state)
            };
            summary(&OrderPayments {
                received_paise,
                wrong_amounts: vec![(WRONG, 900)],
                refunds: vec![back],
            })
        };
        assert_eq!(held(None, Failed), (PaymentStatus::Held, 0, 0));
        assert_eq!(held(None, Wanted), (PaymentStatus::Pending, 0, 0));
        assert_eq!(held(Some(1_000), Failed), (PaymentStatus::Paid, 0, 0));
        let part = OrderPayments {
            wrong_amounts: vec![(WRONG, 901)],
            refunds: vec![Refund {
                payment_id: WRONG,
                is_of_accepted: false,
                ..refund(900, Wanted)
            }],
            ..OrderPayments::default()
        };
        assert_eq!(summary(&part).0, PaymentStatus::Held);
    }

    #[test]
    fn every_state_has_a_word_of_its_own() {
        for state in RefundState::ALL {
            assert_eq!(RefundState::parse(state.as_str()), Some(state));
        }
    }
}
