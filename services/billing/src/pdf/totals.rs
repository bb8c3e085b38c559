//! The totals of a document, and the texts below them.

use crate::{
    document::{facts::Facts, kind::DocumentKind},
    pdf::{
        amounts::{in_words, rupees},
        fonts::Weight,
        sheet::{GREEN, MARGIN, RIGHT, SMALL, STRONG, Sheets, Style, TEXT},
    },
    tax::split::Supply,
};

/// The height of the totals and the texts below.
const ROOM: f32 = 190.0;

/// The left edge of the totals' names.
const NAMES: f32 = RIGHT - 190.0;

const GRAND: Style = Style {
    size: 11.5,
    weight: Weight::Bold,
    colour: GREEN,
};

/// Writes the totals and the texts below them on the same page.
pub fn write(sheets: &mut Sheets<'_>, facts: &Facts) {
    sheets.need(ROOM);
    sheets.y += 4.0;
    for (name, paise) in sums(facts) {
        sheets.left(NAMES, sheets.y, TEXT, name);
        sheets.right(RIGHT, sheets.y, TEXT, rupees(paise));
        sheets.y += 14.0;
    }
    sheets.y += 4.0;
    let total = facts.total_paise();
    let name = if facts.kind == DocumentKind::CreditNote {
        "Credited, ₹"
    } else {
        "Total, ₹"
    };
    sheets.left(NAMES, sheets.y, GRAND, name);
    sheets.right(RIGHT, sheets.y, GRAND, rupees(total));
    sheets.y += 22.0;
    sheets.y = sheets.lines((MARGIN, sheets.y), STRONG, &in_words(total), RIGHT - MARGIN);
    sheets.y += 6.0;
    for note in notes(facts) {
        sheets.y = sheets.lines((MARGIN, sheets.y), SMALL, &note, RIGHT - MARGIN);
    }
    sheets.y += 26.0;
    sheets.right(
        RIGHT,
        sheets.y,
        STRONG,
        format!("For {}", facts.seller.legal_name),
    );
    sheets.right(
        RIGHT,
        sheets.y + 12.0,
        SMALL,
        "Issued electronically; no signature is needed",
    );
}

fn sums(facts: &Facts) -> Vec<(String, i64)> {
    let sum = facts.sum();
    let half = facts
        .place_of_supply
        .as_ref()
        .map_or("SGST", |state| state.half_name());
    match facts.supply {
        Supply::WithinState => vec![
            ("Taxable value".to_owned(), sum.taxable_paise),
            ("CGST".to_owned(), sum.cgst_paise),
            (half.to_owned(), sum.sgst_paise),
        ],
        Supply::BetweenStates => vec![
            ("Taxable value".to_owned(), sum.taxable_paise),
            ("IGST".to_owned(), sum.igst_paise),
        ],
        Supply::Untaxed => Vec::new(),
    }
}

fn notes(facts: &Facts) -> Vec<String> {
    let mut notes = Vec::new();
    match facts.supply {
        Supply::Untaxed => {
            notes.push(
                "The seller is not registered for the goods and services tax, and charges none.".to_owned(),
            );
        }
        Supply::WithinState | Supply::BetweenStates => {
            let included =
                "Prices include tax; amounts are rounded to the paisa so that lines and totals agree.";
            let has_charges = facts.lines.iter().any(|line| line.hsn.is_empty());
            let charges =
                " Delivery and fees are part of the supply of the goods, and are taxed as these are.";
            notes.push(format!("{included}{}", if has_charges { charges } else { "" }));
        }
    }
    notes
}
