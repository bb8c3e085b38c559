//! Recognises the search texts that only orders have: order numbers, their beginnings, and pincodes. Pure.

use std::iter;

use time::{Date, Month, OffsetDateTime};
use values::Pincode;

use crate::office::shop_day::beginning;

/// The prefix of every order number.
const NUMBER: &str = "VM-";

/// The number of digits of the date after the prefix: year, month and day.
const DAY_DIGITS: usize = 6;

/// A search text that only orders have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderText {
    /// An order number or its beginning, with at least the whole date, so that it matches few orders.
    Number(String),
    /// The beginning of an order number with a partial date. It matches all orders of these days.
    Days {
        /// The start of the first day.
        from: OffsetDateTime,
        /// The end of the last day.
        until: OffsetDateTime,
    },
    /// A pincode, six digits.
    Pincode(String),
}

impl OrderText {
    /// Recognises a search text. `None` if it is none of orders.
    pub fn recognise(text: &str) -> Option<Self> {
        let number = text.to_uppercase();
        let Some(day) = number.strip_prefix(NUMBER) else {
            let pincode = Pincode::read(text).ok()?;
            return Some(Self::Pincode(pincode.into_string()));
        };
        let days = days(day).filter(|_| day.len() < DAY_DIGITS);
        Some(
            days.map_or(Self::Number(number.clone()), |(first, last)| Self::Days {
                from: beginning(first),
                until: beginning(last.next_day().unwrap_or(last)),
            }),
        )
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

    #[test]
    fn numbers_and_pincodes_are_recognised() {
        let number = |number: &str| Some(OrderText::Number(number.to_owned()));
        let table = [
            ("vm-261121-7k3qx", number("VM-261121-7K3QX")),
            ("VM-261121", number("VM-261121")),
            ("vm-2613", number("VM-2613")),
            ("395007", Some(OrderText::Pincode("395007".to_owned()))),
            ("9876543210", None),
            ("VM261121", None),
            ("Asha", None),
        ];
        for (typed, expected) in table {
            assert_eq!(OrderText::recognise(typed), expected, "{typed}");
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
        let expected = OrderText::Days {
            from: datetime!(2026-11-01 00:00 +5:30),
            until: datetime!(2026-12-01 00:00 +5:30),
        };
        assert_eq!(OrderText::recognise("vm-2611"), Some(expected));
    }

    #[test]
    fn fuzz_of_order_searches() {
        fuzz::feed_text(
            "order searches",
            &["VM-261121-7K3QX", "vm-26", "395007"],
            |typed| {
                if let Some(OrderText::Days { from, until }) = OrderText::recognise(typed) {
                    assert!(from < until, "{typed}");
                }
            },
        );
    }
}
