//! Builds credit notes. Pure.

use std::{cmp::Ordering, collections::HashMap};

use crate::{
    document::{
        facts::{CorrectedDocument, DocumentLine, Facts},
        kind::DocumentKind,
    },
    issuing::sold_order::{ReturnedPack, Reversal},
    tax::{
        credit::{part, spread},
        split::Taxes,
    },
};

/// The subject of a credit note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CreditSubject {
    /// A refund through the provider, in paise, with the payment service's reason.
    Money(i64, String),
    /// A refund in paise for these returned packs; an empty list means all goods.
    Packs(i64, Vec<ReturnedPack>),
    /// Goods that were returned or never arrived, of an order that was not paid through a provider.
    Goods(Reversal),
    /// Everything that is left of a sale that is issued again, because its place of supply was wrong.
    Replaced,
}

/// The credited part of a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct LineCredit {
    paise: i64,
    packs: i32,
}

/// Builds the next credit note of a sale, after the `earlier` ones. Leaves its number and day empty. `None`
/// if nothing is left to credit.
///
/// Never credits more than was sold, in total or per line.
pub fn credit(sale: &Facts, earlier: &[Facts], what: &CreditSubject) -> Option<Facts> {
    let mut before: HashMap<usize, LineCredit> = HashMap::new();
    for line in earlier.iter().flat_map(|note| &note.lines) {
        let back = before.entry(line.place).or_default();
        back.paise += line.taxes.gross_paise();
        back.packs += line.quantity;
    }
    let before = |line: &DocumentLine| before.get(&line.place).copied().unwrap_or_default();
    let left: Vec<_> = sale
        .lines
        .iter()
        .map(|line| line.taxes.gross_paise() - before(line).paise)
        .collect();
    let backs = match what {
        CreditSubject::Money(paise, _) => money(*paise, &left),
        CreditSubject::Packs(paise, packs) => {
            let backs = if packs.is_empty() {
                goods(sale, &left, before)
            } else {
                returned(sale, &left, packs, before)
            };
            money_of_packs(*paise, backs, &left)
        }
        CreditSubject::Goods(Reversal::Cancelled | Reversal::Undelivered) | CreditSubject::Replaced => {
            all(sale, &left, before)
        }
        CreditSubject::Goods(Reversal::Returned(packs)) if packs.is_empty() => goods(sale, &left, before),
        CreditSubject::Goods(Reversal::Returned(packs)) => returned(sale, &left, packs, before),
    };
    let lines: Vec<_> = sale
        .lines
        .iter()
        .zip(backs)
        .filter(|(_, back)| back.paise > 0)
        .map(|(line, back)| DocumentLine {
            quantity: back.packs,
            unit_price_paise: if back.packs > 0 { line.unit_price_paise } else { 0 },
            taxes: part(line.taxes, before(line).paise, back.paise),
            ..line.clone()
        })
        .collect();
    if Taxes::sum(lines.iter().map(|line| line.taxes)).gross_paise() == 0 {
        return None;
    }
    let corrects = CorrectedDocument {
        number: sale.number.clone(),
        issued_on: sale.issued_on.clone(),
        reason: reason(what).to_owned(),
    };
    Some(Facts {
        kind: DocumentKind::CreditNote,
        number: String::new(),
        issued_on: String::new(),
        corrects: Some(corrects),
        lines,
        ..sale.clone()
    })
}

/// Spreads an amount over all lines in proportion, because it is for nothing in particular.
fn money(paise: i64, left: &[i64]) -> Vec<LineCredit> {
    let most = paise.min(left.iter().sum());
    let shares = spread(most, left).into_iter();
    shares.map(|paise| LineCredit { paise, packs: 0 }).collect()
}

/// Money for returned packs. Equal to their price: credits the packs. Less: spread over them. More: spread
/// over the whole sale.
fn money_of_packs(paise: i64, backs: Vec<LineCredit>, left: &[i64]) -> Vec<LineCredit> {
    let prices: Vec<_> = backs.iter().map(|back| back.paise).collect();
    let price: i64 = prices.iter().sum();
    match paise.cmp(&price) {
        Ordering::Equal => backs,
        Ordering::Less => money(paise, &prices),
        Ordering::Greater => money(paise, left),
    }
}

/// Everything that is left.
fn all(sale: &Facts, left: &[i64], before: impl Fn(&DocumentLine) -> LineCredit) -> Vec<LineCredit> {
    let lines = sale.lines.iter().zip(left);
    lines
        .map(|(line, &paise)| LineCredit {
            paise,
            packs: line.quantity - before(line).packs,
        })
        .collect()
}

/// All goods that are left. The delivery charge is not credited.
fn goods(sale: &Facts, left: &[i64], before: impl Fn(&DocumentLine) -> LineCredit) -> Vec<LineCredit> {
    let all = all(sale, left, before).into_iter().zip(&sale.lines);
    all.map(|(back, line)| {
        if line.quantity > 0 {
            back
        } else {
            LineCredit::default()
        }
    })
    .collect()
}

/// Returned packs. If a pack is in several lines, the first lines are credited first.
fn returned(
    sale: &Facts,
    left: &[i64],
    packs: &[ReturnedPack],
    before: impl Fn(&DocumentLine) -> LineCredit,
) -> Vec<LineCredit> {
    let mut packs: HashMap<_, _> = packs
        .iter()
        .map(|pack| ((pack.product_id.to_string(), pack.weight_in_grams), pack.quantity))
        .collect();
    let lines = sale.lines.iter().zip(left);
    lines
        .map(|(line, &left)| {
            let Some(back) = packs.get_mut(&(line.product_id.clone(), line.weight_in_grams)) else {
                return LineCredit::default();
            };
            let taken = (*back).min(line.quantity - before(line).packs).max(0);
            *back -= taken;
            let paise = line.unit_price_paise * i64::from(taken);
            LineCredit {
                paise: paise.min(left),
                packs: taken,
            }
        })
        .collect()
}

fn reason(what: &CreditSubject) -> &'static str {
    match what {
        CreditSubject::Money(_, reason) => match reason.as_str() {
            "cancelled" => "The order was cancelled",
            "returned" => "Packs were returned",
            "goodwill" => "A part of the price was refunded",
            _ => "Money was refunded",
        },
        CreditSubject::Goods(Reversal::Cancelled) => "The order was cancelled",
        CreditSubject::Goods(Reversal::Undelivered) => "The goods did not reach the buyer",
        CreditSubject::Packs(..) | CreditSubject::Goods(Reversal::Returned(_)) => "Packs were returned",
        CreditSubject::Replaced => "The place of supply was corrected",
    }
}
