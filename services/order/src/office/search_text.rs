//! Recognises search texts that staff type: number, email, pincode, mobile number or name. Pure functions.

use std::iter;

use runtime::status::{Broken, Rule};
use time::{Date, Month, OffsetDateTime};
use values::{Line, MobileNumber, Pincode};

use crate::office::shop_day::beginning;

/// The prefix of every order number.
const NUMBER: &str = "VM-";

/// The number of digits of the date after the prefix: year, month and day.
const DAY_DIGITS: usize = 6;

/// The minimum length of a name, in characters. Shorter parts are in nearly every name.
const MIN_NAME: usize = 3;

/// The maximum length, in characters, that of the longest email address.
const MAX_TEXT: usize = 254;

/// A recognised search text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SearchText {
    /// An order number or its beginning, with at least the whole date, so that it matches few orders.
    Number(String),
    /// The beginning of an order number with a partial date. It matches all orders of these days.
    Days {
        /// The start of the first day.
        from: OffsetDateTime,
        /// The end of the last day.
        until: OffsetDateTime,
    },
    /// An email address, in any case.
    Email(String),
    /// A pincode, six digits.
    Pincode(String),
    /// A mobile number, ten digits.
    MobileNumber(String),
    /// A part of a name, in any case.
    Name(String),
}

impl SearchText {
    /// Parses a search text. `None` for an empty one.
    pub fn read(typed: &str) -> Result<Option<Self>, Broken> {
        if typed.trim().is_empty() {
            return Ok(None);
        }
        let line = Line::<MAX_TEXT>::read(typed).map_err(|broken| broken.of("What you look for"))?;
        Self::of(line.as_str()).map(Some)
    }

    fn of(text: &str) -> Result<Self, Broken> {
        let number = text.to_uppercase();
        if let Some(day) = number.strip_prefix(NUMBER) {
            let days = days(day).filter(|_| day.len() < DAY_DIGITS);
            return Ok(
                days.map_or(Self::Number(number.clone()), |(first, last)| Self::Days {
                    from: beginning(first),
                    until: beginning(last.next_day().unwrap_or(last)),
                }),
            );
        }
        if text.contains('@') {
            return Ok(Self::Email(text.to_owned()));
        }
        if let Ok(pincode) = Pincode::read(text) {
            return Ok(Self::Pincode(pincode.into_string()));
        }
        if let Ok(mobile_number) = MobileNumber::read(text) {
            return Ok(Self::MobileNumber(mobile_number.into_string()));
        }
        if text.chars().count() < MIN_NAME {
            let rule = Rule::TooShort { min: MIN_NAME };
            return Err(rule.says(format!("Type {MIN_NAME} characters or more of a name")));
        }
        Ok(Self::Name(text.to_owned()))
    }
}

/// Returns the first and the last day whose digits begin with this text. `None` if there is none.
fn days(typed: &str) -> Option<(Date, Date)> {
    let is_digits = typed.bytes().all(|byte| byte.is_ascii_digit());
    let (first, last) = (day(typed, '0')?, day(typed, '9')?);
    (is_digits && digits(first).starts_with(typed)).then_some((first, last))
}

/// Returns the valid day nearest to the digits, filled up with this digit.
fn day(typed: &str, filling: char) -> Option<Date> {
    let digits: String = typed
        .chars()
        .chain(iter::repeat(filling))
        .take(DAY_DIGITS)
        .collect();
    let part = |from: usize| digits.get(from..from + 2)?.parse::<u8>().ok();
    let year = 2_000 + i32::from(part(0)?);
    let month = Month::try_from(part(2)?.clamp(1, 12)).ok()?;
    let day = part(4)?.clamp(1, month.length(year));
    Date::from_calendar_date(year, month, day).ok()
}

/// Formats a day as in order numbers.
fn digits(day: Date) -> String {
    let month = u8::from(day.month());
    format!("{:02}{month:02}{:02}", day.year() % 100, day.day())
}

#[cfg(test)]
mod tests {
    use time::macros::{date, datetime};

    use super::*;

    #[track_caller]
    fn read(typed: &str) -> SearchText {
        let read = SearchText::read(typed).expect("it is something");
        read.expect("it was typed")
    }

    #[test]
    fn the_form_of_a_search_text_decides_what_is_searched() {
        let table = [
            (
                " vm-261121-7k3qx ",
                SearchText::Number("VM-261121-7K3QX".to_owned()),
            ),
            ("VM-261121", SearchText::Number("VM-261121".to_owned())),
            (
                "Asha@Example.com",
                SearchText::Email("Asha@Example.com".to_owned()),
            ),
            ("asha@", SearchText::Email("asha@".to_owned())),
            (" 395007 ", SearchText::Pincode("395007".to_owned())),
            (
                "+91 98765-43210",
                SearchText::MobileNumber("9876543210".to_owned()),
            ),
            ("9876543210", SearchText::MobileNumber("9876543210".to_owned())),
            ("Ash", SearchText::Name("Ash".to_owned())),
            ("98765", SearchText::Name("98765".to_owned())),
            ("પ્રિયા", SearchText::Name("પ્રિયા".to_owned())),
            ("VM261121", SearchText::Name("VM261121".to_owned())),
        ];
        for (typed, expected) in table {
            assert_eq!(read(typed), expected, "{typed}");
        }
        assert_eq!(SearchText::read(" \t"), Ok(None));
    }

    #[test]
    fn a_search_text_that_finds_all_or_none_is_refused() {
        for (typed, rule) in [
            ("As", Rule::TooShort { min: MIN_NAME }),
            ("VM", Rule::TooShort { min: MIN_NAME }),
            ("Asha\0", Rule::NotAllowedCharacters),
            (&"x".repeat(255), Rule::TooLong { max: MAX_TEXT }),
        ] {
            let broken = SearchText::read(typed).expect_err("it is nothing to look for");
            assert_eq!(broken.rule(), rule, "{typed:?}");
        }
    }

    #[test]
    fn the_beginning_of_a_day_is_all_days_that_begin_so() {
        let table = [
            ("", Some((date!(2000 - 01 - 01), date!(2099 - 12 - 31)))),
            ("2", Some((date!(2020 - 01 - 01), date!(2029 - 12 - 31)))),
            ("26", Some((date!(2026 - 01 - 01), date!(2026 - 12 - 31)))),
            ("260", Some((date!(2026 - 01 - 01), date!(2026 - 09 - 30)))),
            ("261", Some((date!(2026 - 10 - 01), date!(2026 - 12 - 31)))),
            ("2602", Some((date!(2026 - 02 - 01), date!(2026 - 02 - 28)))),
            ("26022", Some((date!(2026 - 02 - 20), date!(2026 - 02 - 28)))),
            ("262", None),
            ("2613", None),
            ("26023", None),
            ("x", None),
            ("૨૬", None),
        ];
        for (beginning, expected) in table {
            assert_eq!(days(beginning), expected, "{beginning}");
        }
        let expected = SearchText::Days {
            from: datetime!(2026-11-01 00:00 +5:30),
            until: datetime!(2026-12-01 00:00 +5:30),
        };
        assert_eq!(read("vm-2611"), expected);
        assert_eq!(read("vm-2613"), SearchText::Number("VM-2613".to_owned()));
    }

    #[test]
    fn fuzz_of_search_texts() {
        let corpus = [
            "VM-261121-7K3QX",
            "vm-26",
            "asha@example.com",
            "395007",
            "98765 43210",
            "Asha",
        ];
        fuzz::feed_text("search texts", &corpus, |typed| {
            if let Ok(Some(SearchText::Days { from, until })) = SearchText::read(typed) {
                assert!(from < until, "{typed}");
            }
        });
    }
}
