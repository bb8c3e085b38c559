//! The lines of a checkout as they arrive, and the rules they must keep.

use std::collections::HashSet;

use runtime::status::Violation;
use uuid::Uuid;

use crate::checkout::Line;

/// Lines an order may have (decisions page).
const MAX_LINES: usize = 50;

/// Packs a line may have (decisions page).
const MAX_QUANTITY: i64 = 99;

/// A line as it arrived.
#[derive(Debug, Clone, Default)]
pub struct LineDetails {
    /// A UUID.
    pub product_id: String,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// Number of packs.
    pub quantity: i64,
    /// What the shopper was shown for one pack, in paise.
    pub unit_price_paise: i64,
    /// What the shopper was shown for the line, in paise.
    pub line_total_paise: i64,
}

/// Reads the lines by the rules; notes every violation.
pub fn check_lines(lines: &[LineDetails], violations: &mut Vec<Violation>) -> Vec<Line> {
    if lines.is_empty() {
        violations.push(Violation::new("lines", "Your cart is empty"));
    }
    if lines.len() > MAX_LINES {
        let message = format!("An order has at most {MAX_LINES} lines. Please split it into several orders");
        violations.push(Violation::new("lines", message));
        return Vec::new();
    }
    let mut seen = HashSet::new();
    let mut checked = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        let mut refuse = |field: &str, message: &str| {
            violations.push(Violation::new(format!("lines[{index}].{field}"), message));
        };
        let product_id = Uuid::parse_str(&line.product_id);
        if product_id.is_err() {
            refuse(
                "product_id",
                "This is not the id of a product. Please add the product to your cart again",
            );
        }
        if line.weight_in_grams < 1 {
            refuse("weight_in_grams", "Choose one of the weights on offer");
        }
        let quantity = i32::try_from(line.quantity)
            .ok()
            .filter(|_| (1..=MAX_QUANTITY).contains(&line.quantity));
        if quantity.is_none() {
            refuse("quantity", "Choose between 1 and 99 packs");
        }
        let (Ok(product_id), Some(quantity)) = (product_id, quantity) else {
            continue;
        };
        if !seen.insert((product_id, line.weight_in_grams)) {
            refuse(
                "product_id",
                "This pack is listed twice. Please put both into one line",
            );
        }
        checked.push(Line {
            product_id,
            weight_in_grams: line.weight_in_grams,
            quantity,
            unit_price_paise: line.unit_price_paise,
            line_total_paise: line.line_total_paise,
        });
    }
    checked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(quantity: i64) -> LineDetails {
        LineDetails {
            product_id: "0190b6a0-0000-7000-8000-000000000001".to_owned(),
            weight_in_grams: 100,
            quantity,
            unit_price_paise: 24_900,
            line_total_paise: 24_900,
        }
    }

    fn check(lines: &[LineDetails]) -> Vec<(String, String)> {
        let mut violations = Vec::new();
        check_lines(lines, &mut violations);
        let told = violations.into_iter();
        told.map(|violation| (violation.field, violation.message))
            .collect()
    }

    #[test]
    fn quantities_run_from_1_to_99() {
        for quantity in [0, -1, 100, 1 << 31, i64::MAX, i64::MIN] {
            let expected = [(
                "lines[0].quantity".to_owned(),
                "Choose between 1 and 99 packs".to_owned(),
            )];
            assert_eq!(check(&[line(quantity)]), expected);
        }
        for quantity in [1, 99] {
            assert_eq!(check(&[line(quantity)]), []);
        }
    }

    #[test]
    fn lines_are_bounded_and_no_pack_comes_twice() {
        let numbered = |count: u128| -> Vec<LineDetails> {
            (0..count)
                .map(|n| LineDetails {
                    product_id: Uuid::from_u128(n).to_string(),
                    ..line(1)
                })
                .collect()
        };
        assert_eq!(check(&numbered(50)), []);
        assert_eq!(check(&numbered(51))[0].0, "lines");
        assert_eq!(check(&[line(1), line(2)])[0].0, "lines[1].product_id");
    }
}
