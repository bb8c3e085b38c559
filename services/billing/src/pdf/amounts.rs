//! Formats amounts, rates and dates as usual in India.

use time::{Date, macros::format_description};

/// Formats an amount with lakhs and crores: 1,23,456.50.
pub fn rupees(paise: i64) -> String {
    let sign = if paise < 0 { "-" } else { "" };
    let (whole, part) = (paise.unsigned_abs() / 100, paise.unsigned_abs() % 100);
    let digits = whole.to_string();
    let (front, last) = digits.split_at(digits.len().saturating_sub(3));
    let mut groups = Vec::new();
    let mut rest = front;
    while !rest.is_empty() {
        let (before, group) = rest.split_at(rest.len().saturating_sub(2));
        groups.push(group);
        rest = before;
    }
    groups.reverse();
    groups.push(last);
    format!("{sign}{}.{part:02}", groups.join(","))
}

/// Formats a rate in hundredths of a percent, divided by `halves`: 2.5 %.
pub fn percent(basis_points: i64, halves: i64) -> String {
    let hundredths = basis_points * 100 / halves;
    let (whole, part) = (hundredths / 10_000, hundredths % 10_000);
    let part = format!("{part:04}");
    let part = part.trim_end_matches('0');
    if part.is_empty() {
        format!("{whole} %")
    } else {
        format!("{whole}.{part} %")
    }
}

/// Formats a date such as 2026-11-26 as 26 November 2026. Returns anything else unchanged.
pub fn day(iso: &str) -> String {
    let day = Date::parse(iso, format_description!("[year]-[month]-[day]"));
    let written = day.ok().and_then(|day| {
        day.format(format_description!("[day padding:none] [month repr:long] [year]"))
            .ok()
    });
    written.unwrap_or_else(|| iso.to_owned())
}

/// Writes an amount in words: Rupees one thousand two hundred forty-nine and fifty paise only.
pub fn in_words(paise: i64) -> String {
    let (rupees, part) = (paise.unsigned_abs() / 100, paise.unsigned_abs() % 100);
    let mut words = format!("Rupees {}", number(rupees));
    if part > 0 {
        words = format!("{words} and {} paise", number(part));
    }
    format!("{words} only")
}

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];

const TENS: [&str; 10] = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];

fn number(number: u64) -> String {
    let below_hundred = |number: usize| match (number / 10, number % 10) {
        _ if number < 20 => SMALL[number].to_owned(),
        (tens, 0) => TENS[tens].to_owned(),
        (tens, ones) => format!("{}-{}", TENS[tens], SMALL[ones]),
    };
    for (unit, name) in [
        (10_000_000, "crore"),
        (100_000, "lakh"),
        (1_000, "thousand"),
        (100, "hundred"),
    ] {
        if number >= unit {
            let (many, rest) = (number / unit, number % unit);
            let many = self::number(many);
            return match rest {
                0 => format!("{many} {name}"),
                rest => format!("{many} {name} {}", self::number(rest)),
            };
        }
    }
    below_hundred(usize::try_from(number).expect("it is below a hundred"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_grouped_and_said_as_in_india() {
        for (paise, figures, words) in [
            (0, "0.00", "Rupees zero only"),
            (5, "0.05", "Rupees zero and five paise only"),
            (99_900, "999.00", "Rupees nine hundred ninety-nine only"),
            (
                124_950,
                "1,249.50",
                "Rupees one thousand two hundred forty-nine and fifty paise only",
            ),
            (
                12_345_600,
                "1,23,456.00",
                "Rupees one lakh twenty-three thousand four hundred fifty-six only",
            ),
            (
                1_234_567_890,
                "1,23,45,678.90",
                "Rupees one crore twenty-three lakh forty-five thousand six hundred seventy-eight and ninety paise only",
            ),
            (2_000_000, "20,000.00", "Rupees twenty thousand only"),
        ] {
            assert_eq!(rupees(paise), figures);
            assert_eq!(in_words(paise), words);
        }
        assert_eq!(rupees(-150), "-1.50");
    }

    #[test]
    fn rates_have_no_more_digits_than_they_need() {
        assert_eq!(percent(500, 1), "5 %");
        assert_eq!(percent(500, 2), "2.5 %");
        assert_eq!(percent(25, 2), "0.125 %");
        assert_eq!(percent(0, 2), "0 %");
        assert_eq!(percent(1_800, 2), "9 %");
    }

    #[test]
    fn a_date_is_written_out() {
        assert_eq!(day("2026-04-01"), "1 April 2026");
        assert_eq!(day("soon"), "soon");
    }
}
