//! Until when a ticket is to be answered and to be closed. Pure.
//!
//! The Consumer Protection (E-Commerce) Rules, 2020, rule 4(5): the grievance officer "acknowledges the receipt of any consumer
//! complaint within forty-eight hours and redresses the complaint within one month from the date of receipt of the complaint".

use time::{Duration, OffsetDateTime, UtcOffset};
use values::INDIA;

/// How long a message may wait for its first answer.
const ANSWER_WITHIN: Duration = Duration::hours(48);

/// Until when a message is to be answered first.
pub fn answer_due_at(received_at: OffsetDateTime) -> OffsetDateTime {
    received_at + ANSWER_WITHIN
}

/// Until when a message is to be closed: on the same day of the next month, or on its last day where it has no such day.
pub fn close_due_at(received_at: OffsetDateTime) -> OffsetDateTime {
    // Where the month of the rule is counted.
    let received = received_at.to_offset(INDIA);
    let month = received.month().next();
    let year = received.year() + i32::from(month == time::Month::January);
    let day = received.day().min(month.length(year));
    let date = time::Date::from_calendar_date(year, month, day).expect("the month has this day");
    received.replace_date(date).to_offset(UtcOffset::UTC)
}

/// What the shop has to do next, and until when: answer, and close once it has answered.
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
            // In India it is the first of February already.
            (datetime!(2028-01-31 19:00 UTC), datetime!(2028-02-29 19:00 UTC)),
        ] {
            assert_eq!(due_at(received, true), closed, "{received}");
        }
    }
}
