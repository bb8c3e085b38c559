//! Time in India, which has one offset all year.

use time::{Date, OffsetDateTime, UtcOffset, macros::offset};

/// India's offset from UTC.
pub const INDIA: UtcOffset = offset!(+5:30);

/// The day in India at a time.
pub fn day_in_india(at: OffsetDateTime) -> Date {
    at.to_offset(INDIA).date()
}

#[cfg(test)]
mod tests {
    use time::macros::{date, datetime};

    use super::*;

    #[test]
    fn the_evening_in_greenwich_is_of_the_next_day_in_india() {
        assert_eq!(
            day_in_india(datetime!(2026-11-26 18:29:59 UTC)),
            date!(2026 - 11 - 26)
        );
        assert_eq!(
            day_in_india(datetime!(2026-11-26 18:30 UTC)),
            date!(2026 - 11 - 27)
        );
    }
}
