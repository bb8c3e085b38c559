//! Exports of the orders of a range of days, oldest first, page by page.

use runtime::status::{Broken, Rule, Violation, field};
use sqlx::PgPool;
use time::{Date, Duration, OffsetDateTime, format_description::FormatItem, macros::format_description};
use uuid::Uuid;
use values::Cursor;

use crate::{
    office::{export_store, shop_day},
    order::{order_store, record::Order},
};

/// The maximum number of days: a year.
const MOST_DAYS: i64 = 366;

const DAY: &[FormatItem<'_>] = format_description!("[year]-[month]-[day]");

/// The number of orders in a page.
const PAGE: i64 = 500;

/// An unvalidated export request. [`ExportDetails::validate`] turns it into an [`Export`].
#[derive(Debug, Clone)]
pub struct ExportDetails {
    /// The first day: a date.
    pub from_day: String,
    /// The last day: a date.
    pub until_day: String,
    /// The token from the previous page. Empty for the first page.
    pub page_token: String,
}

/// A validated export request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Export {
    /// The position after which the page starts. An order need not exist there.
    behind: Cursor,
    /// The end of the last day.
    until: OffsetDateTime,
}

/// A page of an export.
#[derive(Debug)]
pub struct ExportPage {
    /// The orders, oldest first.
    pub orders: Vec<Order>,
    /// True if more orders may follow.
    pub is_full: bool,
}

impl ExportDetails {
    /// Validates the values. Returns every violation.
    pub fn validate(&self) -> Result<Export, Vec<Violation>> {
        let mut violations = Vec::new();
        let all = &mut violations;
        let from = field("from_day", date(&self.from_day), all);
        let until = field("until_day", date(&self.until_day), all);
        let days = from.zip(until);
        let days = days.and_then(|(from, until)| field("until_day", days_between(from, until), all));
        let behind = match self.page_token.as_str() {
            "" => Ok(None),
            token => match Cursor::read(token) {
                Some(cursor) => Ok(Some(cursor)),
                None => Err(Rule::Malformed.says("Send the token of the page before, or none")),
            },
        };
        let behind = field("page_token", behind, all);
        let export = days.zip(behind).map(|((from, until), behind)| {
            let first = just_before(from);
            Export {
                // A token of an earlier day starts at the first day.
                behind: behind.filter(|cursor| cursor.at >= first.at).unwrap_or(first),
                until: shop_day::beginning(until + Duration::DAY),
            }
        });
        export.ok_or(violations)
    }
}

/// Returns a page of the orders of these days.
pub async fn orders(db: &PgPool, export: Export) -> sqlx::Result<ExportPage> {
    let ids = export_store::oldest(db, export.behind, export.until, PAGE).await?;
    let mut orders = order_store::of_ids(db, &ids).await?;
    orders.reverse();
    Ok(ExportPage {
        orders,
        is_full: i64::try_from(ids.len()) == Ok(PAGE),
    })
}

/// Returns the position just before a day. Orders are placed at whole milliseconds.
fn just_before(day: Date) -> Cursor {
    Cursor {
        at: shop_day::beginning(day) - Duration::MICROSECOND,
        id: Uuid::max(),
    }
}

fn days_between(from: Date, until: Date) -> Result<(Date, Date), Broken> {
    match (until - from).whole_days() + 1 {
        1..=MOST_DAYS => Ok((from, until)),
        ..=0 => Err(Rule::Malformed.says("The last day is before the first")),
        _ => {
            let rule = Rule::OutOfRange {
                min: 1,
                max: MOST_DAYS,
            };
            Err(rule.says(format!("Ask for 1 to {MOST_DAYS} days")))
        }
    }
}

fn date(text: &str) -> Result<Date, Broken> {
    let date = Date::parse(text, DAY).ok();
    date.filter(|date| (2000..2200).contains(&date.year()))
        .ok_or_else(|| Rule::Malformed.says("Enter a day, such as 2026-11-25"))
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    fn details(from_day: &str, until_day: &str, page_token: &str) -> ExportDetails {
        ExportDetails {
            from_day: from_day.to_owned(),
            until_day: until_day.to_owned(),
            page_token: page_token.to_owned(),
        }
    }

    #[test]
    fn days_are_dates_in_their_order_and_a_year_at_most() {
        let table: [(&str, &str, &[&str]); 8] = [
            ("2026-11-01", "2026-11-30", &[]),
            ("2026-11-01", "2026-11-01", &[]),
            ("2026-01-01", "2027-01-01", &[]),
            ("2026-01-01", "2027-01-02", &["until_day"]),
            ("2026-11-02", "2026-11-01", &["until_day"]),
            ("", "2026-11-01", &["from_day"]),
            ("1999-12-31", "2026-02-30", &["from_day", "until_day"]),
            ("1 Nov", "2026-11-01T00:00", &["from_day", "until_day"]),
        ];
        for (from, until, wrong) in table {
            let checked = details(from, until, "").validate();
            let violations = checked.err().unwrap_or_default();
            let fields: Vec<_> = violations.iter().map(|wrong| wrong.field.as_ref()).collect();
            assert_eq!(fields, wrong, "{from} to {until}");
        }
        assert!(details("2026-11-01", "2026-11-30", "x").validate().is_err());
    }

    #[test]
    fn a_token_leads_on_but_never_out_of_the_days() {
        let inside = Cursor {
            at: datetime!(2026-11-02 10:00 UTC),
            id: Uuid::from_u128(7),
        };
        let before = Cursor {
            at: datetime!(2026-10-02 10:00 UTC),
            ..inside
        };
        let export = |token: &str| {
            let checked = details("2026-11-01", "2026-11-30", token).validate();
            checked.expect("it keeps the rules")
        };
        assert_eq!(export(&inside.token()).behind, inside);
        assert_eq!(export(&before.token()), export(""));
        assert_eq!(export("").until, datetime!(2026-11-30 18:30 UTC));
    }
}
