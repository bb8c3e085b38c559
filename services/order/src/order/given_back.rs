//! Why money of an order is given back, and why it cannot have been. Pure.

use std::fmt;

use crate::order::life::Status;

/// Why money was given back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The order was cancelled, came back unopened or was lost.
    Cancelled,
    /// Packs came back.
    Returned,
    /// Somebody of the shop decided so.
    Goodwill,
}

/// Why money cannot have been given back, as things stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotReturnable {
    /// Nobody wrote money down for the order, or it came through a provider.
    NotPaidByHand,
    /// More would have gone back than came; at most so much may, in paise.
    TooMuch(i64),
    /// No packs of the order came back.
    NotReturned,
    /// The order was neither cancelled nor lost, and did not come back.
    NotCancelled,
    /// The id was sent with something else.
    Reused,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Self; 3] = [Self::Cancelled, Self::Returned, Self::Goodwill];

    /// The word for it in the database and in events.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Cancelled => "cancelled",
            Self::Returned => "returned",
            Self::Goodwill => "goodwill",
        }
    }

    /// The reason that this is the word for.
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == word)
    }

    /// Refuses a reason that the state of an order contradicts: its goods are credited by that state, its money by goodwill alone.
    pub fn check(self, status: Option<Status>) -> Result<(), NotReturnable> {
        match self {
            // A return that is only asked for may be refused: then no credit note would speak for this money.
            Self::Returned if status != Some(Status::Returned) => Err(NotReturnable::NotReturned),
            Self::Cancelled
                if !matches!(status, Some(Status::Cancelled | Status::CameBack | Status::Lost)) =>
            {
                Err(NotReturnable::NotCancelled)
            }
            _ => Ok(()),
        }
    }
}

impl NotReturnable {
    /// For programs.
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

impl fmt::Display for NotReturnable {
    /// For staff.
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPaidByHand => to.write_str(
                "No money was written down for this order. What came through a provider goes back on the payment itself.",
            ),
            Self::TooMuch(left) => {
                let (rupees, paise) = (left / 100, left % 100);
                write!(to, "At most ₹{rupees}.{paise:02} of this order's money can go back.")
            }
            Self::NotReturned => {
                to.write_str("No packs of this order came back. Choose another reason, or note the return first.")
            }
            Self::NotCancelled => {
                to.write_str("This order was neither cancelled nor lost, and did not come back. Choose another reason.")
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
            (Reason::Returned, Status::Returned, true),
            // A return that is asked for may still be refused.
            (Reason::Returned, Status::ReturnRequested, false),
            // What is on its way has not been looked at.
            (Reason::Returned, Status::ReturnAccepted, false),
            (Reason::Returned, Status::Delivered, false),
            (Reason::Cancelled, Status::Lost, true),
            (Reason::Cancelled, Status::Confirmed, false),
            (Reason::Goodwill, Status::Confirmed, true),
        ] {
            assert_eq!(
                reason.check(Some(status)).is_ok(),
                is_good,
                "{reason:?} {status:?}"
            );
        }
        for reason in Reason::ALL {
            assert_eq!(Reason::read(reason.as_str()), Some(reason));
        }
    }
}
