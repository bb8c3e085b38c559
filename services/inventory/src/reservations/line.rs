//! The lines of an order.

use std::collections::HashSet;

use runtime::status::{Rule, Violation, field};
use serde::{Deserialize, Serialize};

use crate::pack::{Pack, PackDetails};

/// The maximum number of lines of an order (decisions page).
const MAX_LINES: usize = 50;

/// The maximum number of packs of a line (decisions page).
const MAX_QUANTITY: i32 = 99;

/// A line of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineDetails {
    /// The pack.
    pub pack: Option<PackDetails>,
    /// The number of packs.
    pub quantity: i32,
    /// The price of a pack, in paise; 0 if the request has none.
    pub price_paise: i64,
}

/// One line of an order: a pack, its quantity and price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The pack.
    #[serde(flatten)]
    pub pack: Pack,
    /// The number of packs, more than 0.
    pub quantity: i32,
    /// The price of a pack, in paise. At most its MRP; 0 if unknown.
    #[serde(default)]
    pub price_paise: i64,
}

/// Parses the lines of a request; each pack occurs once. Adds errors to `violations`.
pub fn parse_lines(details: Vec<LineDetails>, violations: &mut Vec<Violation>) -> Vec<Line> {
    if details.is_empty() {
        let broken = Rule::Required.says("An order has a line");
        violations.push(Violation::new("lines", broken));
    }
    if details.len() > MAX_LINES {
        let broken = Rule::TooMany { max: MAX_LINES };
        let broken = broken.says(format!("An order has at most {MAX_LINES} lines"));
        violations.push(Violation::new("lines", broken));
        return Vec::new();
    }
    let mut packs = HashSet::new();
    let mut lines = Vec::new();
    for (number, line) in details.into_iter().enumerate() {
        let name = format!("lines[{number}]");
        let quantity = Some(line.quantity).filter(|quantity| (1..=MAX_QUANTITY).contains(quantity));
        let range = Rule::OutOfRange {
            min: 1,
            max: MAX_QUANTITY.into(),
        };
        let quantity = quantity.ok_or_else(|| range.says(format!("A line has 1 to {MAX_QUANTITY} packs")));
        let quantity = field(format!("{name}.quantity"), quantity, violations);
        let pack_name = format!("{name}.pack");
        let pack = Pack::parse(line.pack, &pack_name, violations);
        if let Some(pack) = pack
            && !packs.insert(pack)
        {
            let broken = Rule::Repeated.says("A pack has one line");
            violations.push(Violation::new(pack_name, broken));
        }
        let price = Some(line.price_paise).filter(|paise| *paise >= 0);
        let price = price.ok_or(Rule::Malformed.says("A price is an amount of paise"));
        let price = field(format!("{name}.unit_price_paise"), price, violations);
        lines.extend((|| {
            Some(Line {
                pack: pack?,
                quantity: quantity?,
                price_paise: price?,
            })
        })());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(product_id: &str, quantity: i32) -> LineDetails {
        let pack = PackDetails {
            product_id: product_id.to_owned(),
            weight_in_grams: 100,
        };
        LineDetails {
            pack: Some(pack),
            quantity,
            price_paise: 24_900,
        }
    }

    fn broken(details: Vec<LineDetails>) -> Vec<String> {
        let mut violations = Vec::new();
        parse_lines(details, &mut violations);
        violations
            .into_iter()
            .map(|violation| violation.field.into_owned())
            .collect()
    }

    const KARELA: &str = "0192f3a0-7c00-7000-8000-000000000001";

    #[test]
    fn everything_that_is_wrong_is_told_at_once() {
        assert_eq!(broken(vec![line(KARELA, 99)]), Vec::<String>::new());
        assert_eq!(broken(vec![]), ["lines"]);
        assert_eq!(broken(vec![line(KARELA, 1); 51]), ["lines"]);
        assert_eq!(
            broken(vec![
                line(KARELA, 0),
                line("karela", 100),
                line(KARELA, 1),
                LineDetails {
                    pack: None,
                    quantity: 0,
                    price_paise: 0,
                }
            ]),
            [
                "lines[0].quantity",
                "lines[1].quantity",
                "lines[1].pack.product_id",
                "lines[2].pack",
                "lines[3].quantity",
                "lines[3].pack"
            ]
        );
    }
}
