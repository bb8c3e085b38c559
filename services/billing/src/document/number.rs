//! Document numbers: a series without gaps per kind and financial year, and a new series after each restore.

use time::{Date, Month, OffsetDateTime};
use values::{INDIA, day_in_india};

use crate::document::kind::DocumentKind;

/// Length limit of a number, in characters, by rule 46 (b) of the CGST Rules.
#[cfg(test)]
const LONGEST: usize = 16;

/// The length of a restore slot, in minutes. The 43,920 slots of a leap year fit three letters and digits.
const SERIES_MINUTES: i64 = 12;

/// The series of samples, issued before the shop has a profile. They take no numbers of real documents.
pub const SAMPLES: i32 = -1;

/// The calendar year in which the financial year of a day begins, on 1 April.
pub fn financial_year(day: Date) -> i32 {
    day.year() - i32::from(day.month() < Month::April)
}

/// The next number: the next of the same year, or the first of a new year. Never goes back to an earlier
/// year, even if the clock does.
pub fn next(last: (i32, i32), day: Date) -> (i32, i32) {
    let (last_year, last_serial) = last;
    let year = financial_year(day);
    if year > last_year {
        (year, 1)
    } else {
        (last_year, last_serial + 1)
    }
}

/// The series of a financial year. 0 unless the database was restored in that year; then the restore's
/// 12-minute slot in the year, from 1. `shop-admin restore` sets no two marks within twelve minutes.
pub fn series(restored_at: Option<OffsetDateTime>, year: i32) -> i32 {
    let Some(at) = restored_at.filter(|at| financial_year(day_in_india(*at)) == year) else {
        return 0;
    };
    let Ok(begins) = Date::from_calendar_date(year, Month::April, 1) else {
        return 0;
    };
    let since = at - begins.midnight().assume_offset(INDIA);
    i32::try_from(since.whole_minutes() / SERIES_MINUTES + 1).unwrap_or(i32::MAX)
}

/// Formats a number. INV-2627-000042 is the 42nd invoice of April 2026 to March 2027. INV2627M3K000001 is the
/// first after a restore, in series M3K. SAMPLE-000001 is the first sample of any kind.
pub fn formatted(kind: DocumentKind, year: i32, series: i32, serial: i32) -> String {
    if series == SAMPLES {
        return format!("SAMPLE-{serial:06}");
    }
    let (begins, ends) = (year % 100, (year + 1) % 100);
    if series == 0 {
        return format!("{}-{begins:02}{ends:02}-{serial:06}", kind.prefix());
    }
    let code: String = [1296, 36, 1]
        .into_iter()
        .filter_map(|place| char::from_digit(u32::try_from(series / place % 36).ok()?, 36))
        .collect();
    let code = code.to_ascii_uppercase();
    format!("{}{begins:02}{ends:02}{code}{serial:06}", kind.prefix())
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
    fn each_restore_begins_a_series_of_its_year() {
        let restored = datetime!(2026-11-28 03:20 UTC);
        assert_eq!(series(None, 2026), 0);
        assert_eq!(
            series(Some(restored), 2027),
            0,
            "a new year has numbers of its own"
        );
        assert_eq!(series(Some(datetime!(2026-03-31 18:30 UTC)), 2026), 1);
        let last = series(Some(datetime!(2027-03-31 18:29 UTC)), 2026);
        assert_eq!(last, 365 * 24 * 5);
        let later = series(Some(restored + time::Duration::minutes(12)), 2026);
        assert_eq!(later, series(Some(restored), 2026) + 1);
    }

    #[test]
    fn a_number_is_short_enough_for_the_law_until_ten_million() {
        assert_eq!(formatted(DocumentKind::Invoice, 2026, 0, 42), "INV-2627-000042");
        assert_eq!(formatted(DocumentKind::CreditNote, 2099, 0, 1), "CN-9900-000001");
        assert_eq!(
            formatted(DocumentKind::Invoice, 2026, 46_655, 42),
            "INV2627ZZZ000042"
        );
        assert_eq!(
            formatted(DocumentKind::Invoice, 2026, SAMPLES, 42),
            "SAMPLE-000042"
        );
        let numbers = [
            (0, 9_999_999),
            (1, 999_999),
            (43_921, 999_999),
            (SAMPLES, 999_999_999),
        ];
        for (kind, (series, serial)) in DocumentKind::ALL
            .into_iter()
            .flat_map(|kind| numbers.map(|number| (kind, number)))
        {
            let number = formatted(kind, 2026, series, serial);
            assert!(number.len() <= LONGEST, "{number}");
            assert!(
                number
                    .bytes()
                    .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-')
            );
        }
    }
}
