//! The deadlines of a ticket: first answer and closing. Pure.
//!
//! The Consumer Protection (E-Commerce) Rules, 2020, rule 4(5): the grievance officer "acknowledges the
//! receipt of any consumer complaint within forty-eight hours and redresses the complaint within one month
//! from the date of receipt of the complaint".

use time::{Duration, OffsetDateTime, UtcOffset};
use values::INDIA;

/// The time allowed for the first answer.
const ANSWER_WITHIN: Duration = Duration::hours(48);

/// The deadline for the first answer.
pub fn answer_due_at(received_at: OffsetDateTime) -> OffsetDateTime {
    received_at + ANSWER_WITHIN
}

/// The deadline for closing: the same day of the next month, or the last day of a shorter month.
pub fn close_due_at(received_at: OffsetDateTime) -> OffsetDateTime {
    // The rule's month is counted in Indian time.
    let received = received_at.to_offset(INDIA);
    let month = received.month().next();
    let year = received.year() + i32::from(month == time::Month::January);
    let day = received.day().min(month.length(year));
    let date = time::Date::from_calendar_date(year, month, day).expect("the month has this day");
    received.replace_date(date).to_offset(UtcOffset::UTC)
}

/// The next deadline: for closing if the ticket is answered, else for the first answer.
pub fn due_at(received_at: OffsetDateTime, is_answered: bool) -> OffsetDateTime {
    if is_answered {
        close_due_at(received_at)
    } else {
        answer_due_at(received_at)
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_message_is_answered_in_two_days_and_closed_in_a_month_of_india() {
        let received = datetime!(2026-11-26 09:00 UTC);
        assert_eq!(due_at(received, false), datetime!(2026-11-28 09:00 UTC));
        for (received, closed) in [
            (received, datetime!(2026-12-26 09:00 UTC)),
            (datetime!(2026-12-31 09:00 UTC), datetime!(2027-01-31 09:00 UTC)),
            (datetime!(2027-01-31 09:00 UTC), datetime!(2027-02-28 09:00 UTC)),
            // In India it is already the first of February.
            (datetime!(2028-01-31 19:00 UTC), datetime!(2028-02-29 19:00 UTC)),
        ] {
            assert_eq!(due_at(received, true), closed, "{received}");
        }
    }
}
