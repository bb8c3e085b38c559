//! The reasons of manual refunds, and the errors that refuse them. Pure functions.

use std::fmt;

use crate::order::order_status::Status;

/// The reason of a manual refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundReason {
    /// The order was cancelled, came back unopened (RTO) or was lost.
    Cancelled,
    /// Packs were returned.
    Returned,
    /// A staff member decided so.
    Goodwill,
}

/// The error of a refund that the order's state does not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundRefusal {
    /// No payment is recorded for the order, or it came through a provider.
    NotPaidByHand,
    /// The refunds would exceed the payment. Contains the amount left, in paise.
    TooMuch(i64),
    /// The order is not returned.
    NotReturned,
    /// The order was not cancelled, lost or brought back.
    NotCancelled,
    /// The refund's ID was used with other values.
    Reused,
}

impl RefundReason {
    /// Every reason.
    pub const ALL: [Self; 3] = [Self::Cancelled, Self::Returned, Self::Goodwill];

    /// Returns the word in the database and in events.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Cancelled => "cancelled",
            Self::Returned => "returned",
            Self::Goodwill => "goodwill",
        }
    }

    /// Parses a reason from its word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == word)
    }

    /// Fails if the reason contradicts the order's status, because the status determines the credit note.
    /// Goodwill fits any status.
    pub fn check(self, status: Option<Status>) -> Result<(), RefundRefusal> {
        match self {
            // A return request may still be refused, and then the refund would have no credit note.
            Self::Returned if status != Some(Status::Returned) => Err(RefundRefusal::NotReturned),
            Self::Cancelled
                if !matches!(
                    status,
                    Some(Status::Cancelled | Status::ReturnedToOrigin | Status::Lost)
                ) =>
            {
                Err(RefundRefusal::NotCancelled)
            }
            _ => Ok(()),
        }
    }
}

impl RefundRefusal {
    /// Returns the error reason for clients.
    pub fn reason(self) -> &'static str {
        match self {
            Self::NotPaidByHand => "NOT_PAID_BY_HAND",
            Self::TooMuch(_) => "TOO_MUCH",
            Self::NotReturned => "NOT_RETURNED",
            Self::NotCancelled => "NOT_CANCELLED",
            Self::Reused => "REFUND_REUSED",
        }
    }
}

impl fmt::Display for RefundRefusal {
    /// Writes the message for staff.
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPaidByHand => to.write_str(
                "No payment is recorded for this order. Refund an online payment on the payment itself.",
            ),
            Self::TooMuch(left) => {
                let (rupees, paise) = (left / 100, left % 100);
                write!(to, "At most ₹{rupees}.{paise:02} of this order can be refunded.")
            }
            Self::NotReturned => to.write_str(
                "No packs of this order were returned. Choose another reason, or record the return first.",
            ),
            Self::NotCancelled => {
                to.write_str("This order was not cancelled, lost or returned. Choose another reason.")
            }
            Self::Reused => to.write_str("This refund was already sent with other details."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_agrees_with_the_order() {
        for (reason, status, is_good) in [
            (RefundReason::Returned, Status::Returned, true),
            // A requested return may still be refused.
            (RefundReason::Returned, Status::ReturnRequested, false),
            // Packs on their way back are not inspected yet.
            (RefundReason::Returned, Status::ReturnAccepted, false),
            (RefundReason::Returned, Status::Delivered, false),
            (RefundReason::Cancelled, Status::Lost, true),
            (RefundReason::Cancelled, Status::Confirmed, false),
            (RefundReason::Goodwill, Status::Confirmed, true),
        ] {
            assert_eq!(
                reason.check(Some(status)).is_ok(),
                is_good,
                "{reason:?} {status:?}"
            );
        }
        for reason in RefundReason::ALL {
            assert_eq!(RefundReason::parse(reason.as_str()), Some(reason));
        }
    }
}
