//! Parses the gRPC messages of order corrections.

use proto::inventory::v1 as contract;
use runtime::status::{Rule, Violation, field};

use crate::{
    error::Error,
    grpc::messages::line_details,
    pack,
    reservations::{
        changes::{CurrentLines, ReservationChange},
        line::{self, Line},
    },
};

/// The maximum number of orders whose corrections are listed or finalized in one request.
pub const MOST_CHANGES: usize = 100;

/// Parses a correction that is about to be made.
pub fn change(request: contract::ChangeReservationRequest) -> Result<ReservationChange, Error> {
    let mut violations = Vec::new();
    let order_id = pack::id(&request.order_id, "An order's id");
    let order_id = field("order_id", order_id, &mut violations);
    let version = Some(request.version).filter(|version| *version >= 2);
    let version = version.ok_or(Rule::Required.says("Say which version the order gets"));
    let version = field("version", version, &mut violations);
    let before = lines("lines_before", request.lines_before, &mut violations);
    let after = lines("lines", request.lines, &mut violations);
    match (order_id, version) {
        (Some(order_id), Some(version)) if violations.is_empty() => Ok(ReservationChange {
            order_id,
            version,
            before,
            lines: after,
        }),
        _ => Err(Error::Invalid(violations)),
    }
}

/// Parses the current lines of corrected orders.
pub fn current_lines(orders: Vec<contract::CurrentLines>) -> Result<Vec<CurrentLines>, Error> {
    let mut violations = Vec::new();
    if orders.len() > MOST_CHANGES {
        let broken = Rule::TooMany { max: MOST_CHANGES };
        let broken = broken.says(format!(
            "At most {MOST_CHANGES} changed orders are finalized at once"
        ));
        return Err(Error::Invalid(vec![Violation::new("changed_orders", broken)]));
    }
    let mut read = Vec::with_capacity(orders.len());
    for (number, order) in orders.into_iter().enumerate() {
        let name = format!("changed_orders[{number}]");
        let order_id = pack::id(&order.order_id, "An order's id");
        let order_id = field(format!("{name}.order_id"), order_id, &mut violations);
        let lines = lines(&format!("{name}.lines"), order.lines, &mut violations);
        read.extend(order_id.map(|order_id| CurrentLines {
            order_id,
            version: order.version,
            lines,
        }));
    }
    if violations.is_empty() {
        Ok(read)
    } else {
        Err(Error::Invalid(violations))
    }
}

/// Parses the lines in this field of a request. Adds errors to `violations`.
fn lines(name: &str, told: Vec<contract::ReserveLine>, violations: &mut Vec<Violation>) -> Vec<Line> {
    let mut broken = Vec::new();
    let lines = line::parse_lines(told.into_iter().map(line_details).collect(), &mut broken);
    let renamed = broken.into_iter().map(|Violation { field, broken }| {
        let rest = field.strip_prefix("lines").unwrap_or(&field);
        Violation::new(format!("{name}{rest}"), broken)
    });
    violations.extend(renamed);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_lines_name_their_place() {
        let order = contract::CurrentLines {
            lines: vec![contract::ReserveLine::default()],
            ..contract::CurrentLines::default()
        };
        let Err(Error::Invalid(violations)) = current_lines(vec![order]) else {
            panic!("nothing of it can be read");
        };
        let fields: Vec<_> = violations
            .iter()
            .map(|violation| violation.field.as_ref())
            .collect();
        assert_eq!(
            fields,
            [
                "changed_orders[0].order_id",
                "changed_orders[0].lines[0].quantity",
                "changed_orders[0].lines[0].pack"
            ]
        );
    }
}
