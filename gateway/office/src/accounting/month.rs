//! The month of an accounting export.

use http::StatusCode;
use runtime::status::Rule;
use serde::Deserialize;
use time::{Date, Month, macros::format_description};
use utoipa::IntoParams;
use web::Error;

/// The month to export.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MonthQuery {
    /// A month, by India's calendar.
    #[param(example = "2026-11")]
    month: String,
}

impl MonthQuery {
    /// Parses the month and returns its first and last day, for the audit log and the file name.
    ///
    /// # Errors
    /// 422 if the text is not a month.
    pub(super) fn days(&self) -> Result<(Date, Date), Error> {
        let day = format_description!("[year]-[month]-[day]");
        let first = Date::parse(&format!("{}-01", self.month), day);
        let days = first.ok().filter(|_| self.month.len() == 7).and_then(|first| {
            let (year, next) = match first.month() {
                Month::December => (first.year() + 1, Month::January),
                month => (first.year(), month.next()),
            };
            let last = Date::from_calendar_date(year, next, 1).ok()?.previous_day()?;
            Some((first, last))
        });
        days.ok_or_else(|| {
            let broken = Rule::Malformed.says("must be a month, such as 2026-11");
            Error::field(StatusCode::UNPROCESSABLE_ENTITY, "month", broken)
        })
    }

    /// The month as the client sent it; valid once `days` has succeeded.
    pub(super) fn text(&self) -> &str {
        &self.month
    }
}

/// Formats hundredths of a percent as a percentage: 5, 0.25.
pub(super) fn percent(basis_points: i32) -> String {
    let text = format!("{}.{:02}", basis_points / 100, basis_points % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_has_its_days() {
        let days = |month: &str| {
            MonthQuery {
                month: month.to_owned(),
            }
            .days()
        };
        let (first, last) = days("2026-12").unwrap();
        assert_eq!(
            (first.to_string(), last.to_string()),
            ("2026-12-01".to_owned(), "2026-12-31".to_owned())
        );
        for month in ["", "2026-13", "2026-1", "2026-11\"", "26-11"] {
            assert!(days(month).is_err(), "{month:?}");
        }
    }

    #[test]
    fn a_rate_is_written_as_people_write_it() {
        for (rate, words) in [(0, "0"), (500, "5"), (25, "0.25"), (1_250, "12.5"), (1_000, "10")] {
            assert_eq!(percent(rate), words);
        }
    }
}
