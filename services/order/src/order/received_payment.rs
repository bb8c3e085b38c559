//! Money that came for an order.

use serde::{Deserialize, Serialize};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

time::serde::format_description!(pub iso_date, Date, "[year]-[month]-[day]");

/// Whether an order is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentStatus {
    /// The money is not there yet.
    Pending,
    /// The money is there.
    Paid,
    /// Another sum came than the order costs: somebody of the shop looks at it.
    Held,
    /// All of the money went back.
    Refunded,
    /// A part of the money went back.
    PartlyRefunded,
}

impl PaymentStatus {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Pending,
        Self::Paid,
        Self::Held,
        Self::Refunded,
        Self::PartlyRefunded,
    ];

    /// The word for it in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Paid => "paid",
            Self::Held => "held",
            Self::Refunded => "refunded",
            Self::PartlyRefunded => "partly_refunded",
        }
    }

    /// What the database has this word for.
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == word)
    }
}

/// By which way money came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// Cash that the carrier collected and remitted.
    CashOnDelivery,
    /// To the shop's UPI address.
    Upi,
    /// To its bank account.
    BankTransfer,
    /// In its hand.
    Cash,
    /// Through a payment provider.
    Online,
}

impl Channel {
    /// Every channel.
    pub const ALL: [Self; 5] = [
        Self::CashOnDelivery,
        Self::Upi,
        Self::BankTransfer,
        Self::Cash,
        Self::Online,
    ];

    /// The word for it in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::CashOnDelivery => "cash_on_delivery",
            Self::Upi => "upi",
            Self::BankTransfer => "bank_transfer",
            Self::Cash => "cash",
            Self::Online => "online",
        }
    }

    /// The channel that the database has this word for.
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.as_str() == word)
    }

    /// Whether a bank names each payment, and no two the same.
    pub fn has_references(self) -> bool {
        matches!(self, Self::Upi | Self::BankTransfer)
    }
}

/// Money that came for an order, as somebody of the staff wrote it down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReceivedPayment {
    /// By which way: a word of [`Channel`], or of a later release.
    pub channel: String,
    /// What the bank, the app or the carrier calls it; empty when it has no name.
    pub reference: String,
    /// In paise, more than 0.
    pub amount_paise: i64,
    /// The day it came, in India.
    #[serde(with = "iso_date")]
    pub received_on: Date,
    /// Who wrote it down; none for the shop's programs.
    pub staff_id: Option<Uuid>,
    /// When it was written down.
    #[serde(with = "time::serde::rfc3339")]
    pub recorded_at: OffsetDateTime,
}
