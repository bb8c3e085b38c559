//! What somebody has to look at. Pure.

use std::time::Duration;

use time::OffsetDateTime;
use uuid::Uuid;

/// What a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Money came, and its order has not said for long what it does with it.
    MoneyWithoutOrder,
    /// A shopper's bank takes a payment back, or wants to.
    PaymentDisputed,
    /// Another sum came than the order costs, and nothing of it goes back.
    Held,
    /// The provider could not give money back, and no later refund is of as much.
    RefundFailed,
    /// The provider has not taken a refund for an hour, or cannot be asked.
    RefundWaiting,
    /// Money is to go back, and only a person can send it.
    RefundByHand,
    /// Money is on its way back for longer than it takes.
    RefundLate,
    /// More of a payment went back than came.
    MoreWentBack,
    /// A bank holds money for the shop, and the provider was not told to take it.
    PaymentNotTaken,
    /// The provider took money that is no order's.
    PaymentUnknown,
    /// It took another sum than is kept here.
    PaymentDiffers,
    /// It knows nothing of money that is kept here.
    PaymentNotListed,
    /// It sent money back that nobody wanted here, and that cannot be written down.
    RefundUnknown,
    /// It sent another sum back than is kept here, or none.
    RefundDiffers,
    /// It knows nothing of money that is said to have gone back.
    RefundNotListed,
    /// This version cannot read an item of its lists.
    Unreadable,
    /// The provider's settlement is not made of payments and refunds that are kept here.
    SettlementUnmatched,
    /// The time of an order is over, and its shopper may still be able to pay it.
    StaleAttempt,
}

/// What somebody has to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What it is about.
    pub kind: Kind,
    /// The order that the money is for; none where nobody knows.
    pub order_id: Option<Uuid>,
    /// Its number; empty where nobody knows.
    pub order_number: String,
    /// The refund; none where it is about none.
    pub refund_id: Option<Uuid>,
    /// What the provider calls the refund, the payment or what was asked for; none where it has no name for it.
    pub provider_reference: Option<String>,
    /// In paise.
    pub amount_paise: i64,
    /// More of it, in words; may be empty.
    pub words: String,
    /// Since when it is so.
    pub since: OffsetDateTime,
}

/// An order answers within seconds: one that has not after so long does not by itself.
pub const UNSETTLED_FOR: Duration = Duration::from_mins(10);

/// The provider takes a refund within a minute, unless the balance is too low or it cannot be asked.
pub const NOT_TAKEN_FOR: Duration = Duration::from_hours(1);

/// Refunds take five to seven working days (`https://razorpay.com/docs/payments/refunds`); what takes a week is asked about.
pub const ON_ITS_WAY_FOR: Duration = Duration::from_hours(7 * 24);

/// What is over is closed within minutes; a provider that was away for longer is no short fault.
pub const OPEN_AFTER_DUE_FOR: Duration = Duration::from_mins(15);

/// A settlement is with the bank and read within a day or two, weekends left out.
pub const UNREAD_FOR: Duration = Duration::from_hours(4 * 24);

impl Finding {
    /// Staff read this.
    pub fn to_do(&self) -> String {
        let to_do = self.kind.what_to_do();
        if self.words.is_empty() {
            return to_do.to_owned();
        }
        format!("{to_do} {}", self.words)
    }
}

impl Kind {
    /// The worst first: a shopper whose money is with nobody, then money that does not go back, then what costs nobody anything yet.
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

    /// As the contract and metrics call it.
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

    /// What staff read.
    pub fn what_to_do(self) -> &'static str {
        match self {
            Self::MoneyWithoutOrder => {
                "The money came, and the order has not taken it. Look whether the order service is up and knows this order."
            }
            Self::PaymentDisputed => {
                "The shopper's bank disputes this payment. Nothing is packed for its order, and no refund is sent. Answer on the provider's page, with proof of delivery where there is one."
            }
            Self::Held => {
                "Another sum came than the order costs. Send it back on the order's page, and ask the shopper. After 48 hours it goes back by itself."
            }
            Self::RefundFailed => {
                "The provider could not send the money back. Send it again on the order's page. If the provider cannot, send it by hand, and enter here how it was sent."
            }
            Self::RefundWaiting => {
                "The provider does not take this refund, and is asked again by itself. Mostly the balance at the provider is too low: add money there, or wait for new payments. If it was sent by hand, enter here how."
            }
            Self::RefundByHand => {
                "No program sends this money. Send it by hand, from the shop's bank account, and enter here how it was sent."
            }
            Self::RefundLate => {
                "The money is on its way back for more than seven days. Ask the provider where it is."
            }
            Self::MoreWentBack => {
                "More of this payment went back than came, mostly once by the provider and once by hand. Ask the shopper for it."
            }
            Self::PaymentNotTaken => {
                "A shopper's bank holds this money for the shop, and the provider was not told to take it: it goes back by itself after some days. Capture it on the provider's page, and have the provider capture automatically."
            }
            Self::PaymentUnknown => {
                "The provider took this money, and it is no order's. Find out on the provider's page what it is for, or send it back there."
            }
            Self::PaymentDiffers => {
                "The provider took another sum than is kept here. Compare both, and tell the developers."
            }
            Self::PaymentNotListed => {
                "This money is kept here, and the provider does not list it. Look for it on the provider's page before anything is sent."
            }
            Self::RefundUnknown => {
                "The provider sent this back, and nobody here wanted it. Find out on the provider's page who did, and why."
            }
            Self::RefundDiffers => {
                "The provider sent another sum back than is kept here, or none. Compare both on the provider's page."
            }
            Self::RefundNotListed => {
                "This is said to have gone back, and the provider does not list it. Ask the provider where it is."
            }
            Self::Unreadable => {
                "The provider lists this in a way that this version cannot read. Look at it on the provider's page, and tell the developers."
            }
            Self::SettlementUnmatched => {
                "What the provider paid out is not in the books: its lines are not what is kept here. The tab Settlements says why."
            }
            Self::StaleAttempt => {
                "The time to pay is over, and the payment could not be closed at the provider. Close it on the provider's page."
            }
        }
    }
}
