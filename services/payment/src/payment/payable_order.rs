//! An order, as far as its money goes. Pure.

use time::OffsetDateTime;
use uuid::Uuid;

/// What the order service knows of an order's money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderMoney {
    /// None came.
    Due,
    /// Another sum than it costs came.
    Held,
    /// It is paid, whichever way; some of it may have gone back since.
    Paid,
}

/// An order, as the order service knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayableOrder {
    /// Its id.
    pub id: Uuid,
    /// What the shopper knows it by.
    pub number: String,
    /// What it costs, in paise.
    pub total_paise: i64,
    /// Whether its shopper chose to pay online.
    pub is_online: bool,
    /// Whether it is over, without anything to pay for.
    pub is_cancelled: bool,
    /// Whether all that was paid for it has to go back: its shopper keeps nothing of it. Of one that was returned a part may be kept.
    pub is_owed_back: bool,
    /// What is known of its money.
    pub money: OrderMoney,
    /// Until when it can be paid online.
    pub due_at: Option<OffsetDateTime>,
}

/// Why an order cannot be paid online.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotPayable {
    /// It is cancelled.
    Cancelled,
    /// It is paid.
    Paid,
    /// Its shopper pays in another way, or the shop has no provider.
    NotOnline,
    /// Its time is over.
    TooLate,
}

impl PayableOrder {
    /// Until when it can be paid online; why not, where it cannot.
    pub fn payable_until(&self, now: OffsetDateTime) -> Result<OffsetDateTime, NotPayable> {
        if self.is_cancelled {
            return Err(NotPayable::Cancelled);
        }
        if self.money != OrderMoney::Due {
            return Err(NotPayable::Paid);
        }
        let due_at = self.due_at.filter(|_| self.is_online);
        let due_at = due_at.ok_or(NotPayable::NotOnline)?;
        if due_at <= now {
            return Err(NotPayable::TooLate);
        }
        Ok(due_at)
    }
}
