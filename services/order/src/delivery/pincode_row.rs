//! A CSV row with the rules of a pincode, and its validation. The operator's and the staff's import share it.

use runtime::status::{Broken, Rule, Violation, field};

use crate::delivery::{pincodes::PincodeDecision, zone::Zone};

/// The highest charge that the policy page allows, in rupees.
const MOST: u32 = 100;

/// The name of the required column.
pub const PINCODE: &str = "pincode";

/// The names of the optional columns.
pub const OTHERS: [&str; 4] = ["zone", "delivery", "cash", "fee"];

/// The cells of a row in the file, one field per column. Missing cells are empty.
#[derive(Debug, Clone, Copy, Default)]
pub struct PincodeCells<'a> {
    /// The pincode, six digits.
    pub pincode: &'a str,
    /// The zone, a word of [`Zone`].
    pub zone: &'a str,
    /// The delivery charge, in whole rupees.
    pub delivery: &'a str,
    /// COD: yes or no.
    pub cash: &'a str,
    /// The COD fee, in whole rupees.
    pub fee: &'a str,
}

impl<'a> PincodeCells<'a> {
    /// Takes the cells from a function that returns a row's cell by column name.
    pub fn from_columns(cell: impl Fn(&str) -> &'a str) -> Self {
        let [zone, delivery, cash, fee] = OTHERS.map(&cell);
        Self {
            pincode: cell(PINCODE),
            zone,
            delivery,
            cash,
            fee,
        }
    }

    /// Validates the cells. Returns every violation with its column.
    pub fn validate(self) -> Result<PincodeDecision, Vec<Violation>> {
        let mut violations = Vec::new();
        let all = &mut violations;
        let [zone, delivery, cash, fee] = OTHERS;
        let pincode = field(PINCODE, pincode(self.pincode), all);
        let zone = field(zone, optional(self.zone, read_zone), all);
        let delivery_paise = field(delivery, optional(self.delivery, paise), all);
        let takes_cash = field(cash, optional(self.cash, yes_or_no), all);
        let cod_fee_paise = field(fee, optional(self.fee, paise), all);
        let decision = (|| {
            Some(PincodeDecision {
                pincode: pincode?,
                zone: zone?,
                delivery_paise: delivery_paise?,
                takes_cash: takes_cash?,
                cod_fee_paise: cod_fee_paise?,
            })
        })();
        decision.ok_or(violations)
    }
}

fn optional<T>(cell: &str, read: impl Fn(&str) -> Result<T, Broken>) -> Result<Option<T>, Broken> {
    if cell.is_empty() {
        return Ok(None);
    }
    read(cell).map(Some)
}

fn pincode(cell: &str) -> Result<String, Broken> {
    if cell.len() == 6 && cell.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(cell.to_owned());
    }
    Err(Rule::Malformed.says(format!("{} has not six digits", quoted(cell))))
}

fn read_zone(cell: &str) -> Result<Zone, Broken> {
    Zone::parse(cell).ok_or_else(|| {
        Rule::Unknown.says(format!(
            "{} is none of city, near, metro, rest and far",
            quoted(cell)
        ))
    })
}

fn yes_or_no(cell: &str) -> Result<bool, Broken> {
    match cell {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(Rule::Malformed.says(format!("{} is neither yes nor no", quoted(cell)))),
    }
}

fn paise(cell: &str) -> Result<i64, Broken> {
    match cell.parse::<u32>() {
        Ok(rupees) if rupees <= MOST => Ok(i64::from(rupees) * 100),
        _ => Err(Rule::Malformed.says(format!("{} is no number from 0 to {MOST}", quoted(cell)))),
    }
}

/// Shortens a cell for an error message.
fn quoted(cell: &str) -> String {
    const LONGEST: usize = 40;
    if cell.chars().count() <= LONGEST {
        return cell.to_owned();
    }
    cell.chars().take(LONGEST).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_wrong_with_a_row_is_said_at_once() {
        let nothing = PincodeCells {
            pincode: "39500",
            zone: "moon",
            delivery: "101",
            cash: "maybe",
            fee: "-1",
        };
        let violations = nothing.validate().err().unwrap_or_default();
        let told: Vec<_> = violations
            .iter()
            .map(|wrong| format!("{}: {}", wrong.field, wrong.message()))
            .collect();
        assert_eq!(
            told,
            [
                "pincode: 39500 has not six digits",
                "zone: moon is none of city, near, metro, rest and far",
                "delivery: 101 is no number from 0 to 100",
                "cash: maybe is neither yes nor no",
                "fee: -1 is no number from 0 to 100",
            ]
        );
    }
}
