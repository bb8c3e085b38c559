//! The days to compare with the provider's lists. Pure.

use time::{Date, Duration, OffsetDateTime, Time};
use values::{INDIA, day_in_india};

/// The pause before comparing again a day that is not over or differs.
const SOON: Duration = Duration::HOUR;

/// The pause before comparing again a day that is over and agrees.
const LATER: Duration = Duration::DAY;

/// "Payments can be authorized late" for three days
/// (`https://razorpay.com/docs/payments/payments/late-authorisation/handle`). The list shows them under the
/// day they were created.
const CHANGES_FOR: Duration = Duration::days(4);

/// After this time a difference is compared only once a day, because staff know of it.
const DIFFERS_FOR: Duration = Duration::days(7);

/// Younger items may not have arrived here yet. The next comparison includes them.
const ON_ITS_WAY_FOR: Duration = Duration::minutes(10);

/// How far back new days are compared. Lists are read day by day, and a new shop has little before.
const FURTHEST_BACK: i64 = 31;

/// The time span of a day that can be compared now, inclusive. `None` if all of it is too recent.
pub fn span(day: Date, now: OffsetDateTime) -> Option<(OffsetDateTime, OffsetDateTime)> {
    let from = day.with_time(Time::MIDNIGHT).assume_offset(INDIA);
    let last = from + Duration::DAY - Duration::SECOND;
    let to = last.min(now - ON_ITS_WAY_FOR);
    (from <= to).then_some((from, to))
}

/// When to compare a day again. `None` for never.
pub fn next_comparison(day: Date, differs: bool, now: OffsetDateTime) -> Option<OffsetDateTime> {
    let over_at = (day.with_time(Time::MIDNIGHT) + Duration::DAY).assume_offset(INDIA);
    // Until then its last minutes have not been compared.
    if now < over_at + ON_ITS_WAY_FOR {
        return Some(now + SOON);
    }
    let since = now - over_at;
    match differs {
        true if since < DIFFERS_FOR => Some(now + SOON),
        true => Some(now + LATER),
        false if since < CHANGES_FOR => Some(now + LATER),
        false => None,
    }
}

/// The days to compare: from the day of the first payment to today, at most a month back.
pub fn days(first: Option<OffsetDateTime>, now: OffsetDateTime) -> Vec<Date> {
    let today = day_in_india(now);
    let yesterday = today - Duration::DAY;
    let first = first.map_or(yesterday, day_in_india).min(yesterday);
    let first = first.max(today - Duration::days(FURTHEST_BACK));
    std::iter::successors(Some(first), |day| day.next_day())
        .take_while(|day| *day <= today)
        .collect()
}

#[cfg(test)]
mod tests {
    use time::macros::{date, datetime};

    use super::*;

    const DAY: Date = date!(2026 - 11 - 26);

    #[test]
    fn a_day_begins_at_half_past_six_in_greenwich_and_its_last_minutes_wait() {
        let whole = span(DAY, datetime!(2026-11-28 00:00 UTC));
        let ends = (
            datetime!(2026-11-25 18:30 UTC),
            datetime!(2026-11-26 18:29:59 UTC),
        );
        assert_eq!(whole, Some(ends));
        let begun = span(DAY, datetime!(2026-11-25 18:41 UTC)).expect("a minute of it");
        assert_eq!(begun.1, datetime!(2026-11-25 18:31 UTC));
        assert_eq!(span(DAY, datetime!(2026-11-25 18:39 UTC)), None);
    }

    #[test]
    fn a_day_is_compared_until_nothing_changes_any_more() {
        for (now, differs, next) in [
            (datetime!(2026-11-26 10:00 UTC), false, Some(SOON)),
            (datetime!(2026-11-26 18:35 UTC), false, Some(SOON)),
            (datetime!(2026-11-26 18:40 UTC), false, Some(LATER)),
            (datetime!(2026-11-26 18:40 UTC), true, Some(SOON)),
            (datetime!(2026-11-30 18:29 UTC), false, Some(LATER)),
            (datetime!(2026-11-30 18:31 UTC), false, None),
            (datetime!(2026-12-30 00:00 UTC), true, Some(LATER)),
        ] {
            let found = next_comparison(DAY, differs, now);
            assert_eq!(found, next.map(|pause| now + pause), "{now} {differs}");
        }
    }

    #[test]
    fn days_reach_from_the_first_money_to_today() {
        let now = datetime!(2026-11-26 10:00 UTC);
        assert_eq!(days(None, now), [date!(2026 - 11 - 25), DAY]);
        assert_eq!(days(Some(now), now), [date!(2026 - 11 - 25), DAY]);
        let of_four = days(Some(datetime!(2026-11-22 20:00 UTC)), now);
        assert_eq!((of_four.len(), of_four[0]), (4, date!(2026 - 11 - 23)));
        assert_eq!(days(Some(datetime!(2020-01-01 00:00 UTC)), now).len(), 32);
    }
}
