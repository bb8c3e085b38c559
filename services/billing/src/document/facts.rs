//! All that is printed on a document, as it was on the day it was issued.

use serde::{Deserialize, Serialize};
use time::{Date, macros::format_description};

use crate::{
    document::kind::Kind,
    tax::{
        split::{Supply, Taxes},
        states::State,
    },
};

/// All that is printed on a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// What it is.
    pub kind: Kind,
    /// Its number.
    pub number: String,
    /// The day in India: a date such as 2026-11-26.
    pub issued_on: String,
    /// Who sells.
    pub seller: Seller,
    /// Who buys.
    pub buyer: Buyer,
    /// The state in which the goods are supplied.
    pub place_of_supply: Option<State>,
    /// The order's number.
    pub order_number: String,
    /// The day in India on which it was placed: a date.
    pub ordered_on: String,
    /// What a credit note is about.
    pub corrects: Option<Corrected>,
    /// Which taxes there are.
    pub supply: Supply,
    /// What was sold, or what of it is taken back.
    pub lines: Vec<Line>,
}

/// Who sells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seller {
    /// What the shop is called.
    pub shop_name: String,
    /// The same in Hindi; may be empty.
    pub hindi_name: String,
    /// Who sells, by law.
    pub legal_name: String,
    /// Where.
    pub address_lines: Vec<String>,
    /// Empty for a seller who is not registered.
    pub gstin: String,
    /// The seller's state, where it is known.
    pub state: Option<State>,
    /// The food licence; may be empty.
    pub food_licence: String,
    /// Where calls are taken.
    pub phone: String,
    /// Where mail is taken.
    pub email: String,
    /// Whether these are the samples that a new shop begins with: the document is a sample, too.
    pub is_sample: bool,
}

/// Who buys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buyer {
    /// Who receives the parcel.
    pub full_name: String,
    /// Where it goes.
    pub address: String,
    /// Six digits.
    pub pincode: String,
}

/// The sale that a credit note is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Corrected {
    /// Its number.
    pub number: String,
    /// The day it was issued: a date.
    pub issued_on: String,
    /// Why it is corrected, in words.
    pub reason: String,
}

/// What a charge is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeKind {
    /// The way to the buyer, or what nobody says.
    Delivery,
    /// Paying in cash at the door.
    CodFee,
}

/// A line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Which line of the sale it is, from 0; a credit note has not all of them.
    pub place: usize,
    /// What it is.
    pub description: String,
    /// The pack's name; empty for charges and old orders.
    pub sku: String,
    /// The product's id; empty for charges.
    pub product_id: String,
    /// Weight of the pack, in grams; 0 for charges.
    pub weight_in_grams: i32,
    /// The code of the goods by the Harmonised System; empty for charges, which follow the goods.
    pub hsn: String,
    /// What the charge is for; none for goods.
    #[serde(default)]
    pub charge: Option<ChargeKind>,
    /// How many packs; 0 for charges, and where money goes back without goods.
    pub quantity: i32,
    /// What one costs, taxes included, in paise; 0 where there is no quantity.
    pub unit_price_paise: i64,
    /// In hundredths of a percent; 0 for a seller who is not registered.
    pub rate_basis_points: i64,
    /// What its price consists of.
    pub taxes: Taxes,
}

impl Facts {
    /// What all lines consist of.
    pub fn sum(&self) -> Taxes {
        Taxes::sum(self.lines.iter().map(|line| line.taxes))
    }

    /// What it comes to, in paise.
    pub fn total_paise(&self) -> i64 {
        self.sum().gross_paise()
    }
}

/// A date as 2026-11-26.
pub fn iso(day: Date) -> String {
    day.format(format_description!("[year]-[month]-[day]"))
        .expect("a day of this century has a form")
}
