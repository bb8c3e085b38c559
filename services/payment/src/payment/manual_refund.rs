//! How somebody of the shop sent money back. Pure.

use time::Date;
use uuid::Uuid;

/// By which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ManualChannel {
    /// To a UPI address.
    Upi,
    /// To a bank account.
    BankTransfer,
    /// In the shopper's hand.
    Cash,
}

/// How somebody of the shop sent money back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManualRefund {
    /// By which way.
    pub channel: ManualChannel,
    /// The bank's number for it; of cash, who took it.
    pub reference: String,
    /// The day, in India.
    pub sent_on: Date,
    /// Who of the staff says so; none where programs do not say.
    pub staff_id: Option<Uuid>,
}

impl ManualChannel {
    /// Every way.
    pub const ALL: [Self; 3] = [Self::Upi, Self::BankTransfer, Self::Cash];

    /// As the database and events call it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Upi => "upi",
            Self::BankTransfer => "bank_transfer",
            Self::Cash => "cash",
        }
    }

    /// The way with this name; fails for a name that only a newer version writes.
    pub fn named(name: &str) -> sqlx::Result<Self> {
        let channel = Self::ALL.into_iter().find(|channel| channel.as_str() == name);
        channel.ok_or_else(|| sqlx::Error::Decode("there is no such way to send money back".into()))
    }
}

impl ManualRefund {
    /// Whether it is said in the same words, whoever says it.
    pub fn is(&self, other: &Self) -> bool {
        (self.channel, &self.reference, self.sent_on) == (other.channel, &other.reference, other.sent_on)
    }
}
