//! Findings: payment issues that need a person. Pure.

use std::time::Duration;

use time::OffsetDateTime;
use uuid::Uuid;

/// The kind of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingKind {
    /// A payment for which the order has made no decision for a long time.
    MoneyWithoutOrder,
    /// A payment with an open dispute.
    PaymentDisputed,
    /// A payment of a wrong amount without a refund.
    Held,
    /// A refund that failed, without a later refund of at least the same amount.
    RefundFailed,
    /// A refund that the provider has not accepted for an hour, or cannot be asked about.
    RefundWaiting,
    /// A refund that staff must send by hand.
    RefundByHand,
    /// A refund that is on its way for too long.
    RefundLate,
    /// A payment that was refunded by more than its amount.
    MoreWentBack,
    /// A payment that the bank reserved, and the provider did not capture.
    PaymentNotTaken,
    /// A payment at the provider that belongs to no order.
    PaymentUnknown,
    /// A payment whose amount differs at the provider.
    PaymentDiffers,
    /// A stored payment that the provider does not know.
    PaymentNotListed,
    /// A refund at the provider that was not requested here and cannot be recorded.
    RefundUnknown,
    /// A refund whose amount or end state differs at the provider.
    RefundDiffers,
    /// A stored refund that the provider does not know.
    RefundNotListed,
    /// An item of the provider's lists that this version cannot read.
    Unreadable,
    /// A payout whose lines do not match the stored payments and refunds.
    SettlementUnmatched,
    /// An attempt past its deadline that may still be payable.
    StaleAttempt,
}

/// A payment issue that needs a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The kind.
    pub kind: FindingKind,
    /// The order. `None` if unknown.
    pub order_id: Option<Uuid>,
    /// The order number. Empty if unknown.
    pub order_number: String,
    /// The refund, if it is about one.
    pub refund_id: Option<Uuid>,
    /// The provider's id of the refund, payment, payout or attempt. `None` if it has none.
    pub provider_reference: Option<String>,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// Details. May be empty.
    pub words: String,
    /// Since when the issue exists.
    pub since: OffsetDateTime,
}

/// An order decides within seconds. After this time it is a finding.
pub const UNSETTLED_FOR: Duration = Duration::from_mins(10);

/// A provider accepts a refund within a minute, unless the balance is too low or it is down.
pub const NOT_TAKEN_FOR: Duration = Duration::from_hours(1);

/// Refunds take five to seven working days (`https://razorpay.com/docs/payments/refunds`). After a week it is
/// a finding.
pub const ON_ITS_WAY_FOR: Duration = Duration::from_hours(7 * 24);

/// Attempts are closed within minutes after their deadline. After this time it is more than a short outage.
pub const OPEN_AFTER_DUE_FOR: Duration = Duration::from_mins(15);

/// A payout is at the bank and read within a day or two, without weekends.
pub const UNREAD_FOR: Duration = Duration::from_hours(4 * 24);

impl Finding {
    /// The instruction for staff.
    pub fn to_do(&self) -> String {
        let to_do = self.kind.what_to_do();
        if self.words.is_empty() {
            return to_do.to_owned();
        }
        format!("{to_do} {}", self.words)
    }
}

impl FindingKind {
    /// Worst first: money of a shopper without an order, then failed refunds, then issues without a loss yet.
    pub const ALL: [Self; 18] = [
        Self::MoneyWithoutOrder,
        Self::PaymentDisputed,
        Self::Held,
        Self::RefundFailed,
        Self::RefundWaiting,
        Self::RefundByHand,
        Self::RefundLate,
        Self::MoreWentBack,
        Self::PaymentNotTaken,
        Self::PaymentUnknown,
        Self::PaymentDiffers,
        Self::PaymentNotListed,
        Self::RefundUnknown,
        Self::RefundDiffers,
        Self::RefundNotListed,
        Self::Unreadable,
        Self::SettlementUnmatched,
        Self::StaleAttempt,
    ];

    /// The word in the contract and in metrics.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::MoneyWithoutOrder => "money_without_order",
            Self::PaymentDisputed => "payment_disputed",
            Self::Held => "held",
            Self::RefundFailed => "refund_failed",
            Self::RefundWaiting => "refund_waiting",
            Self::RefundByHand => "refund_by_hand",
            Self::RefundLate => "refund_late",
            Self::MoreWentBack => "more_went_back",
            Self::PaymentNotTaken => "payment_not_taken",
            Self::PaymentUnknown => "payment_unknown",
            Self::PaymentDiffers => "payment_differs",
            Self::PaymentNotListed => "payment_not_listed",
            Self::RefundUnknown => "refund_unknown",
            Self::RefundDiffers => "refund_differs",
            Self::RefundNotListed => "refund_not_listed",
            Self::Unreadable => "unreadable",
            Self::SettlementUnmatched => "settlement_unmatched",
            Self::StaleAttempt => "stale_attempt",
        }
    }

    /// The instruction for staff.
    pub fn what_to_do(self) -> &'static str {
        match self {
            Self::MoneyWithoutOrder => {
                "The payment arrived, but it is not assigned to its order. Check that the order service runs and has this order."
            }
            Self::PaymentDisputed => {
                "The shopper's bank disputes this payment. Nothing is packed for its order, and no refund is sent. Answer on the provider's page, with proof of delivery where there is one."
            }
            Self::Held => {
                "The amount received differs from the order's total. Refund it on the order's page, and ask the shopper. After 48 hours it is refunded automatically."
            }
            Self::RefundFailed => {
                "The provider could not send this refund. Refund again on the order's page. If that fails, send the money by hand, and record it here."
            }
            Self::RefundWaiting => {
                "The provider does not accept this refund. The shop tries again automatically. Usually the balance at the provider is too low: add money there, or wait for new payments. If you sent the money by hand, record it here."
            }
            Self::RefundByHand => {
                "Send this refund by hand, from the shop's bank account, and record it here."
            }
            Self::RefundLate => {
                "This refund has taken more than seven days. Ask the provider for its status."
            }
            Self::MoreWentBack => {
                "More was refunded than received, usually once by the provider and once by hand. Ask the shopper to return it."
            }
            Self::PaymentNotTaken => {
                "This payment is authorized but not captured, and is returned to the shopper after some days. Capture it on the provider's page, and switch on automatic capture there."
            }
            Self::PaymentUnknown => {
                "The provider received this payment, but it belongs to no order. Find out on the provider's page what it is for, or refund it there."
            }
            Self::PaymentDiffers => {
                "The provider lists another amount than the shop. Compare both, and tell the developers."
            }
            Self::PaymentNotListed => {
                "The shop has this payment, but the provider does not list it. Look for it on the provider's page before you ship the order."
            }
            Self::RefundUnknown => {
                "The provider sent a refund that the shop did not request. Find out on the provider's page who requested it, and why."
            }
            Self::RefundDiffers => {
                "The provider refunded another amount than the shop recorded, or none. Compare both on the provider's page."
            }
            Self::RefundNotListed => {
                "The shop recorded this refund, but the provider does not list it. Ask the provider for its status."
            }
            Self::Unreadable => {
                "This version cannot read this entry of the provider. Look at it on the provider's page, and tell the developers."
            }
            Self::SettlementUnmatched => {
                "This payout is not in the books, because its lines differ from the shop's. The tab Settlements shows why."
            }
            Self::StaleAttempt => {
                "The time to pay is over, but the payment is still open at the provider. Close it on the provider's page."
            }
        }
    }
}
