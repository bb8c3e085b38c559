//! What an invoice or a bill of supply says: pure.

use std::collections::HashMap;

use time::Date;
use uuid::Uuid;

use crate::{
    document::{
        facts::{Buyer, Facts, Line, Seller, iso},
        kind::Kind,
    },
    issuing::sold_order::SoldOrder,
    tax::{
        rates::{HsnRate, rate_of},
        split::{Price, Supply, Taxes, split},
        states::State,
    },
};

/// How a product is classified for taxes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// Its code by the Harmonised System.
    pub hsn_code: String,
    /// The catalog's word for its tax class.
    pub tax_class: String,
}

/// Products of which the catalog knows nothing any more are what the shop sells usually.
const USUAL_HSN: &str = "1211";

/// What a sale is written by.
#[derive(Debug)]
pub struct Terms<'a> {
    /// Who sells.
    pub seller: Seller,
    /// Where the goods go; none where nobody knows the pincode.
    pub buyers_state: Option<State>,
    /// How products are classified.
    pub classes: &'a HashMap<Uuid, Class>,
    /// All rates.
    pub rates: &'a [HsnRate],
}

/// A code for which no rate is known on the day: somebody has to add one, or choose a tax class for the product.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no rate is known for HSN {0}")]
pub struct UnknownRate(pub String);

/// The document of a sale on a day; its number is still empty.
///
/// The place of supply is the state of the address, and that of the seller where the address names none (section 10 (1) (ca) of the IGST
/// Act). Charges are no supply of their own: together with the goods they are a composite supply, taxed as its principal one (sections 2
/// (30) and 8 (a) of the CGST Act), and of goods with several rates the highest is taken for the principal. To be confirmed by an
/// accountant, as every rate.
pub fn sale(order: &SoldOrder, terms: Terms<'_>, on: Date) -> Result<Facts, UnknownRate> {
    let is_registered = !terms.seller.gstin.is_empty();
    let place = terms.buyers_state.clone().or_else(|| terms.seller.state.clone());
    let supply = supply(&terms.seller, place.as_ref());
    let mut lines = goods(order, &terms, on)?;
    charges(order, &mut lines);
    split_lines(&mut lines, supply);
    Ok(Facts {
        kind: if is_registered {
            Kind::Invoice
        } else {
            Kind::BillOfSupply
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

/// The sale as it is issued anew for a place of supply, after a credit note has taken back what was left of it. Its rates stay: they are
/// those of the supply.
pub fn again(sale: &Facts, note: &Facts, order: &SoldOrder, place: Option<State>) -> Facts {
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

/// Which taxes a seller charges on goods that go to a state.
fn supply(seller: &Seller, place: Option<&State>) -> Supply {
    match (seller.gstin.is_empty(), place, &seller.state) {
        (true, ..) => Supply::Untaxed,
        (false, Some(place), Some(state)) if place.code == state.code => Supply::WithinState,
        _ => Supply::BetweenStates,
    }
}

/// Splits the prices of lines anew into what is taxed and the taxes.
fn split_lines(lines: &mut [Line], supply: Supply) {
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

/// The lines of goods with their rates, not split yet.
fn goods(order: &SoldOrder, terms: &Terms<'_>, on: Date) -> Result<Vec<Line>, UnknownRate> {
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
        lines.push(Line {
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

/// Adds what the order costs beside its goods, at the highest rate of these, not split yet. A charge of nothing is what the shopper was
/// told, and no line of an invoice.
fn charges(order: &SoldOrder, lines: &mut Vec<Line>) {
    let rate_basis_points = lines.iter().map(|line| line.rate_basis_points).max().unwrap_or(0);
    for charge in order.charges.iter().filter(|charge| charge.amount_paise > 0) {
        lines.push(Line {
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
