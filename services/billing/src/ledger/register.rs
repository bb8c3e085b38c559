//! The sales register for tax returns: a document's amounts by HSN code and rate. Pure.

use std::collections::BTreeMap;

use crate::{
    document::{facts::Facts, kind::DocumentKind},
    tax::split::Taxes,
};

/// Above this amount, in paise, returns list a consumer sale to another state separately: ₹1,00,000 since 1
/// August 2024 (rule 59 (4) of the CGST Rules, notification 12/2024-Central Tax of 10 July 2024). An
/// accountant has to confirm this.
pub const LARGE_ABOVE_PAISE: i64 = 10_000_000;

/// The part of a document with one HSN code and one rate. Amounts of a credit note are negative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisterRow {
    /// The HSN code. Empty on a credit note of charges alone.
    pub hsn: String,
    /// The rate, in hundredths of a percent.
    pub rate_basis_points: i64,
    /// The number of packs.
    pub quantity: i64,
    /// The taxable value and the taxes.
    pub taxes: Taxes,
}

/// The rows of a document. Charges are part of a composite supply, so they count with the goods at the same
/// rate.
pub fn rows(facts: &Facts) -> Vec<RegisterRow> {
    let sign = if facts.kind == DocumentKind::CreditNote {
        -1
    } else {
        1
    };
    let mut sums: BTreeMap<(String, i64), (i64, Vec<Taxes>)> = BTreeMap::new();
    for line in &facts.lines {
        let rate = line.rate_basis_points;
        let mut goods = facts.lines.iter().filter(|goods| !goods.hsn.is_empty());
        let hsn = if line.hsn.is_empty() {
            let principal = goods.find(|goods| goods.rate_basis_points == rate);
            principal.map_or_else(String::new, |goods| goods.hsn.clone())
        } else {
            line.hsn.clone()
        };
        let (quantity, taxes) = sums.entry((hsn, rate)).or_default();
        *quantity += i64::from(line.quantity);
        taxes.push(line.taxes);
    }
    let rows = sums
        .into_iter()
        .map(|((hsn, rate_basis_points), (quantity, taxes))| {
            let taxes = Taxes::sum(taxes);
            RegisterRow {
                hsn,
                rate_basis_points,
                quantity: sign * quantity,
                taxes: Taxes {
                    taxable_paise: sign * taxes.taxable_paise,
                    cgst_paise: sign * taxes.cgst_paise,
                    sgst_paise: sign * taxes.sgst_paise,
                    igst_paise: sign * taxes.igst_paise,
                },
            }
        });
    rows.collect()
}
