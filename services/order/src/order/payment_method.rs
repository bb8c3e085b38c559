use serde::{Deserialize, Serialize};

/// How the shopper wants to pay. A shopper who names no way pays later, too, and is charged for the lines alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentMethod {
    /// Later, when the shop writes how.
    PayLater,
    /// In cash, to the carrier.
    CashOnDelivery,
}

impl PaymentMethod {
    /// Every method.
    pub const ALL: [Self; 2] = [Self::PayLater, Self::CashOnDelivery];

    /// The word for it in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PayLater => "pay_later",
            Self::CashOnDelivery => "cash_on_delivery",
        }
    }

    /// The method that the database has this word for.
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.as_str() == word)
    }
}
