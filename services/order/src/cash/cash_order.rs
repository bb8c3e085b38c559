//! The COD orders in lists of cash.

use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// A COD order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CashOrder {
    /// A UUID.
    pub id: Uuid,
    /// The order number that a shopper reads out on the phone.
    pub order_number: String,
    /// The carrier on the parcel. Empty before it is shipped.
    pub carrier: String,
    /// The amount to collect, or collected, in paise.
    pub amount_paise: i64,
    /// The time it was placed.
    pub placed_at: OffsetDateTime,
    /// The time it was shipped. `None` before.
    pub shipped_at: Option<OffsetDateTime>,
    /// The time of the first delivery. `None` before.
    pub delivered_at: Option<OffsetDateTime>,
    /// The day the money arrived, in India. `None` before.
    pub remitted_on: Option<Date>,
    /// The remittance's name at the carrier or the bank. `None` before.
    pub reference: Option<String>,
}
