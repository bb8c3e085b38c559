use runtime::status::{Rule, Violation};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How the shopper wants to pay. A shopper who names no way pays later, too, and is charged for the lines alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentMethod {
    /// Later, when the shop writes how.
    PayLater,
    /// In cash, to the carrier.
    CashOnDelivery,
    /// At once, by UPI or card.
    Online,
}

impl PaymentMethod {
    /// Every method.
    pub const ALL: [Self; 3] = [Self::PayLater, Self::CashOnDelivery, Self::Online];

    /// The word for it in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PayLater => "pay_later",
            Self::CashOnDelivery => "cash_on_delivery",
            Self::Online => "online",
        }
    }

    /// The method that the database has this word for.
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.as_str() == word)
    }
}

/// How long an order that is paid online waits for its money; none while the shop takes no money online.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaymentWindow(Option<Duration>);

impl PaymentWindow {
    /// The window of so many minutes; 0 for none.
    pub fn of_minutes(minutes: u32) -> Self {
        Self((minutes > 0).then(|| Duration::minutes(i64::from(minutes))))
    }

    /// Whether the shop takes money online.
    pub fn is_open(self) -> bool {
        self.0.is_some()
    }

    /// Until when an order of this moment waits for its money; none when it does not. Refuses a way to pay that is not offered.
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
        let due = |minutes, method| PaymentWindow::of_minutes(minutes).due_at(method, placed).ok();
        assert_eq!(due(30, Some(Online)), Some(Some(datetime!(2026-11-26 10:30 UTC))));
        assert_eq!(due(0, Some(Online)), None);
        for method in [None, Some(PayLater), Some(CashOnDelivery)] {
            for minutes in [0, 30] {
                assert_eq!(due(minutes, method), Some(None), "{method:?} {minutes}");
            }
        }
        assert!(PaymentWindow::of_minutes(1).is_open() && !PaymentWindow::of_minutes(0).is_open());
    }
}
