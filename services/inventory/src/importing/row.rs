//! Parses a row of a stock file into a receipt.

use csv_import::{CellError, Column, Record};

use crate::ledger::receipt::{MAX_PAISE, Particulars, ParticularsDetails, validate_particulars};

/// The columns of a stock file. Those after `reason` exist only in exports. They are ignored, except that
/// `recalled` keeps recalled batches out.
pub const COLUMNS: &[Column] = &[
    Column::required("sku"),
    Column::required("batch"),
    Column::required("packed_on"),
    Column::required("expires"),
    Column::required("mrp"),
    Column::optional("cost"),
    Column::required("quantity"),
    Column::optional("reason"),
    Column::optional("product"),
    Column::optional("weight_in_grams"),
    Column::optional("reserved"),
    Column::optional("recalled"),
];

/// The maximum length of a pack's name, in characters.
const MOST_SKU: usize = 40;

/// A receipt before its pack is looked up in the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockRow {
    /// The pack's name.
    pub sku: String,
    /// The batch, prices and quantity that came in.
    pub particulars: Particulars,
}

/// Parses a row. Fails with everything that is wrong with it.
pub fn parse(record: &Record<'_>) -> Result<StockRow, Vec<CellError>> {
    let mut errors = Vec::new();
    let sku = record.get("sku").to_uppercase();
    if sku.is_empty() || sku.chars().count() > MOST_SKU {
        errors.push(CellError::new(
            "sku",
            "Enter the code of the pack, such as P0012-100",
        ));
    }
    // An invalid amount is reported once, and the rest of the row is still checked.
    let mrp_paise = paise(record.get("mrp")).filter(|paise| (1..=MAX_PAISE).contains(paise));
    if mrp_paise.is_none() {
        let message = "The MRP is an amount of rupees, such as 298.50, of 1000000 at most";
        errors.push(CellError::new("mrp", message));
    }
    let cost = Some(record.get("cost")).filter(|cost| !cost.is_empty());
    let cost_paise = paise(cost.unwrap_or("0")).filter(|paise| (0..=MAX_PAISE).contains(paise));
    if cost_paise.is_none() {
        let message = "The cost is an amount of rupees, such as 112.00, of 1000000 at most";
        errors.push(CellError::new("cost", message));
    }
    if !matches!(record.get("recalled"), "" | "no") {
        let message = "This batch was recalled. Remove the row";
        errors.push(CellError::new("recalled", message));
    }
    let details = ParticularsDetails {
        batch_number: record.get("batch"),
        packed_on: record.get("packed_on"),
        best_before: record.get("expires"),
        mrp_paise: mrp_paise.unwrap_or(1),
        cost_paise: cost_paise.unwrap_or(0),
        // A quantity that does not parse becomes 0, which is refused.
        quantity: record.get("quantity").parse().unwrap_or(0),
        reason: record.get("reason"),
    };
    let mut violations = Vec::new();
    let particulars = validate_particulars(&details, &mut violations);
    let violations = violations.iter().map(|violation| {
        let column = column(&violation.field);
        CellError::broken(column, &violation.broken)
    });
    errors.extend(violations);
    match particulars {
        Some(particulars) if errors.is_empty() => Ok(StockRow { sku, particulars }),
        _ => Err(errors),
    }
}

/// Returns the column of a field of a receipt.
fn column(field: &str) -> &'static str {
    let named = [
        ("batch_number", "batch"),
        ("packed_on", "packed_on"),
        ("best_before", "expires"),
        ("mrp_paise", "mrp"),
        ("cost_paise", "cost"),
        ("quantity", "quantity"),
        ("reason", "reason"),
    ];
    let named = named.iter().find(|(known, _)| *known == field);
    named.map_or("", |(_, column)| column)
}

/// Parses an amount of rupees into paise: digits, and at most two after the point.
fn paise(text: &str) -> Option<i64> {
    let (rupees, rest) = text.split_once('.').unwrap_or((text, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if rupees.is_empty() || rupees.len() > 9 || rest.len() > 2 || !are_digits(rupees) || !are_digits(rest) {
        return None;
    }
    let rupees: i64 = rupees.parse().ok()?;
    let paise: i64 = format!("{rest:0<2}").parse().ok()?;
    Some(rupees * 100 + paise)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_exact() {
        for (text, expected) in [
            ("298", Some(29_800)),
            ("298.5", Some(29_850)),
            ("298.05", Some(29_805)),
            ("0.01", Some(1)),
            ("1.005", None),
            ("1,000", None),
            (".5", None),
            ("-1", None),
            ("", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(paise(text), expected, "{text}");
        }
    }
}
