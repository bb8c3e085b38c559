//! The part of an order that documents need.

use time::Date;
use uuid::Uuid;

use crate::{document::facts::ChargeKind, ledger::account::Method};

/// An order, from the order service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoldOrder {
    /// The id.
    pub order_id: Uuid,
    /// The order number.
    pub order_number: String,
    /// The day of the order in India.
    pub ordered_on: Date,
    /// The recipient of the parcel.
    pub full_name: String,
    /// The delivery address.
    pub address: String,
    /// Six digits.
    pub pincode: String,
    /// The ordered goods.
    pub goods: Vec<Goods>,
    /// The charges.
    pub charges: Vec<Charge>,
    /// The payment method at checkout.
    pub method: Method,
    /// True if the order is or was packed.
    pub is_packed: bool,
    /// How far the goods got.
    pub progress: ShippingProgress,
    /// True if it was paid, and not in cash to the carrier.
    pub is_prepaid: bool,
    /// True if it was paid through a provider. Its refunds are then credited as money.
    pub is_paid_online: bool,
    /// The order's version. Decisions by a later version take precedence.
    pub version: i32,
    /// The reversal of the supply, if there is one.
    pub reversal: Option<Reversal>,
}

/// How far the goods of an order got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShippingProgress {
    /// Not shipped.
    NotShipped,
    /// Shipped.
    Shipped,
    /// Shipped, lost, and delivered later.
    FoundLater,
}

/// A line of goods.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goods {
    /// The product's id.
    pub product_id: Uuid,
    /// The product's name.
    pub name: String,
    /// The weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The number of packs.
    pub quantity: i32,
    /// The price of one pack, in paise.
    pub unit_price_paise: i64,
    /// The pack's SKU. May be empty.
    pub sku: String,
}

/// A charge of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Charge {
    /// The kind.
    pub kind: ChargeKind,
    /// The label that the shopper sees.
    pub label: String,
    /// The amount, in paise.
    pub amount_paise: i64,
}

/// The reason for reversing all or a part of a supply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reversal {
    /// Cancelled before shipping. Everything is credited.
    Cancelled,
    /// The goods never reached the buyer. Everything is credited.
    Undelivered,
    /// Packs were returned. An empty list means all of them.
    Returned(Vec<ReturnedPack>),
}

/// A returned pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnedPack {
    /// The product's id.
    pub product_id: Uuid,
    /// The weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The number of packs.
    pub quantity: i32,
}
