//! A credit of a statement. Pure.

use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// A credit as a statement has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatedCredit {
    /// The bank's number for it.
    pub utr: String,
    /// In paise.
    pub amount_paise: i64,
    /// The day it came.
    pub received_on: Date,
    /// What stands beside it, without UPI ids; at most 200 characters.
    pub narration: String,
    /// The one order that it names.
    pub order_number: Option<String>,
}

/// What became of a credit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreditState {
    /// It names an order, which is asked.
    Waiting,
    /// It paid an order.
    Matched,
    /// No order was found, and somebody of the staff looks at it.
    Unmatched,
    /// Somebody of the staff says that it is no order's money.
    NoOrder,
}

/// A credit that was written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credit {
    /// Ours.
    pub id: Uuid,
    /// See [`StatedCredit`].
    pub utr: String,
    /// In paise.
    pub amount_paise: i64,
    /// The day it came.
    pub received_on: Date,
    /// See [`StatedCredit`].
    pub narration: String,
    /// The order that it names or paid.
    pub order_number: Option<String>,
    /// What became of it.
    pub state: CreditState,
    /// Why no order was found, for staff.
    pub why: String,
    /// What somebody of the staff wrote beside it.
    pub note: String,
    /// When it was written down.
    pub recorded_at: OffsetDateTime,
}

impl CreditState {
    const ALL: [Self; 4] = [Self::Waiting, Self::Matched, Self::Unmatched, Self::NoOrder];

    /// As the database keeps it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Matched => "matched",
            Self::Unmatched => "unmatched",
            Self::NoOrder => "no_order",
        }
    }

    /// The state with this name; fails for a name that only a newer version writes.
    pub fn named(name: &str) -> sqlx::Result<Self> {
        let state = Self::ALL.into_iter().find(|state| state.as_str() == name);
        state.ok_or_else(|| sqlx::Error::Decode("there is no such state of a credit".into()))
    }
}
