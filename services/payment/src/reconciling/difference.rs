//! What the provider's list and what is kept here say differently. Pure.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::{
    payment::{
        money::Money,
        refund::{Refund, RefundState},
    },
    provider::{ListedRefund, ProviderPayment, ProviderRefundState, Unread},
};

/// A provider that captures by itself does within minutes.
const TAKEN_WITHIN: Duration = Duration::HOUR;

/// How the lists differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DifferenceKind {
    /// The provider took money that is no order's.
    PaymentUnknown,
    /// It took another sum than is kept here.
    PaymentDiffers,
    /// It knows nothing of money that is kept here.
    PaymentNotListed,
    /// It sent money back that nobody wanted here.
    RefundUnknown,
    /// It sent another sum back, or none where it was said to have.
    RefundDiffers,
    /// It knows nothing of money that is said to have gone back.
    RefundNotListed,
    /// This version cannot read an item of its lists.
    Unreadable,
    /// A bank holds money for the shop, and the provider was not told to take it.
    PaymentNotTaken,
    /// More of a payment went back than came.
    MoreWentBack,
}

/// What the provider's list and what is kept here say differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// How.
    pub kind: DifferenceKind,
    /// What the provider calls the payment or the refund.
    pub provider_reference: String,
    /// The order's id and number; none where nobody knows.
    pub order: Option<(Uuid, String)>,
    /// What the provider says, or what is kept where it says nothing; in paise.
    pub amount_paise: i64,
}

impl DifferenceKind {
    /// As the database keeps it.
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
    /// Money of the provider that is no order's; none where all of it went back, so that nobody misses it.
    pub fn of_unknown(payment: &ProviderPayment) -> Option<Self> {
        (payment.refunded_paise < payment.amount_paise).then(|| Self {
            kind: DifferenceKind::PaymentUnknown,
            provider_reference: payment.id.clone(),
            order: None,
            amount_paise: payment.amount_paise,
        })
    }

    /// An item of this list that this version cannot read; the list's name stands in the place of an id that cannot be read either.
    pub fn of_unread(unread: &Unread, list: &str) -> Self {
        let id = Some(unread.id.as_str()).filter(|id| !id.is_empty());
        Self {
            kind: DifferenceKind::Unreadable,
            provider_reference: id.unwrap_or(list).to_owned(),
            order: None,
            amount_paise: unread.amount_paise,
        }
    }

    /// Money that the provider was not told to take, although there was time for it.
    pub fn of_not_taken(payment: &ProviderPayment, now: OffsetDateTime) -> Option<Self> {
        (payment.is_authorized && now - payment.created_at > TAKEN_WITHIN).then(|| Self {
            kind: DifferenceKind::PaymentNotTaken,
            provider_reference: payment.id.clone(),
            order: None,
            amount_paise: payment.amount_paise,
        })
    }

    /// A payment of which more went back than came, by what of it is left.
    pub fn of_left(money: &Money, left_paise: i64) -> Option<Self> {
        (left_paise < 0).then(|| Self {
            kind: DifferenceKind::MoreWentBack,
            provider_reference: money.provider_payment_id.clone(),
            order: Some(order(money)),
            amount_paise: -left_paise,
        })
    }

    /// Money that both know; none where they agree.
    pub fn of_payment(money: &Money, payment: &ProviderPayment) -> Option<Self> {
        (money.amount_paise != payment.amount_paise).then(|| Self {
            kind: DifferenceKind::PaymentDiffers,
            provider_reference: payment.id.clone(),
            order: Some(order(money)),
            amount_paise: payment.amount_paise,
        })
    }

    /// Money that the provider does not list.
    pub fn of_unlisted(money: &Money) -> Self {
        Self {
            kind: DifferenceKind::PaymentNotListed,
            provider_reference: money.provider_payment_id.clone(),
            order: Some(order(money)),
            amount_paise: money.amount_paise,
        }
    }

    /// A refund of the provider, of this money, that nobody wanted here.
    pub fn of_unknown_refund(listed: &ListedRefund, money: &Money) -> Self {
        Self {
            kind: DifferenceKind::RefundUnknown,
            provider_reference: listed.refund.id.clone(),
            order: Some(order(money)),
            amount_paise: listed.refund.amount_paise,
        }
    }

    /// A refund that both know; none where they agree, and where one of them is only not as far yet.
    pub fn of_refund(refund: &Refund, listed: &ListedRefund, money: Option<&Money>) -> Option<Self> {
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
    pub fn of_unlisted_refund(refund: &Refund, reference: &str, money: Option<&Money>) -> Self {
        Self {
            kind: DifferenceKind::RefundNotListed,
            provider_reference: reference.to_owned(),
            order: money.map(order),
            amount_paise: refund.amount_paise,
        }
    }
}

fn order(money: &Money) -> (Uuid, String) {
    (money.order_id, money.order_number.clone())
}
