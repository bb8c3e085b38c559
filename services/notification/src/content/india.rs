//! Formats amounts and times as usual in India.

use time::{Date, OffsetDateTime, format_description::well_known::Rfc3339, macros::format_description};
use values::INDIA;

/// Formats rupees with Indian grouping, ₹1,23,456; paise only if not zero.
pub(crate) fn rupees(paise: i64) -> String {
    let digits = (paise / 100).to_string();
    let (head, tail) = digits.split_at(digits.len().saturating_sub(3));
    let mut grouped = String::new();
    for (index, digit) in head.chars().enumerate() {
        grouped.push(digit);
        if (head.len() - index) % 2 == 1 {
            grouped.push(',');
        }
    }
    let fraction = if paise % 100 == 0 {
        String::new()
    } else {
        format!(".{:02}", paise % 100)
    };
    format!("₹{grouped}{tail}{fraction}")
}

/// Formats a time: 21 November 2026, 12:51 pm. `None` if it is not RFC 3339.
pub(crate) fn in_words(time: &str) -> Option<String> {
    let words = format_description!(
        "[day padding:none] [month repr:long] [year], [hour repr:12 padding:none]:[minute] [period case:lower]"
    );
    let time = OffsetDateTime::parse(time, &Rfc3339).ok()?;
    time.checked_to_offset(INDIA)?.format(words).ok()
}

/// Formats a day: 21 November 2026. `None` if it is not a date.
pub(crate) fn day_in_words(day: &str) -> Option<String> {
    let day = Date::parse(day, format_description!("[year]-[month]-[day]")).ok()?;
    let words = format_description!("[day padding:none] [month repr:long] [year]");
    day.format(words).ok()
}

/// Formats a day with its weekday: Saturday, 21 November 2026. `None` if it is not a date.
pub(crate) fn weekday_in_words(day: &str) -> Option<String> {
    let day = Date::parse(day, format_description!("[year]-[month]-[day]")).ok()?;
    let words = format_description!("[weekday], [day padding:none] [month repr:long] [year]");
    day.format(words).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_told_in_words() {
        assert_eq!(
            weekday_in_words("2026-11-01").as_deref(),
            Some("Sunday, 1 November 2026")
        );
        assert_eq!(weekday_in_words(""), None);
        assert_eq!(day_in_words("2026-11-01").as_deref(), Some("1 November 2026"));
        assert_eq!(day_in_words("yesterday"), None);
    }

    #[test]
    fn rupees_are_grouped_as_in_india() {
        let table = [
            (100, "₹1"),
            (99_900, "₹999"),
            (100_000, "₹1,000"),
            (1_234_550, "₹12,345.50"),
            (12_345_600, "₹1,23,456"),
            (1_234_567_800, "₹1,23,45,678"),
        ];
        for (paise, expected) in table {
            assert_eq!(rupees(paise), expected);
        }
    }

    #[test]
    fn a_time_is_told_in_words_and_in_indian_time() {
        let table = [
            ("2026-11-21T07:21:43.5Z", Some("21 November 2026, 12:51 pm")),
            ("2026-12-31T18:30:00Z", Some("1 January 2027, 12:00 am")),
            ("yesterday", None),
        ];
        for (time, expected) in table {
            assert_eq!(in_words(time).as_deref(), expected);
        }
    }
}
