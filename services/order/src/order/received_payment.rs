//! The received payment of an order.

use serde::{Deserialize, Serialize};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

time::serde::format_description!(pub iso_date, Date, "[year]-[month]-[day]");

/// The payment status of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentStatus {
    /// The money has not arrived.
    Pending,
    /// The money has arrived.
    Paid,
    /// The amount that arrived is not the price. Staff decide about it, or it is refunded after 48 hours.
    Held,
    /// All of the money was refunded.
    Refunded,
    /// A part of the money was refunded.
    PartlyRefunded,
}

impl PaymentStatus {
    /// Every payment status.
    pub const ALL: [Self; 5] = [
        Self::Pending,
        Self::Paid,
        Self::Held,
        Self::Refunded,
        Self::PartlyRefunded,
    ];

    /// Returns the word that the database stores.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Paid => "paid",
            Self::Held => "held",
            Self::Refunded => "refunded",
            Self::PartlyRefunded => "partly_refunded",
        }
    }

    /// Parses the payment status from its word in the database.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == word)
    }
}

/// The channel of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// Cash that the carrier collected and remitted.
    CashOnDelivery,
    /// A payment to the shop's UPI ID.
    Upi,
    /// A transfer to the shop's bank account.
    BankTransfer,
    /// Cash paid to the shop directly.
    Cash,
    /// A payment through a provider.
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

    /// Returns the word that the database stores.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::CashOnDelivery => "cash_on_delivery",
            Self::Upi => "upi",
            Self::BankTransfer => "bank_transfer",
            Self::Cash => "cash",
            Self::Online => "online",
        }
    }

    /// Parses the channel from its word in the database.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.as_str() == word)
    }

    /// Returns true if a bank gives each payment a unique reference.
    pub fn has_references(self) -> bool {
        matches!(self, Self::Upi | Self::BankTransfer)
    }
}

/// A payment for an order, as recorded by a staff member or through a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReceivedPayment {
    /// The channel: a word of [`Channel`], or of a later release.
    pub channel: String,
    /// The reference of the bank, app or carrier. Empty when it has none.
    pub reference: String,
    /// The amount, in paise, more than 0.
    pub amount_paise: i64,
    /// The day the money arrived, in India.
    #[serde(with = "iso_date")]
    pub received_on: Date,
    /// The staff member who recorded it. `None` for the shop's programs.
    pub staff_id: Option<Uuid>,
    /// The time of recording.
    #[serde(with = "time::serde::rfc3339")]
    pub recorded_at: OffsetDateTime,
}
