//! Parses values of events. An impossible value is an error, so that its event is dead-lettered.

use time::{Date, format_description::FormatItem, macros::format_description};
use uuid::Uuid;

const DAY: &[FormatItem<'_>] = format_description!("[year]-[month]-[day]");

/// Parses an id.
pub fn id(text: &str) -> Result<Uuid, &'static str> {
    Uuid::parse_str(text).map_err(|_| "an id is no UUID")
}

/// Checks an amount, in paise. It must be positive.
pub fn amount(paise: i64) -> Result<i64, &'static str> {
    Some(paise)
        .filter(|paise| *paise > 0)
        .ok_or("its amount cannot be")
}

/// Parses a day in India.
pub fn day(text: &str) -> Result<Date, &'static str> {
    Date::parse(text, DAY).map_err(|_| "its day is none")
}
