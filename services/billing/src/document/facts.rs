//! The printed content of a document, as of its day of issue.

use serde::{Deserialize, Serialize};
use time::{Date, macros::format_description};

use crate::{
    document::kind::DocumentKind,
    tax::{
        split::{Supply, Taxes},
        states::State,
    },
};

/// The printed content of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// The kind.
    pub kind: DocumentKind,
    /// The number.
    pub number: String,
    /// The day of issue in India, such as 2026-11-26.
    pub issued_on: String,
    /// The seller.
    pub seller: Seller,
    /// The buyer.
    pub buyer: Buyer,
    /// The place of supply.
    pub place_of_supply: Option<State>,
    /// The order number.
    pub order_number: String,
    /// The day of the order in India, as a date.
    pub ordered_on: String,
    /// The document that a credit note corrects.
    pub corrects: Option<CorrectedDocument>,
    /// The taxes that apply.
    pub supply: Supply,
    /// The lines that were sold, or that are credited.
    pub lines: Vec<DocumentLine>,
}

/// The seller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seller {
    /// The shop's name.
    pub shop_name: String,
    /// The shop's name in Hindi. May be empty.
    pub hindi_name: String,
    /// The legal name.
    pub legal_name: String,
    /// The address.
    pub address_lines: Vec<String>,
    /// Empty if the seller is not registered.
    pub gstin: String,
    /// The state, if it is known.
    pub state: Option<State>,
    /// The food licence number. May be empty.
    pub food_licence: String,
    /// The phone number.
    pub phone: String,
    /// The mail address.
    pub email: String,
    /// True for the sample profile of a new shop. The document is then a sample, too.
    pub is_sample: bool,
}

/// The buyer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buyer {
    /// The recipient of the parcel.
    pub full_name: String,
    /// The delivery address.
    pub address: String,
    /// Six digits.
    pub pincode: String,
}

/// The document that a credit note corrects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorrectedDocument {
    /// The number.
    pub number: String,
    /// The day of issue, as a date.
    pub issued_on: String,
    /// The reason for the correction, in words.
    pub reason: String,
}

/// The kind of a charge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeKind {
    /// Delivery, and charges without a kind.
    Delivery,
    /// The COD fee.
    CodFee,
}

/// A line of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentLine {
    /// The index of the line in the sale, from 0. A credit note does not have all lines.
    pub place: usize,
    /// The description.
    pub description: String,
    /// The pack's SKU. Empty for charges and old orders.
    pub sku: String,
    /// The product's id. Empty for charges.
    pub product_id: String,
    /// The weight of the pack, in grams. 0 for charges.
    pub weight_in_grams: i32,
    /// The HSN code. Empty for charges, which follow the goods.
    pub hsn: String,
    /// The kind of a charge. `None` for goods.
    #[serde(default)]
    pub charge: Option<ChargeKind>,
    /// The number of packs. 0 for charges, and for refunds without goods.
    pub quantity: i32,
    /// The price of one pack with taxes, in paise. 0 without a quantity.
    pub unit_price_paise: i64,
    /// The tax rate, in hundredths of a percent. 0 if the seller is not registered.
    pub rate_basis_points: i64,
    /// The taxable value and the taxes.
    pub taxes: Taxes,
}

impl Facts {
    /// The sum of all lines.
    pub fn sum(&self) -> Taxes {
        Taxes::sum(self.lines.iter().map(|line| line.taxes))
    }

    /// The total, in paise.
    pub fn total_paise(&self) -> i64 {
        self.sum().gross_paise()
    }
}

/// Formats a date as 2026-11-26.
pub fn iso(day: Date) -> String {
    day.format(format_description!("[year]-[month]-[day]"))
        .expect("a day of this century has a form")
}
