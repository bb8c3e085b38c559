//! Computes the lines and total of a corrected order. Pure functions.

use std::fmt::Write as _;

use runtime::status::{Rule, Violation};

use crate::{
    editing::lines_correction::CorrectedLine,
    order::{charge::CashBound, order_line::OrderLine, record::Order},
};

/// The beginning of the entry in the order's history, before the changed lines.
const REASON: &str = "Quantities were corrected";

/// The maximum length of the entry, in characters. Lines that do not fit are counted.
const MAX_REASON: usize = 500;

/// The lines and total of an order after a correction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectedLines {
    /// The remaining lines, in their order. At least one.
    pub lines: Vec<OrderLine>,
    /// The total of lines and charges, in paise.
    pub total_paise: i64,
    /// The entry in the order's history.
    pub reason: String,
}

/// Returns true if the order already has these quantities.
pub fn is_done(order: &Order, wanted: &[CorrectedLine]) -> bool {
    wanted
        .iter()
        .all(|line| quantity_of(order, line).unwrap_or_default() == line.quantity)
}

/// Corrects lines of an order. Prices and charges stay. The COD limit applies only if the goods cost more
/// than before.
pub fn correct(
    order: &Order,
    wanted: &[CorrectedLine],
    bound: CashBound,
) -> Result<CorrectedLines, Vec<Violation>> {
    let mut violations = Vec::new();
    for (index, line) in wanted.iter().enumerate() {
        if quantity_of(order, line).is_none() {
            let broken = Rule::Unknown.says("The order does not have this pack. Look at it again");
            violations.push(Violation::new(format!("lines[{index}].product_id"), broken));
        }
    }
    if !violations.is_empty() {
        return Err(violations);
    }
    let corrected = order.lines.iter().map(|line| {
        let wanted = wanted.iter().find(|wanted| is_of(line, wanted));
        OrderLine {
            quantity: wanted.map_or(line.quantity, |wanted| wanted.quantity),
            ..line.clone()
        }
    });
    let lines: Vec<_> = corrected.filter(|line| line.quantity > 0).collect();
    if lines.is_empty() {
        let words = "At least one pack must remain. To remove all packs, cancel the order";
        return Err(vec![Violation::new("lines", Rule::Required.says(words))]);
    }
    let (before, after) = (goods(&order.lines), goods(&lines));
    if after > before {
        let checked = bound.check(order.details.payment_method, after);
        checked.map_err(|Violation { broken, .. }| vec![Violation::new("lines", broken)])?;
    }
    let charges: i64 = order.charges.iter().map(|charge| charge.amount_paise).sum();
    Ok(CorrectedLines {
        reason: reason(order, &lines),
        lines,
        total_paise: after + charges,
    })
}

fn is_of(line: &OrderLine, wanted: &CorrectedLine) -> bool {
    (line.product_id, line.weight_in_grams) == (wanted.product_id, wanted.weight_in_grams)
}

fn quantity_of(order: &Order, wanted: &CorrectedLine) -> Option<i32> {
    let line = order.lines.iter().find(|line| is_of(line, wanted));
    line.map(|line| line.quantity)
}

fn goods(lines: &[OrderLine]) -> i64 {
    let totals = lines
        .iter()
        .map(|line| line.unit_price_paise * i64::from(line.quantity));
    totals.sum()
}

/// Lists the changed lines, because the history is the only record of the original quantities. It contains no
/// personal data.
fn reason(order: &Order, lines: &[OrderLine]) -> String {
    let now = |before: &OrderLine| {
        let after = lines.iter().find(|line| {
            (line.product_id, line.weight_in_grams) == (before.product_id, before.weight_in_grams)
        });
        after.map_or(0, |line| line.quantity)
    };
    let changed = order.lines.iter().filter(|line| now(line) != line.quantity);
    let mut reason = REASON.to_owned();
    let mut left_out = 0;
    for (place, line) in changed.enumerate() {
        let sign = if place == 0 { ": " } else { ", " };
        let (name, grams, had, has) = (&line.product_name, line.weight_in_grams, line.quantity, now(line));
        let part = format!("{sign}{name} {grams} g {had} → {has}");
        // Leaves room for the number of omitted lines.
        if reason.chars().count() + part.chars().count() > MAX_REASON - 15 {
            left_out += 1;
        } else {
            reason.push_str(&part);
        }
    }
    if left_out > 0 {
        let _ = write!(reason, ", {left_out} more");
    }
    reason
}

#[cfg(test)]
mod tests;
