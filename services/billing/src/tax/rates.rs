//! The tax rate of goods on a day.

use std::{collections::BTreeSet, fmt};

use time::Date;

/// A tax rate that applies from a day on. Stored in the table `tax_rates`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HsnRate {
    /// The first digits of an HSN code. The rate applies to all codes with this prefix.
    pub hsn: String,
    /// The first day.
    pub since: Date,
    /// The rate, in hundredths of a percent.
    pub rate_basis_points: i64,
}

/// The rate of goods, in hundredths of a percent: that of their tax class if it names one, else that of the
/// longest matching HSN prefix on the day. `None` if there is none.
pub fn rate_of(rates: &[HsnRate], hsn_code: &str, tax_class: &str, on: Date) -> Option<i64> {
    if let Some(rate) = rate_of_class(tax_class) {
        return Some(rate);
    }
    let known = rates
        .iter()
        .filter(|rate| hsn_code.starts_with(&rate.hsn) && rate.since <= on);
    known
        .max_by_key(|rate| (rate.hsn.len(), rate.since))
        .map(|rate| rate.rate_basis_points)
}

/// Tax classes that name a rate, with the catalog's words.
const CLASSES: [(&str, i64); 4] = [("gst_0", 0), ("gst_5", 500), ("gst_12", 1_200), ("gst_18", 1_800)];

fn rate_of_class(tax_class: &str) -> Option<i64> {
    let class = CLASSES.iter().find(|(name, _)| *name == tax_class);
    class.map(|(_, rate)| *rate)
}

/// All possible rates, in hundredths of a percent: those of HSN codes on any day, and those of tax classes.
pub fn possible_rates(rates: &[HsnRate]) -> BTreeSet<i64> {
    let of_codes = rates.iter().map(|rate| rate.rate_basis_points);
    of_codes.chain(CLASSES.iter().map(|(_, rate)| *rate)).collect()
}

/// Formats hundredths of a percent: 5%, 0.25%.
#[derive(Debug, Clone, Copy)]
pub struct Percent(pub i64);

impl fmt::Display for Percent {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, hundredths) = (self.0 / 100, self.0 % 100);
        match (hundredths, hundredths % 10) {
            (0, _) => write!(to, "{whole}%"),
            (_, 0) => write!(to, "{whole}.{}%", hundredths / 10),
            _ => write!(to, "{whole}.{hundredths:02}%"),
        }
    }
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    #[test]
    fn a_chosen_class_counts_first_then_the_closest_code_on_its_day() {
        let rate = |hsn: &str, since, rate_basis_points| HsnRate {
            hsn: hsn.to_owned(),
            since,
            rate_basis_points,
        };
        let rates = [
            rate("1211", date!(2017 - 07 - 01), 500),
            rate("3004", date!(2017 - 07 - 01), 1_200),
            rate("3004", date!(2025 - 09 - 22), 500),
            rate("300490", date!(2026 - 04 - 01), 0),
        ];
        for (code, class, on, expected) in [
            ("12119029", "unclassified", date!(2026 - 11 - 26), Some(500)),
            ("1211", "gst_12", date!(2026 - 11 - 26), Some(1_200)),
            ("1211", "gst_0", date!(2026 - 11 - 26), Some(0)),
            ("3004", "unclassified", date!(2025 - 09 - 21), Some(1_200)),
            ("3004", "unclassified", date!(2025 - 09 - 22), Some(500)),
            ("30049011", "unclassified", date!(2026 - 03 - 31), Some(500)),
            ("30049011", "unclassified", date!(2026 - 04 - 01), Some(0)),
            ("1211", "unclassified", date!(2017 - 06 - 30), None),
            ("0910", "unclassified", date!(2026 - 11 - 26), None),
            ("0910", "gst_5", date!(2026 - 11 - 26), Some(500)),
        ] {
            assert_eq!(rate_of(&rates, code, class, on), expected, "{code} {class} {on}");
        }
    }
}
