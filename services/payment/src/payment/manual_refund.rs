//! Refunds that staff send by hand. Pure.

use time::Date;
use uuid::Uuid;

/// The channel of a manual refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ManualChannel {
    /// To a UPI address.
    Upi,
    /// To a bank account.
    BankTransfer,
    /// Cash, handed to the shopper.
    Cash,
}

/// The record of a refund that a staff member sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManualRefund {
    /// The channel.
    pub channel: ManualChannel,
    /// The bank's reference number. For cash, the person who took it.
    pub reference: String,
    /// The day it was sent, in India.
    pub sent_on: Date,
    /// The staff member who recorded it. `None` if a program did.
    pub staff_id: Option<Uuid>,
}

impl ManualChannel {
    /// All channels.
    pub const ALL: [Self; 3] = [Self::Upi, Self::BankTransfer, Self::Cash];

    /// The word in the database and in events.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Upi => "upi",
            Self::BankTransfer => "bank_transfer",
            Self::Cash => "cash",
        }
    }

    /// The channel with this name. Fails for an unknown name, which a newer version may have written.
    pub fn named(name: &str) -> sqlx::Result<Self> {
        let channel = Self::ALL.into_iter().find(|channel| channel.as_str() == name);
        channel.ok_or_else(|| sqlx::Error::Decode("there is no such way to send money back".into()))
    }
}

impl ManualRefund {
    /// True if channel, reference and day are equal. The staff member may differ.
    pub fn is(&self, other: &Self) -> bool {
        (self.channel, &self.reference, self.sent_on) == (other.channel, &other.reference, other.sent_on)
    }
}
