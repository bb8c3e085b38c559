//! An order that is paid in cash at the door, as lists of cash tell it.

use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// An order that is paid in cash at the door.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CashOrder {
    /// A UUID.
    pub id: Uuid,
    /// The number that a shopper reads out.
    pub order_number: String,
    /// As it stands on the parcel; empty before it is shipped.
    pub carrier: String,
    /// What is to be collected, or was, in paise.
    pub amount_paise: i64,
    /// When it was ordered.
    pub placed_at: OffsetDateTime,
    /// When it was shipped; none before.
    pub shipped_at: Option<OffsetDateTime>,
    /// When it was delivered first; none before.
    pub delivered_at: Option<OffsetDateTime>,
    /// The day on which the money came, in India; none before.
    pub remitted_on: Option<Date>,
    /// What the carrier or the bank calls the remittance; none before.
    pub reference: Option<String>,
}
