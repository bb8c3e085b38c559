//! An order as far as documents need it.

use time::Date;
use uuid::Uuid;

use crate::{document::facts::ChargeKind, ledger::account::Method};

/// An order as the order service keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoldOrder {
    /// Its id.
    pub order_id: Uuid,
    /// The number a shopper reads out on the phone.
    pub order_number: String,
    /// The day in India on which it was placed.
    pub ordered_on: Date,
    /// Who receives the parcel.
    pub full_name: String,
    /// Where the parcel goes.
    pub address: String,
    /// Six digits.
    pub pincode: String,
    /// What was ordered.
    pub goods: Vec<Goods>,
    /// What it costs beside.
    pub charges: Vec<Charge>,
    /// How it was to be paid, as it was placed.
    pub method: Method,
    /// Whether its parcel is closed, or was.
    pub is_packed: bool,
    /// How far its goods went.
    pub way: Way,
    /// Whether it was paid, and not to the carrier at the door.
    pub is_prepaid: bool,
    /// Whether it was paid through a provider: what goes back is then told as money.
    pub is_paid_online: bool,
    /// Counts the changes of the order: what was decided by a later one stands.
    pub version: i32,
    /// What became of it, if the supply did not stand.
    pub reversal: Option<Reversal>,
}

/// How far the goods of an order went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// They never left the shop.
    NotLeft,
    /// They left it.
    Left,
    /// They left it, were lost, and were delivered later.
    Found,
}

/// A line of goods.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Goods {
    /// The product's id.
    pub product_id: Uuid,
    /// What it is called.
    pub name: String,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// How many packs.
    pub quantity: i32,
    /// What one costs, in paise.
    pub unit_price_paise: i64,
    /// The pack's name; may be empty.
    pub sku: String,
}

/// What an order costs beside its goods.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Charge {
    /// What it is for.
    pub kind: ChargeKind,
    /// As the shopper reads it.
    pub label: String,
    /// In paise.
    pub amount_paise: i64,
}

/// Why a supply did not stand, or not all of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reversal {
    /// It was cancelled before its goods left: all of it is taken back.
    Cancelled,
    /// The goods never came to the buyer: all of it is taken back.
    Undelivered,
    /// Packs came back; none named means all of them.
    Returned(Vec<ReturnedPack>),
}

/// Packs that came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnedPack {
    /// The product's id.
    pub product_id: Uuid,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// How many.
    pub quantity: i32,
}
