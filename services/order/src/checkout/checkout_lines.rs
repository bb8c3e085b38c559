//! The unvalidated lines of a checkout, and their validation.

use std::{collections::HashSet, ops::RangeInclusive};

use runtime::status::{Broken, Rule, Violation};
use uuid::Uuid;

use crate::checkout::validated_checkout::CheckoutLine;

/// The maximum number of lines of an order (decisions page).
const MAX_LINES: usize = 50;

/// The number of packs in a line (decisions page).
const QUANTITIES: RangeInclusive<i64> = 1..=99;

/// An unvalidated line.
#[derive(Debug, Clone, Default)]
pub struct CheckoutLineRequest {
    /// The product's ID, a UUID.
    pub product_id: String,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// Number of packs.
    pub quantity: i64,
    /// The price of one pack that the shopper saw, in paise.
    pub unit_price_paise: i64,
    /// The price of the line that the shopper saw, in paise.
    pub line_total_paise: i64,
}

/// Validates the lines. Adds errors to `violations`.
pub fn check_lines(lines: &[CheckoutLineRequest], violations: &mut Vec<Violation>) -> Vec<CheckoutLine> {
    if lines.is_empty() {
        violations.push(Violation::new("lines", Rule::Required.says("Your cart is empty")));
    }
    if lines.len() > MAX_LINES {
        let message = format!("An order has at most {MAX_LINES} lines. Please split it into several orders");
        let broken = Rule::TooMany { max: MAX_LINES }.says(message);
        violations.push(Violation::new("lines", broken));
        return Vec::new();
    }
    let mut seen = HashSet::new();
    let mut checked = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        let mut refuse = |field: &str, broken: Broken| {
            violations.push(Violation::new(format!("lines[{index}].{field}"), broken));
        };
        let product_id = Uuid::parse_str(&line.product_id);
        if product_id.is_err() {
            let message = "This is not the id of a product. Please add the product to your cart again";
            refuse("product_id", Rule::Malformed.says(message));
        }
        if line.weight_in_grams < 1 {
            let broken = Rule::Unknown.says("Choose one of the weights on offer");
            refuse("weight_in_grams", broken);
        }
        let quantity = i32::try_from(line.quantity)
            .ok()
            .filter(|_| QUANTITIES.contains(&line.quantity));
        if quantity.is_none() {
            refuse("quantity", bad_quantity());
        }
        let (Ok(product_id), Some(quantity)) = (product_id, quantity) else {
            continue;
        };
        if !seen.insert((product_id, line.weight_in_grams)) {
            let message = "This pack is listed twice. Please put both into one line";
            refuse("product_id", Rule::Repeated.says(message));
        }
        checked.push(CheckoutLine {
            product_id,
            weight_in_grams: line.weight_in_grams,
            quantity,
            unit_price_paise: line.unit_price_paise,
            line_total_paise: line.line_total_paise,
        });
    }
    checked
}

fn bad_quantity() -> Broken {
    let (min, max) = QUANTITIES.into_inner();
    Rule::OutOfRange { min, max }.says(format!("Choose between {min} and {max} packs"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(quantity: i64) -> CheckoutLineRequest {
        CheckoutLineRequest {
            product_id: "0190b6a0-0000-7000-8000-000000000001".to_owned(),
            weight_in_grams: 100,
            quantity,
            unit_price_paise: 24_900,
            line_total_paise: 24_900,
        }
    }

    fn check(lines: &[CheckoutLineRequest]) -> Vec<(String, &'static str, String)> {
        let mut violations = Vec::new();
        check_lines(lines, &mut violations);
        let told = violations.into_iter();
        told.map(|Violation { field, broken }| {
            let code = broken.rule().code();
            (field.into_owned(), code, broken.into_message().into_owned())
        })
        .collect()
    }

    #[track_caller]
    fn refused(lines: &[CheckoutLineRequest], field: &str, code: &'static str, message: &str) {
        assert_eq!(check(lines), [(field.to_owned(), code, message.to_owned())]);
    }

    #[test]
    fn quantities_run_from_1_to_99() {
        for quantity in [0, -1, 100, 1 << 31, i64::MAX, i64::MIN] {
            let message = "Choose between 1 and 99 packs";
            refused(&[line(quantity)], "lines[0].quantity", "OUT_OF_RANGE", message);
        }
        for quantity in [1, 99] {
            assert_eq!(check(&[line(quantity)]), []);
        }
    }

    #[test]
    fn a_line_names_a_product_and_one_of_its_weights() {
        let message = "This is not the id of a product. Please add the product to your cart again";
        let unnamed = CheckoutLineRequest {
            product_id: "karela".to_owned(),
            ..line(1)
        };
        refused(&[unnamed], "lines[0].product_id", "MALFORMED", message);
        let message = "Choose one of the weights on offer";
        let weightless = CheckoutLineRequest {
            weight_in_grams: 0,
            ..line(1)
        };
        refused(&[weightless], "lines[0].weight_in_grams", "UNKNOWN", message);
    }

    #[test]
    fn lines_are_bounded_and_no_pack_comes_twice() {
        let numbered = |count: u128| -> Vec<CheckoutLineRequest> {
            (0..count)
                .map(|n| CheckoutLineRequest {
                    product_id: Uuid::from_u128(n).to_string(),
                    ..line(1)
                })
                .collect()
        };
        assert_eq!(check(&numbered(50)), []);
        let message = "An order has at most 50 lines. Please split it into several orders";
        refused(&numbered(51), "lines", "TOO_MANY", message);
        refused(&[], "lines", "REQUIRED", "Your cart is empty");
        let message = "This pack is listed twice. Please put both into one line";
        refused(&[line(1), line(2)], "lines[1].product_id", "REPEATED", message);
    }
}
