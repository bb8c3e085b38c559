//! The packs of a return. Pure functions.

use std::collections::HashSet;

use runtime::status::{Rule, Violation, field};
use uuid::Uuid;

use crate::order::{order_status::Status, record::Order, returned_line::ReturnedLine};

/// The maximum number of lines in a return, as in an order (decisions page).
const MAX_LINES: usize = 50;

/// An unvalidated line of a return.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnedLineDetails {
    /// A UUID.
    pub product_id: String,
    /// The weight, in grams.
    pub weight_in_grams: i32,
    /// The number of packs.
    pub quantity: i32,
}

/// Validates the lines of a transition to `to`, no pack twice. Adds errors to `violations`.
pub fn parse(
    arrived: Vec<ReturnedLineDetails>,
    to: Option<Status>,
    violations: &mut Vec<Violation>,
) -> Vec<ReturnedLine> {
    let is_return = matches!(to, Some(Status::ReturnRequested | Status::Returned));
    if !arrived.is_empty() && !is_return {
        let broken = Rule::Unknown.says("Only a return names packs");
        violations.push(Violation::new("lines", broken));
        return Vec::new();
    }
    if arrived.len() > MAX_LINES {
        let broken = Rule::TooMany { max: MAX_LINES };
        let broken = broken.says(format!("A return names at most {MAX_LINES} packs"));
        violations.push(Violation::new("lines", broken));
        return Vec::new();
    }
    let mut packs = HashSet::new();
    let mut lines = Vec::new();
    for (number, line) in arrived.into_iter().enumerate() {
        let name = |part: &str| format!("lines[{number}].{part}");
        let id = Uuid::parse_str(&line.product_id).map_err(|_| Rule::Malformed.says("must be a UUID"));
        let id = field(name("product_id"), id, violations);
        let quantity = Some(line.quantity).filter(|quantity| *quantity > 0);
        let quantity = quantity.ok_or(Rule::Required.says("Enter how many packs are returned"));
        let quantity = field(name("quantity"), quantity, violations);
        let (Some(product_id), Some(quantity)) = (id, quantity) else {
            continue;
        };
        if !packs.insert((product_id, line.weight_in_grams)) {
            let broken = Rule::Repeated.says("A pack has one line");
            violations.push(Violation::new(name("product_id"), broken));
        }
        lines.push(ReturnedLine {
            product_id,
            weight_in_grams: line.weight_in_grams,
            quantity,
        });
    }
    lines
}

/// Checks the lines of a transition against the order. An accepted return, and a return without lines, takes
/// the requested packs.
pub fn of_order(
    order: &Order,
    (to, reason): (Status, &str),
    lines: &[ReturnedLine],
) -> Result<Vec<ReturnedLine>, Vec<Violation>> {
    let requested = Status::ReturnRequested.as_str();
    let asked = order.changes.iter().rfind(|change| change.to_status == requested);
    let asked = asked.map_or(&[][..], |change| &change.lines);
    if lines.is_empty() && matches!(to, Status::ReturnAccepted | Status::Returned) {
        return Ok(asked.to_vec());
    }
    let mut violations = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let of_pack = order.lines.iter().filter(|ordered| {
            (ordered.product_id, ordered.weight_in_grams) == (line.product_id, line.weight_in_grams)
        });
        let ordered: i32 = of_pack.map(|ordered| ordered.quantity).sum();
        let name = |part: &str| format!("lines[{number}].{part}");
        if ordered == 0 {
            let broken = Rule::Unknown.says("The order has no such pack");
            violations.push(Violation::new(name("product_id"), broken));
        } else if line.quantity > ordered {
            let (min, max) = (1, ordered.into());
            let broken = Rule::OutOfRange { min, max };
            let broken = broken.says(format!("Return {min} to {max} of these packs"));
            violations.push(Violation::new(name("quantity"), broken));
        }
    }
    if to == Status::Returned && reason.is_empty() && packs(lines) < asked_packs(order, asked) {
        let broken =
            Rule::Required.says("Enter why you do not accept all of these packs. The shopper reads it");
        violations.push(Violation::new("reason", broken));
    }
    if violations.is_empty() {
        Ok(lines.to_vec())
    } else {
        Err(violations)
    }
}

/// Returns the price of the packs of a return, in paise, without charges. No lines stand for the whole order.
pub fn cost_paise(order: &Order, lines: &[ReturnedLine]) -> i64 {
    let all = order.lines.iter();
    if lines.is_empty() {
        return all
            .map(|line| line.unit_price_paise * i64::from(line.quantity))
            .sum();
    }
    let price = |line: &ReturnedLine| {
        let of_pack = all.clone().find(|ordered| {
            (ordered.product_id, ordered.weight_in_grams) == (line.product_id, line.weight_in_grams)
        });
        of_pack.map_or(0, |ordered| ordered.unit_price_paise)
    };
    lines
        .iter()
        .map(|line| price(line) * i64::from(line.quantity))
        .sum()
}

/// Returns the number of packs in a return request. No lines stand for the whole order.
fn asked_packs(order: &Order, asked: &[ReturnedLine]) -> i64 {
    if asked.is_empty() {
        order.lines.iter().map(|line| i64::from(line.quantity)).sum()
    } else {
        packs(asked)
    }
}

fn packs(lines: &[ReturnedLine]) -> i64 {
    lines.iter().map(|line| i64::from(line.quantity)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KARELA: &str = "0192f3a0-7c00-7000-8000-000000000001";

    fn line(product_id: &str, quantity: i32) -> ReturnedLineDetails {
        ReturnedLineDetails {
            product_id: product_id.to_owned(),
            weight_in_grams: 100,
            quantity,
        }
    }

    fn broken(arrived: Vec<ReturnedLineDetails>, to: Status) -> Vec<String> {
        let mut violations = Vec::new();
        parse(arrived, Some(to), &mut violations);
        violations
            .into_iter()
            .map(|violation| violation.field.into_owned())
            .collect()
    }

    #[test]
    fn a_return_names_each_pack_once_and_nothing_else_names_any() {
        assert!(broken(vec![line(KARELA, 2)], Status::ReturnRequested).is_empty());
        assert!(broken(vec![], Status::Cancelled).is_empty());
        assert_eq!(broken(vec![line(KARELA, 2)], Status::Cancelled), ["lines"]);
        assert_eq!(broken(vec![line(KARELA, 1); 51], Status::Returned), ["lines"]);
        assert_eq!(
            broken(
                vec![line("karela", 0), line(KARELA, 1), line(KARELA, 1)],
                Status::Returned
            ),
            ["lines[0].product_id", "lines[0].quantity", "lines[2].product_id"]
        );
    }
}
