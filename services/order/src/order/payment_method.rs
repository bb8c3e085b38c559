use runtime::status::{Rule, Violation};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// The payment method. Without one, the shopper pays later too, but only for the lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentMethod {
    /// Later, after the shop sends payment instructions.
    PayLater,
    /// Cash on delivery.
    CashOnDelivery,
    /// Online at once, by UPI or card.
    Online,
}

impl PaymentMethod {
    /// Every method.
    pub const ALL: [Self; 3] = [Self::PayLater, Self::CashOnDelivery, Self::Online];

    /// Returns the word that the database stores.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PayLater => "pay_later",
            Self::CashOnDelivery => "cash_on_delivery",
            Self::Online => "online",
        }
    }

    /// Parses the method from its word in the database.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.as_str() == word)
    }
}

/// The payment window: how long an online order waits for its payment. `None` if online payment is not
/// offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaymentWindow(Option<Duration>);

impl PaymentWindow {
    /// Creates a window of this many minutes. 0 for none.
    pub fn from_minutes(minutes: u32) -> Self {
        Self((minutes > 0).then(|| Duration::minutes(i64::from(minutes))))
    }

    /// Returns true if online payment is offered.
    pub fn is_open(self) -> bool {
        self.0.is_some()
    }

    /// Returns the end of the payment window of an order placed now. `None` for other methods. Fails if
    /// online payment is not offered.
    pub fn due_at(
        self,
        method: Option<PaymentMethod>,
        placed_at: OffsetDateTime,
    ) -> Result<Option<OffsetDateTime>, Violation> {
        match (method, self.0) {
            (Some(PaymentMethod::Online), Some(window)) => Ok(Some(placed_at + window)),
            (Some(PaymentMethod::Online), None) => {
                let words = "Paying online is not offered now. Please choose to pay later.";
                Err(Violation::new("payment_method", Rule::NotOffered.says(words)))
            }
            _ => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn only_what_is_paid_online_waits_for_its_money_and_only_where_that_is_offered() {
        use PaymentMethod::{CashOnDelivery, Online, PayLater};
        let placed = datetime!(2026-11-26 10:00 UTC);
        let due = |minutes, method| PaymentWindow::from_minutes(minutes).due_at(method, placed).ok();
        assert_eq!(due(30, Some(Online)), Some(Some(datetime!(2026-11-26 10:30 UTC))));
        assert_eq!(due(0, Some(Online)), None);
        for method in [None, Some(PayLater), Some(CashOnDelivery)] {
            for minutes in [0, 30] {
                assert_eq!(due(minutes, method), Some(None), "{method:?} {minutes}");
            }
        }
        assert!(PaymentWindow::from_minutes(1).is_open() && !PaymentWindow::from_minutes(0).is_open());
    }
}
