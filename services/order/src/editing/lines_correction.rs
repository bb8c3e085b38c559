//! A correction of an order's quantities, and its validation.

use std::{collections::HashSet, ops::RangeInclusive};

use runtime::status::{Broken, Rule, Violation, field};
use uuid::Uuid;

use crate::editing::note::id;

/// The maximum number of lines of an order (decisions page).
const MAX_LINES: usize = 50;

/// The number of packs in a line (decisions page). 0 removes the line.
const QUANTITIES: RangeInclusive<i32> = 0..=99;

/// An unvalidated line of a correction.
#[derive(Debug, Clone, Default)]
pub struct CorrectedLineDetails {
    /// The product's id, a UUID.
    pub product_id: String,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The new number of packs.
    pub quantity: i32,
}

/// An unvalidated correction. [`LinesCorrectionRequest::validate`] turns it into a [`LinesCorrection`].
#[derive(Debug, Clone, Default)]
pub struct LinesCorrectionRequest {
    /// The order's id, a UUID.
    pub order_id: String,
    /// The version that the caller last read.
    pub version: i32,
    /// The packs of the order, with their new quantities.
    pub lines: Vec<CorrectedLineDetails>,
}

/// The new quantity of a pack in an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectedLine {
    /// The product's id.
    pub product_id: Uuid,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The number of packs, 0 to 99. 0 removes the line.
    pub quantity: i32,
}

/// A validated correction.
#[derive(Debug, Clone)]
pub struct LinesCorrection {
    /// The order's id.
    pub order_id: Uuid,
    /// The version that the caller last read.
    pub version: i32,
    /// The lines, 1 to 50, no pack twice.
    pub lines: Vec<CorrectedLine>,
}

impl LinesCorrectionRequest {
    /// Validates the values. Returns every violation.
    pub fn validate(self) -> Result<LinesCorrection, Vec<Violation>> {
        let mut violations = Vec::new();
        let order_id = field("order_id", id(&self.order_id), &mut violations);
        let version = Some(self.version).filter(|version| *version > 0);
        let version = version.ok_or(Rule::Required.says("Say which version of the order you saw"));
        let version = field("version", version, &mut violations);
        let lines = read_lines(&self.lines, &mut violations);
        match (order_id, version) {
            (Some(order_id), Some(version)) if violations.is_empty() => Ok(LinesCorrection {
                order_id,
                version,
                lines,
            }),
            _ => Err(violations),
        }
    }
}

fn read_lines(lines: &[CorrectedLineDetails], violations: &mut Vec<Violation>) -> Vec<CorrectedLine> {
    if lines.is_empty() {
        let broken = Rule::Required.says("Say how many packs the order has");
        violations.push(Violation::new("lines", broken));
    }
    if lines.len() > MAX_LINES {
        let broken = Rule::TooMany { max: MAX_LINES }.says(format!("An order has at most {MAX_LINES} lines"));
        violations.push(Violation::new("lines", broken));
        return Vec::new();
    }
    let mut seen = HashSet::new();
    let mut read = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        let mut refuse = |name: &str, broken: Broken| {
            violations.push(Violation::new(format!("lines[{index}].{name}"), broken));
        };
        if !QUANTITIES.contains(&line.quantity) {
            let (min, max) = (i64::from(*QUANTITIES.start()), i64::from(*QUANTITIES.end()));
            refuse(
                "quantity",
                Rule::OutOfRange { min, max }.says(format!("Choose between {min} and {max} packs")),
            );
        }
        match id(&line.product_id) {
            Err(broken) => refuse("product_id", broken),
            Ok(product_id) if !seen.insert((product_id, line.weight_in_grams)) => {
                refuse("product_id", Rule::Repeated.says("This pack is listed twice"));
            }
            Ok(product_id) => read.push(CorrectedLine {
                product_id,
                weight_in_grams: line.weight_in_grams,
                quantity: line.quantity,
            }),
        }
    }
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0190b6a0-0000-7000-8000-000000000001";

    fn broken(quantities: &[(&str, i32)]) -> Vec<(String, &'static str)> {
        let lines = quantities
            .iter()
            .map(|(product_id, quantity)| CorrectedLineDetails {
                product_id: (*product_id).to_owned(),
                weight_in_grams: 100,
                quantity: *quantity,
            });
        let request = LinesCorrectionRequest {
            order_id: ID.to_owned(),
            version: 1,
            lines: lines.collect(),
        };
        let violations = request.validate().err().unwrap_or_default().into_iter();
        violations
            .map(|violation| (violation.field.into_owned(), violation.broken.rule().code()))
            .collect()
    }

    #[test]
    fn a_correction_names_packs_and_how_many_there_are() {
        assert_eq!(broken(&[(ID, 99)]), []);
        assert_eq!(broken(&[(ID, 0)]), [], "it may take a line out");
        assert_eq!(broken(&[]), [("lines".to_owned(), "REQUIRED")]);
        assert_eq!(broken(&[(ID, 1); 51]), [("lines".to_owned(), "TOO_MANY")]);
        assert_eq!(
            broken(&[(ID, 100), ("karela", -1), (ID, 1)]),
            [
                ("lines[0].quantity".to_owned(), "OUT_OF_RANGE"),
                ("lines[1].quantity".to_owned(), "OUT_OF_RANGE"),
                ("lines[1].product_id".to_owned(), "MALFORMED"),
                ("lines[2].product_id".to_owned(), "REPEATED"),
            ]
        );
        let nothing = LinesCorrectionRequest::default().validate();
        assert_eq!(nothing.expect_err("nothing is given").len(), 3);
    }
}
