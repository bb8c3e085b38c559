//! Numbers of documents: one series a kind and financial year, without a gap.

use time::{Date, Month};

use crate::document::kind::Kind;

/// Characters of a number at most, by rule 46 (b) of the CGST Rules.
#[cfg(test)]
const LONGEST: usize = 16;

/// The year in which the financial year of a day begins: on the 1st of April.
pub fn financial_year(day: Date) -> i32 {
    day.year() - i32::from(day.month() < Month::April)
}

/// The number after the last one: the next of its year, or the first of a new year. A year that is over does not come back, should a
/// clock go backwards.
pub fn next(last: (i32, i32), day: Date) -> (i32, i32) {
    let (last_year, last_serial) = last;
    let year = financial_year(day);
    if year > last_year {
        (year, 1)
    } else {
        (last_year, last_serial + 1)
    }
}

/// Such as INV-2627-000042, the 42nd invoice of the financial year from April 2026 to March 2027.
pub fn written(kind: Kind, year: i32, serial: i32) -> String {
    let (begins, ends) = (year % 100, (year + 1) % 100);
    format!("{}-{begins:02}{ends:02}-{serial:06}", kind.prefix())
}

#[cfg(test)]
mod tests {
    use time::macros::{date, datetime};

    use values::day_in_india;

    use super::*;

    #[test]
    fn a_year_begins_in_april_and_in_india() {
        assert_eq!(financial_year(date!(2027 - 03 - 31)), 2026);
        assert_eq!(financial_year(date!(2027 - 04 - 01)), 2027);
        let last = day_in_india(datetime!(2027-03-31 18:29:59 UTC));
        let first = day_in_india(datetime!(2027-03-31 18:30:00 UTC));
        assert_eq!((financial_year(last), financial_year(first)), (2026, 2027));
    }

    #[test]
    fn numbers_follow_each_other_and_begin_anew_with_the_year() {
        for (last, day, expected) in [
            ((0, 0), date!(2026 - 11 - 26), (2026, 1)),
            ((2026, 41), date!(2027 - 03 - 31), (2026, 42)),
            ((2026, 42), date!(2027 - 04 - 01), (2027, 1)),
            ((2027, 1), date!(2027 - 03 - 31), (2027, 2)),
        ] {
            assert_eq!(next(last, day), expected);
        }
    }

    #[test]
    fn a_number_is_short_enough_for_the_law_until_ten_million() {
        assert_eq!(written(Kind::Invoice, 2026, 42), "INV-2627-000042");
        assert_eq!(written(Kind::CreditNote, 2099, 1), "CN-9900-000001");
        for kind in Kind::ALL {
            let number = written(kind, 2026, 9_999_999);
            assert!(number.len() <= LONGEST, "{number}");
            assert!(
                number
                    .bytes()
                    .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-')
            );
        }
    }
}
