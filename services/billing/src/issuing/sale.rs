//! Builds invoices and bills of supply. Pure.

use std::collections::HashMap;

use time::Date;
use uuid::Uuid;

use crate::{
    document::{
        facts::{Buyer, DocumentLine, Facts, Seller, iso},
        kind::DocumentKind,
    },
    issuing::sold_order::SoldOrder,
    tax::{
        rates::{HsnRate, rate_of},
        split::{Price, Supply, Taxes, split},
        states::State,
    },
};

/// The tax classification of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaxClassification {
    /// The HSN code.
    pub hsn_code: String,
    /// The tax class, in the catalog's word.
    pub tax_class: String,
}

/// The HSN code of products that the catalog no longer has: that of the shop's usual goods.
const USUAL_HSN: &str = "1211";

/// The data for a sale document, apart from the order.
#[derive(Debug)]
pub struct SaleTerms<'a> {
    /// The seller.
    pub seller: Seller,
    /// The state of the delivery address. `None` if the pincode is unknown.
    pub buyers_state: Option<State>,
    /// The classification of products.
    pub classes: &'a HashMap<Uuid, TaxClassification>,
    /// All rates.
    pub rates: &'a [HsnRate],
}

/// An HSN code without a rate on that day. A staff member must add a rate or choose a tax class for the
/// product.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no rate is known for HSN {0}")]
pub struct UnknownRate(pub String);

/// Builds the sale document for a day. Leaves its number empty.
///
/// The place of supply is the state of the address, or the seller's state if it is unknown (section 10 (1)
/// (ca) of the IGST Act). Charges are part of a composite supply and taxed like its principal supply
/// (sections 2 (30) and 8 (a) of the CGST Act); with several rates, the highest is used. An accountant has to
/// confirm this and every rate.
pub fn sale(order: &SoldOrder, terms: SaleTerms<'_>, on: Date) -> Result<Facts, UnknownRate> {
    let is_registered = !terms.seller.gstin.is_empty();
    let place = terms.buyers_state.clone().or_else(|| terms.seller.state.clone());
    let supply = supply(&terms.seller, place.as_ref());
    let mut lines = goods(order, &terms, on)?;
    charges(order, &mut lines);
    split_lines(&mut lines, supply);
    Ok(Facts {
        kind: if is_registered {
            DocumentKind::Invoice
        } else {
            DocumentKind::BillOfSupply
        },
        number: String::new(),
        issued_on: iso(on),
        seller: terms.seller,
        buyer: buyer(order),
        place_of_supply: place,
        order_number: order.order_number.clone(),
        ordered_on: iso(order.ordered_on),
        corrects: None,
        supply,
        lines,
    })
}

/// Builds a sale document again for another place of supply, from the credit note that reversed the rest of
/// it. Keeps the rates, which belong to the supply.
pub fn reissue(sale: &Facts, note: &Facts, order: &SoldOrder, place: Option<State>) -> Facts {
    let supply = supply(&sale.seller, place.as_ref());
    let mut lines = note.lines.clone();
    split_lines(&mut lines, supply);
    Facts {
        buyer: Some(buyer(order))
            .filter(|buyer| !buyer.full_name.is_empty())
            .unwrap_or_else(|| sale.buyer.clone()),
        place_of_supply: place,
        supply,
        lines,
        ..sale.clone()
    }
}

fn buyer(order: &SoldOrder) -> Buyer {
    Buyer {
        full_name: order.full_name.clone(),
        address: order.address.clone(),
        pincode: order.pincode.clone(),
    }
}

/// The kind of taxes that a seller charges on goods for a state.
fn supply(seller: &Seller, place: Option<&State>) -> Supply {
    match (seller.gstin.is_empty(), place, &seller.state) {
        (true, ..) => Supply::Untaxed,
        (false, Some(place), Some(state)) if place.code == state.code => Supply::WithinState,
        _ => Supply::BetweenStates,
    }
}

/// Splits the prices of lines into taxable values and taxes.
fn split_lines(lines: &mut [DocumentLine], supply: Supply) {
    let prices: Vec<_> = lines
        .iter()
        .map(|line| Price {
            gross_paise: line.taxes.gross_paise(),
            rate_basis_points: line.rate_basis_points,
        })
        .collect();
    for (line, taxes) in lines.iter_mut().zip(split(&prices, supply)) {
        line.taxes = taxes;
    }
}

/// The lines of goods with their rates, without taxes yet.
fn goods(order: &SoldOrder, terms: &SaleTerms<'_>, on: Date) -> Result<Vec<DocumentLine>, UnknownRate> {
    let is_registered = !terms.seller.gstin.is_empty();
    let mut lines = Vec::new();
    for goods in &order.goods {
        let class = terms.classes.get(&goods.product_id);
        let hsn = class.map_or(USUAL_HSN, |class| &class.hsn_code).to_owned();
        let tax_class = class.map_or("", |class| &class.tax_class);
        let rate_basis_points = if is_registered {
            rate_of(terms.rates, &hsn, tax_class, on).ok_or_else(|| UnknownRate(hsn.clone()))?
        } else {
            0
        };
        lines.push(DocumentLine {
            place: lines.len(),
            description: goods.name.clone(),
            sku: goods.sku.clone(),
            product_id: goods.product_id.to_string(),
            weight_in_grams: goods.weight_in_grams,
            hsn,
            charge: None,
            quantity: goods.quantity,
            unit_price_paise: goods.unit_price_paise,
            rate_basis_points,
            taxes: untaxed(goods.unit_price_paise * i64::from(goods.quantity)),
        });
    }
    Ok(lines)
}

/// Adds the charges at the highest rate of the goods, without taxes yet. A charge of 0 gets no line.
fn charges(order: &SoldOrder, lines: &mut Vec<DocumentLine>) {
    let rate_basis_points = lines.iter().map(|line| line.rate_basis_points).max().unwrap_or(0);
    for charge in order.charges.iter().filter(|charge| charge.amount_paise > 0) {
        lines.push(DocumentLine {
            place: lines.len(),
            description: charge.label.clone(),
            sku: String::new(),
            product_id: String::new(),
            weight_in_grams: 0,
            hsn: String::new(),
            charge: Some(charge.kind),
            quantity: 0,
            unit_price_paise: 0,
            rate_basis_points,
            taxes: untaxed(charge.amount_paise),
        });
    }
}

fn untaxed(paise: i64) -> Taxes {
    Taxes {
        taxable_paise: paise,
        ..Taxes::default()
    }
}

#[cfg(test)]
mod cases;
#[cfg(test)]
mod tests;
