//! The payment-related part of an order. Pure.

use time::OffsetDateTime;
use uuid::Uuid;

/// The payment status of an order, from the order service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderPaymentStatus {
    /// No payment.
    Due,
    /// A payment of a wrong amount.
    Held,
    /// Paid, by any method, and perhaps partly refunded.
    Paid,
}

/// An order, from the order service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayableOrder {
    /// The id.
    pub id: Uuid,
    /// The order number, which the shopper knows.
    pub number: String,
    /// The total, in paise.
    pub total_paise: i64,
    /// True if the shopper chose to pay online.
    pub is_online: bool,
    /// True if the order has ended and there is nothing left to pay.
    pub is_cancelled: bool,
    /// True if everything that was paid must be refunded. False for returned orders, because a part may be
    /// kept.
    pub must_be_refunded: bool,
    /// The payment status.
    pub money: OrderPaymentStatus,
    /// The deadline of online payment.
    pub due_at: Option<OffsetDateTime>,
}

/// Why an order cannot be paid online.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotPayableReason {
    /// It is cancelled.
    Cancelled,
    /// It is paid.
    Paid,
    /// The shopper pays by another method, or the shop has no provider.
    NotOnline,
    /// The payment deadline has passed.
    TooLate,
}

impl PayableOrder {
    /// The deadline of online payment. Fails with the reason if the order cannot be paid online.
    pub fn payable_until(&self, now: OffsetDateTime) -> Result<OffsetDateTime, NotPayableReason> {
        if self.is_cancelled {
            return Err(NotPayableReason::Cancelled);
        }
        if self.money != OrderPaymentStatus::Due {
            return Err(NotPayableReason::Paid);
        }
        let due_at = self.due_at.filter(|_| self.is_online);
        let due_at = due_at.ok_or(NotPayableReason::NotOnline)?;
        if due_at <= now {
            return Err(NotPayableReason::TooLate);
        }
        Ok(due_at)
    }
}
