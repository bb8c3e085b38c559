//! Credits of bank statements. Pure.

use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// A credit in a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementCredit {
    /// The bank's reference number.
    pub utr: String,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The day it arrived.
    pub received_on: Date,
    /// The narration without UPI ids, at most 200 characters.
    pub narration: String,
    /// The only order that the narration names.
    pub order_number: Option<String>,
}

/// The state of a credit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreditState {
    /// It names an order that has not been asked yet.
    Waiting,
    /// It paid an order.
    Matched,
    /// No order was found. A staff member must resolve it.
    Unmatched,
    /// A staff member resolved it as no order's money.
    NoOrder,
}

/// A stored credit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credit {
    /// The id.
    pub id: Uuid,
    /// See [`StatementCredit`].
    pub utr: String,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The day it arrived.
    pub received_on: Date,
    /// See [`StatementCredit`].
    pub narration: String,
    /// The order that it names or paid.
    pub order_number: Option<String>,
    /// The state.
    pub state: CreditState,
    /// Why no order was found, for staff.
    pub why: String,
    /// The staff member's note.
    pub note: String,
    /// When it was stored.
    pub recorded_at: OffsetDateTime,
}

impl CreditState {
    const ALL: [Self; 4] = [Self::Waiting, Self::Matched, Self::Unmatched, Self::NoOrder];

    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Matched => "matched",
            Self::Unmatched => "unmatched",
            Self::NoOrder => "no_order",
        }
    }

    /// The state with this name. Fails for an unknown name, which a newer version may have written.
    pub fn named(name: &str) -> sqlx::Result<Self> {
        let state = Self::ALL.into_iter().find(|state| state.as_str() == name);
        state.ok_or_else(|| sqlx::Error::Decode("there is no such state of a credit".into()))
    }
}
