//! The lines of a document.

use crate::{
    document::facts::{DocumentLine, Facts},
    pdf::{
        amounts::{percent, rupees},
        fonts::Weight,
        sheet::{GREEN, GREY, MARGIN, RIGHT, SMALL, Sheets, Style, TEXT},
    },
    tax::split::Supply,
};

const HEAD: Style = Style {
    size: 7.5,
    weight: Weight::Bold,
    colour: GREEN,
};

const CELL: Style = Style { size: 8.5, ..TEXT };

/// The line height of a cell.
const STEP: f32 = 11.0;

/// The left edge of the description.
const DESCRIPTION: f32 = MARGIN + 18.0;

/// The text of a cell, and the small text below it.
type Cell = fn(&DocumentLine) -> (String, String);

/// A column.
struct Column {
    head: &'static str,
    /// The right edge.
    right: f32,
    cell: Cell,
}

/// Writes the lines, with column heads on each page.
pub fn write(sheets: &mut Sheets<'_>, facts: &Facts) {
    let columns = columns(facts);
    let left = columns.first().map_or(RIGHT, |column| column.right - 44.0);
    head(sheets, &columns);
    for (line, number) in facts.lines.iter().zip(1..) {
        let description = sheets
            .fonts
            .wrap(&line.description, CELL.weight, CELL.size, left - DESCRIPTION);
        let rows = u16::try_from(description.len() + 1).unwrap_or(u16::MAX);
        if sheets.need(f32::from(rows.max(2)) * STEP + 8.0) {
            head(sheets, &columns);
        }
        row(sheets, &columns, line, (number, &description));
    }
}

fn head(sheets: &mut Sheets<'_>, columns: &[Column]) {
    let y = sheets.y + 12.0;
    sheets.rule(sheets.y, 0.8, GREEN);
    sheets.left(MARGIN, y, HEAD, "#");
    sheets.left(DESCRIPTION, y, HEAD, "Description");
    for column in columns {
        sheets.right(column.right, y, HEAD, column.head);
    }
    sheets.rule(y + 5.0, 0.8, GREEN);
    sheets.y = y + 18.0;
}

fn row(
    sheets: &mut Sheets<'_>,
    columns: &[Column],
    line: &DocumentLine,
    (number, description): (usize, &[String]),
) {
    let top = sheets.y;
    sheets.left(MARGIN, top, CELL, number.to_string());
    let mut y = top;
    for part in description {
        sheets.left(DESCRIPTION, y, CELL, part.clone());
        y += STEP;
    }
    sheets.left(DESCRIPTION, y, SMALL, below(line));
    for column in columns {
        let (cell, small) = (column.cell)(line);
        sheets.right(column.right, top, CELL, cell);
        sheets.right(column.right, top + STEP, SMALL, small);
    }
    sheets.y = y.max(top + STEP) + 6.0;
    sheets.rule(sheets.y, 0.3, GREY);
    sheets.y += 12.0;
}

/// The small text below a description.
fn below(line: &DocumentLine) -> String {
    match (line.weight_in_grams, line.sku.as_str()) {
        (0, _) => String::new(),
        (grams, "") => format!("{grams} g"),
        (grams, sku) => format!("{grams} g · {sku}"),
    }
}

/// The columns between price and total. Empty for untaxed supplies.
fn taxes(facts: &Facts) -> Vec<(&'static str, Cell)> {
    let mut taxes: Vec<(&'static str, Cell)> = Vec::new();
    match facts.supply {
        Supply::WithinState => {
            let half = facts
                .place_of_supply
                .as_ref()
                .map_or("SGST", |state| state.half_name());
            taxes.push(("Taxable", |line| {
                (rupees(line.taxes.taxable_paise), String::new())
            }));
            taxes.push(("CGST", |line| {
                (rupees(line.taxes.cgst_paise), percent(line.rate_basis_points, 2))
            }));
            taxes.push((half, |line| {
                (rupees(line.taxes.sgst_paise), percent(line.rate_basis_points, 2))
            }));
        }
        Supply::BetweenStates => {
            taxes.push(("Taxable", |line| {
                (rupees(line.taxes.taxable_paise), String::new())
            }));
            taxes.push(("IGST", |line| {
                (rupees(line.taxes.igst_paise), percent(line.rate_basis_points, 1))
            }));
        }
        Supply::Untaxed => {}
    }
    taxes
}

fn columns(facts: &Facts) -> Vec<Column> {
    let total = Column {
        head: "Total, ₹",
        right: RIGHT,
        cell: |line| (rupees(line.taxes.gross_paise()), String::new()),
    };
    let mut columns = vec![total];
    let mut right = RIGHT - 62.0;
    for (head, cell) in taxes(facts).into_iter().rev() {
        columns.push(Column { head, right, cell });
        right -= if head == "Taxable" { 60.0 } else { 50.0 };
    }
    columns.push(Column {
        head: "Price, ₹",
        right,
        cell: |line| match line.quantity {
            0 => (String::new(), String::new()),
            _ => (rupees(line.unit_price_paise), String::new()),
        },
    });
    columns.push(Column {
        head: "Packs",
        right: right - 54.0,
        cell: |line| match line.quantity {
            0 => (String::new(), String::new()),
            packs => (packs.to_string(), "PAC".to_owned()),
        },
    });
    columns.push(Column {
        head: "HSN",
        right: right - 90.0,
        cell: |line| (line.hsn.clone(), String::new()),
    });
    columns.reverse();
    columns
}
