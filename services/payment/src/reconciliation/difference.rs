//! Differences between the provider's lists and the stored payments. Pure.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::{
    payment::{
        captured_payment::CapturedPayment,
        refund::{Refund, RefundState},
    },
    provider::{ListedRefund, ProviderPayment, ProviderRefundState, UnreadableItem},
};

/// Automatic capture happens within minutes.
const TAKEN_WITHIN: Duration = Duration::HOUR;

/// The kind of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DifferenceKind {
    /// A payment at the provider that belongs to no order.
    PaymentUnknown,
    /// The amounts of a payment differ.
    PaymentDiffers,
    /// A stored payment that the provider does not know.
    PaymentNotListed,
    /// A refund at the provider that was not requested here.
    RefundUnknown,
    /// The amounts or the end states of a refund differ.
    RefundDiffers,
    /// A stored refund that the provider does not know.
    RefundNotListed,
    /// A list item that this version cannot read.
    Unreadable,
    /// A payment that the bank reserved, and the provider did not capture.
    PaymentNotTaken,
    /// A payment that was refunded by more than its amount.
    MoreWentBack,
}

/// A difference between the provider's lists and the stored payments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The kind.
    pub kind: DifferenceKind,
    /// The provider's id of the payment or refund.
    pub provider_reference: String,
    /// The order's id and number. `None` if unknown.
    pub order: Option<(Uuid, String)>,
    /// The provider's amount, or the stored one if the provider has none, in paise.
    pub amount_paise: i64,
}

impl DifferenceKind {
    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PaymentUnknown => "payment_unknown",
            Self::PaymentDiffers => "payment_differs",
            Self::PaymentNotListed => "payment_not_listed",
            Self::RefundUnknown => "refund_unknown",
            Self::RefundDiffers => "refund_differs",
            Self::RefundNotListed => "refund_not_listed",
            Self::Unreadable => "unreadable",
            Self::PaymentNotTaken => "payment_not_taken",
            Self::MoreWentBack => "more_went_back",
        }
    }
}

impl Difference {
    /// An unknown payment. `None` if it was refunded in full, so that no money is missing.
    pub fn of_unknown(payment: &ProviderPayment) -> Option<Self> {
        (payment.refunded_paise < payment.amount_paise).then(|| Self {
            kind: DifferenceKind::PaymentUnknown,
            provider_reference: payment.id.clone(),
            order: None,
            amount_paise: payment.amount_paise,
        })
    }

    /// An unreadable item. `list` is used if its id cannot be read either.
    pub fn of_unread(unread: &UnreadableItem, list: &str) -> Self {
        let id = Some(unread.id.as_str()).filter(|id| !id.is_empty());
        Self {
            kind: DifferenceKind::Unreadable,
            provider_reference: id.unwrap_or(list).to_owned(),
            order: None,
            amount_paise: unread.amount_paise,
        }
    }

    /// A payment that was not captured in time.
    pub fn of_not_taken(payment: &ProviderPayment, now: OffsetDateTime) -> Option<Self> {
        (payment.is_authorized && now - payment.created_at > TAKEN_WITHIN).then(|| Self {
            kind: DifferenceKind::PaymentNotTaken,
            provider_reference: payment.id.clone(),
            order: None,
            amount_paise: payment.amount_paise,
        })
    }

    /// A payment that was refunded by more than its amount, from its remaining amount.
    pub fn of_left(money: &CapturedPayment, left_paise: i64) -> Option<Self> {
        (left_paise < 0).then(|| Self {
            kind: DifferenceKind::MoreWentBack,
            provider_reference: money.provider_payment_id.clone(),
            order: Some(order(money)),
            amount_paise: -left_paise,
        })
    }

    /// A payment with different amounts. `None` if they agree.
    pub fn of_payment(money: &CapturedPayment, payment: &ProviderPayment) -> Option<Self> {
        (money.amount_paise != payment.amount_paise).then(|| Self {
            kind: DifferenceKind::PaymentDiffers,
            provider_reference: payment.id.clone(),
            order: Some(order(money)),
            amount_paise: payment.amount_paise,
        })
    }

    /// A payment that the provider does not list.
    pub fn of_unlisted(money: &CapturedPayment) -> Self {
        Self {
            kind: DifferenceKind::PaymentNotListed,
            provider_reference: money.provider_payment_id.clone(),
            order: Some(order(money)),
            amount_paise: money.amount_paise,
        }
    }

    /// A refund of a known payment that was not requested here.
    pub fn of_unknown_refund(listed: &ListedRefund, money: &CapturedPayment) -> Self {
        Self {
            kind: DifferenceKind::RefundUnknown,
            provider_reference: listed.refund.id.clone(),
            order: Some(order(money)),
            amount_paise: listed.refund.amount_paise,
        }
    }

    /// A refund that differs. `None` if it agrees, or if one side is only behind.
    pub fn of_refund(
        refund: &Refund,
        listed: &ListedRefund,
        money: Option<&CapturedPayment>,
    ) -> Option<Self> {
        let ends_otherwise = matches!(
            (refund.state, listed.refund.state),
            (RefundState::Processed, ProviderRefundState::Failed)
                | (
                    RefundState::Failed,
                    ProviderRefundState::Processed | ProviderRefundState::Pending
                )
        );
        (ends_otherwise || refund.amount_paise != listed.refund.amount_paise).then(|| Self {
            kind: DifferenceKind::RefundDiffers,
            provider_reference: listed.refund.id.clone(),
            order: money.map(order),
            amount_paise: listed.refund.amount_paise,
        })
    }

    /// A refund that the provider does not list.
    pub fn of_unlisted_refund(refund: &Refund, reference: &str, money: Option<&CapturedPayment>) -> Self {
        Self {
            kind: DifferenceKind::RefundNotListed,
            provider_reference: reference.to_owned(),
            order: money.map(order),
            amount_paise: refund.amount_paise,
        }
    }
}

fn order(money: &CapturedPayment) -> (Uuid, String) {
    (money.order_id, money.order_number.clone())
}
