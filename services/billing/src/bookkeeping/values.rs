//! Values of events. What cannot be is said, so that its event is put aside and nothing is guessed.

use time::{Date, format_description::FormatItem, macros::format_description};
use uuid::Uuid;

const DAY: &[FormatItem<'_>] = format_description!("[year]-[month]-[day]");

/// An id.
pub fn id(text: &str) -> Result<Uuid, &'static str> {
    Uuid::parse_str(text).map_err(|_| "an id is no UUID")
}

/// Money that moved, in paise.
pub fn amount(paise: i64) -> Result<i64, &'static str> {
    Some(paise)
        .filter(|paise| *paise > 0)
        .ok_or("its amount cannot be")
}

/// A day in India.
pub fn day(text: &str) -> Result<Date, &'static str> {
    Date::parse(text, DAY).map_err(|_| "its day is none")
}
