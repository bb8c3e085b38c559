//! Parses cells of bank statements. Pure.

use time::{Date, Month};

/// Currency words that banks write around an amount.
const CURRENCY_MARKS: [&str; 5] = ["INR", "Rs.", "Rs", "₹", "CR"];

/// Parses an amount such as `1,23,405.50`, in paise. An empty cell is 0. `None` if it is malformed or has
/// parts of a paisa.
pub fn paise(cell: &str) -> Option<i64> {
    let mut text = cell.trim();
    for around in CURRENCY_MARKS {
        text = text.strip_prefix(around).unwrap_or(text).trim_start();
        text = text.strip_suffix(around).unwrap_or(text).trim_end();
    }
    if text.is_empty() || text == "-" {
        return Some(0);
    }
    let (rupees, paise) = text.split_once('.').unwrap_or((text, ""));
    let rupees: String = rupees.chars().filter(|letter| *letter != ',').collect();
    let paise = paise.trim_end_matches('0');
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    // Ten digits are a thousand crore rupees: more than any credit, and far from overflow.
    if paise.len() > 2 || !(1..=10).contains(&rupees.len()) || !are_digits(&rupees) || !are_digits(paise) {
        return None;
    }
    let paise: i64 = format!("{paise:0<2}").parse().ok()?;
    Some(rupees.parse::<i64>().ok()? * 100 + paise)
}

/// Formats an amount in rupees, in the form that [`paise`] parses.
pub fn rupees(paise: i64) -> String {
    format!("{}.{:02}", paise / 100, paise % 100)
}

/// Parses a day such as `26/11/26`, `26-11-2026`, `26 Nov 2026`, `26-Nov-26` or `2026-11-26`. Ignores a time
/// after it.
pub fn day(cell: &str) -> Option<Date> {
    let mut parts = cell
        .split(['/', '-', ' ', '.', 'T'])
        .filter(|part| !part.is_empty());
    let (first, second, third) = (parts.next()?, parts.next()?, parts.next()?);
    let (year, day) = if first.len() == 4 {
        (first, third)
    } else {
        (third, first)
    };
    let month = match second.parse::<u8>() {
        Ok(number) => Month::try_from(number).ok()?,
        Err(_) => month_named(second)?,
    };
    let year = match (year.len(), year.parse::<i32>().ok()?) {
        (2, year) => 2000 + year,
        (4, year @ 2000..2200) => year,
        _ => return None,
    };
    Date::from_calendar_date(year, month, day.parse().ok()?).ok()
}

/// The month with this name or a prefix of at least three letters.
fn month_named(name: &str) -> Option<Month> {
    let all = std::iter::successors(Some(Month::January), |month| Some(month.next())).take(12);
    let mut all = all.map(|month| (month, month.to_string().to_lowercase()));
    let name = name.to_lowercase();
    let found = all.find(|(_, whole)| name.len() >= 3 && whole.starts_with(&name))?;
    Some(found.0)
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    #[test]
    fn amounts_are_read_as_banks_write_them() {
        for (cell, expected) in [
            (" 1,23,405.50 ", Some(12_340_550)),
            ("450", Some(45_000)),
            ("450.5", Some(45_050)),
            ("450.500", Some(45_050)),
            ("₹ 18,000.00", Some(1_800_000)),
            ("18000.00 CR", Some(1_800_000)),
            ("0.00", Some(0)),
            ("-", Some(0)),
            ("", Some(0)),
            ("450.005", None),
            ("-450", None),
            ("4e3", None),
            ("12345678901", None),
            ("four", None),
        ] {
            assert_eq!(paise(cell), expected, "{cell:?}");
        }
        assert_eq!(paise(&rupees(12_340_505)), Some(12_340_505));
    }

    #[test]
    fn days_are_read_as_banks_write_them() {
        let expected = Some(date!(2026 - 11 - 05));
        for cell in [
            "05/11/26",
            "05-11-2026",
            "5 Nov 2026",
            "05-Nov-26",
            "2026-11-05",
            "05 November 2026 10:11:12",
        ] {
            assert_eq!(day(cell), expected, "{cell}");
        }
        for cell in [
            "",
            "31/02/2026",
            "05/13/2026",
            "05/11",
            "05/11/026",
            "soon",
            "05 No 2026",
        ] {
            assert_eq!(day(cell), None, "{cell}");
        }
    }
}
