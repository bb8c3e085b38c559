//! Parses ledger requests. Pure.

use runtime::status::{Rule, Violation, field};
use time::{Date, Duration, Month, format_description::FormatItem, macros::format_description};
use uuid::Uuid;

const DAY: &[FormatItem<'_>] = format_description!("[year]-[month]-[day]");

/// Rows of a page: the default and the limit.
const USUAL: i64 = 200;
const MOST: i64 = 1_000;

/// Limit of a time span, in days.
const MOST_DAYS: i64 = 366;

/// A span of days, inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayRange {
    /// The first.
    pub first: Date,
    /// The last.
    pub last: Date,
}

/// The place of a page's last row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageCursor {
    /// The day of the row.
    pub day: Date,
    /// The id of the entry or document.
    pub id: Uuid,
    /// The row of the document.
    pub row: i32,
}

impl PageCursor {
    /// The place before every row of a day.
    fn before(day: Date) -> Option<Self> {
        Some(Self {
            day: day.previous_day()?,
            id: Uuid::max(),
            row: i32::MAX,
        })
    }

    /// The page token.
    pub fn token(self) -> String {
        format!("{}.{}.{}", self.day, self.id, self.row)
    }

    fn parse(token: &str) -> Option<Self> {
        let mut parts = token.split('.');
        let cursor = Self {
            day: parse_day(parts.next()?)?,
            id: Uuid::parse_str(parts.next()?).ok()?,
            row: parts.next()?.parse().ok()?,
        };
        parts.next().is_none().then_some(cursor)
    }
}

/// A page of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LedgerPage {
    /// The last day.
    pub until: Date,
    /// The place after which the rows start.
    pub behind: PageCursor,
    /// Limit of rows.
    pub limit: i64,
}

impl LedgerPage {
    /// The token of the page after these rows. Empty on the last page.
    pub fn next<T>(self, rows: &[T], cursor: impl FnOnce(&T) -> PageCursor) -> String {
        let is_full = i64::try_from(rows.len()) == Ok(self.limit);
        let last = rows.last().filter(|_| is_full);
        last.map_or_else(String::new, |last| cursor(last).token())
    }

    fn parse(
        days: Option<DayRange>,
        size: i32,
        token: &str,
        violations: &mut Vec<Violation>,
    ) -> Option<Self> {
        let limit = match i64::from(size) {
            0 => Ok(USUAL),
            size @ 1..=MOST => Ok(size),
            _ => Err(Rule::OutOfRange { min: 1, max: MOST }.says(format!("Ask for 1 to {MOST} rows"))),
        };
        let limit = field("page_size", limit, violations);
        let cursor = if token.is_empty() {
            days.map(|days| PageCursor::before(days.first))
        } else {
            Some(PageCursor::parse(token))
        };
        let cursor = cursor
            .map(|cursor| cursor.ok_or(Rule::Malformed.says("Send the token of the page before, or none")));
        let behind = cursor.and_then(|cursor| field("page_token", cursor, violations));
        Some(Self {
            until: days?.last,
            behind: behind?,
            limit: limit?,
        })
    }
}

/// Parses a page of entries.
pub fn page_of_days(since: &str, until: &str, size: i32, token: &str) -> Result<LedgerPage, Vec<Violation>> {
    let mut violations = Vec::new();
    let first = field("since", day(since), &mut violations);
    let last = field("until", day(until), &mut violations);
    let days = first.zip(last).and_then(|(first, last)| {
        let is_span = first <= last && last - first < Duration::days(MOST_DAYS);
        let broken = Rule::OutOfRange {
            min: 1,
            max: MOST_DAYS,
        };
        let days = is_span.then_some(DayRange { first, last });
        let days = days.ok_or_else(|| broken.says(format!("Ask for 1 to {MOST_DAYS} days")));
        field("until", days, &mut violations)
    });
    let page = LedgerPage::parse(days, size, token, &mut violations);
    page.ok_or(violations)
}

/// Parses a page of a month's rows.
pub fn page_of_month(month: &str, size: i32, token: &str) -> Result<LedgerPage, Vec<Violation>> {
    let mut violations = Vec::new();
    let days = match days_of(month) {
        Ok(days) => Some(days),
        Err(broken) => {
            violations.extend(broken);
            None
        }
    };
    let page = LedgerPage::parse(days, size, token, &mut violations);
    page.ok_or(violations)
}

/// The days of a month such as 2026-11.
pub fn days_of(month: &str) -> Result<DayRange, Vec<Violation>> {
    let days = parse_day(&format!("{month}-01")).filter(|_| month.len() == 7);
    let days = days.and_then(|first| {
        let (year, next) = match first.month() {
            Month::December => (first.year() + 1, Month::January),
            month => (first.year(), month.next()),
        };
        let last = Date::from_calendar_date(year, next, 1).ok()?.previous_day()?;
        Some(DayRange { first, last })
    });
    let malformed = || Rule::Malformed.says("Send a month, such as 2026-11");
    days.ok_or_else(|| vec![Violation::new("month", malformed())])
}

/// The last day of a trial balance. `None` for today.
pub fn until(text: &str) -> Result<Option<Date>, Vec<Violation>> {
    if text.is_empty() {
        return Ok(None);
    }
    let mut violations = Vec::new();
    let day = field("until", day(text), &mut violations);
    day.map(Some).ok_or(violations)
}

fn day(text: &str) -> Result<Date, runtime::status::Broken> {
    parse_day(text).ok_or_else(|| Rule::Malformed.says("Send a day, such as 2026-11-26"))
}

fn parse_day(text: &str) -> Option<Date> {
    Date::parse(text, DAY).ok()
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    #[test]
    fn a_month_has_its_days() {
        for (month, first, last) in [
            ("2026-11", date!(2026 - 11 - 01), date!(2026 - 11 - 30)),
            ("2026-12", date!(2026 - 12 - 01), date!(2026 - 12 - 31)),
            ("2028-02", date!(2028 - 02 - 01), date!(2028 - 02 - 29)),
        ] {
            assert_eq!(days_of(month), Ok(DayRange { first, last }));
        }
        for month in ["", "2026-13", "2026-1", "2026-11-01", "26-11", " 2026-11"] {
            assert!(days_of(month).is_err(), "{month:?}");
        }
    }

    #[test]
    fn a_page_begins_before_its_days_or_where_the_last_one_ended() {
        let page = page_of_days("2026-11-01", "2026-11-30", 2, "").unwrap();
        assert_eq!(
            (page.behind.day, page.until),
            (date!(2026 - 10 - 31), date!(2026 - 11 - 30))
        );
        let last = PageCursor {
            day: date!(2026 - 11 - 07),
            id: Uuid::from_u128(7),
            row: 3,
        };
        assert_eq!(page.next(&[1], |_| last), "");
        let token = page.next(&[1, 2], |_| last);
        let next = page_of_days("2026-11-01", "2026-11-30", 2, &token).unwrap();
        assert_eq!(next.behind, last);
    }

    #[test]
    fn everything_wrong_is_said_at_once() {
        let fields = |broken: Result<LedgerPage, Vec<Violation>>| -> Vec<_> {
            let violations = broken.expect_err("it is wrong").into_iter();
            violations.map(|violation| violation.field.into_owned()).collect()
        };
        assert_eq!(
            fields(page_of_days("2026-11-31", "x", 1_001, "2026-11-01.x.0")),
            ["since", "until", "page_size", "page_token"]
        );
        assert_eq!(fields(page_of_days("2026-11-02", "2026-11-01", 0, "")), ["until"]);
        assert_eq!(fields(page_of_days("2025-11-01", "2026-11-02", 0, "")), ["until"]);
        assert_eq!(fields(page_of_month("november", 0, "")), ["month"]);
    }
}
