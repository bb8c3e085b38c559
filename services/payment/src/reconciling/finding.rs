//! What somebody has to look at. Pure.

use std::time::Duration;

use time::OffsetDateTime;
use uuid::Uuid;

/// What a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Money came, and its order has not said for long what it does with it.
    MoneyWithoutOrder,
    /// Another sum came than the order costs, and nothing of it goes back.
    Held,
    /// The provider could not give money back, and no later refund is of as much.
    RefundFailed,
    /// Money is to go back, and nobody but a person can send it.
    RefundByHand,
    /// Money is on its way back for longer than it takes.
    RefundLate,
    /// The time of an order is over, and its shopper may still be able to pay it.
    StaleAttempt,
}

/// What somebody has to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What it is about.
    pub kind: Kind,
    /// The order that the money is for.
    pub order_id: Uuid,
    /// Its number.
    pub order_number: String,
    /// What the provider calls the refund, the payment or what was asked for; none where it has no name for it.
    pub provider_reference: Option<String>,
    /// In paise.
    pub amount_paise: i64,
    /// Since when it is so.
    pub since: OffsetDateTime,
}

/// An order answers within seconds: one that has not after so long does not by itself.
pub const UNSETTLED_FOR: Duration = Duration::from_mins(10);

/// Refunds take five to seven working days (`https://razorpay.com/docs/payments/refunds`); what takes a week is asked about.
pub const ON_ITS_WAY_FOR: Duration = Duration::from_hours(7 * 24);

/// What is over is closed within minutes; a provider that was away for longer is no short fault.
pub const OPEN_AFTER_DUE_FOR: Duration = Duration::from_mins(15);

impl Kind {
    /// The worst first: a shopper whose money is with nobody, then money that does not go back, then what costs nobody anything yet.
    pub const ALL: [Self; 6] = [
        Self::MoneyWithoutOrder,
        Self::Held,
        Self::RefundFailed,
        Self::RefundByHand,
        Self::RefundLate,
        Self::StaleAttempt,
    ];

    /// As the contract and metrics call it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::MoneyWithoutOrder => "money_without_order",
            Self::Held => "held",
            Self::RefundFailed => "refund_failed",
            Self::RefundByHand => "refund_by_hand",
            Self::RefundLate => "refund_late",
            Self::StaleAttempt => "stale_attempt",
        }
    }

    /// What staff read.
    pub fn what_to_do(self) -> &'static str {
        match self {
            Self::MoneyWithoutOrder => {
                "The money came, and the order has not taken it. Look whether the order service is up and knows this order."
            }
            Self::Held => {
                "Another sum came than the order costs. Send it back on the order's page, and ask the shopper."
            }
            Self::RefundFailed => {
                "The provider could not send the money back. Send it again on the order's page, or ask the provider why."
            }
            Self::RefundByHand => {
                "Nobody sends this money by itself. Send it by hand, from the shop's bank account."
            }
            Self::RefundLate => {
                "The money is on its way back for more than seven days. Ask the provider where it is."
            }
            Self::StaleAttempt => {
                "The time to pay is over, and the payment could not be closed at the provider. Close it on the provider's page."
            }
        }
    }
}
