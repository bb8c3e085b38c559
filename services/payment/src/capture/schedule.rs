//! When to poll an attempt next. Pure.

use std::time::Duration;

use time::OffsetDateTime;

use crate::payment::attempt::AttemptState;

/// The pause at first. A shopper who closed the tab after paying waits this long if webhooks fail.
const FIRST_INTERVAL: Duration = Duration::from_secs(30);

/// How long [`FIRST_INTERVAL`] applies after the start.
const FIRST_PHASE: Duration = Duration::from_mins(10);

/// The pause after that.
const LATER_INTERVAL: Duration = Duration::from_mins(2);

/// The pause before closing is tried again.
const CLOSE_RETRY_INTERVAL: Duration = Duration::from_mins(1);

/// The polls of a closed attempt, after its deadline. "Payments can be authorized late" for three days
/// (`https://razorpay.com/docs/payments/payments/late-authorisation/handle`).
const LATE_POLLS: [Duration; 6] = [
    Duration::from_mins(10),
    Duration::from_hours(1),
    Duration::from_hours(6),
    Duration::from_hours(24),
    Duration::from_hours(48),
    Duration::from_hours(73),
];

/// When to poll the provider next. `None` for never.
pub fn next_poll(
    state: AttemptState,
    started_at: OffsetDateTime,
    due_at: OffsetDateTime,
    now: OffsetDateTime,
) -> Option<OffsetDateTime> {
    if !state.is_open() {
        return LATE_POLLS
            .iter()
            .map(|pause| due_at + *pause)
            .find(|next| *next > now);
    }
    if due_at <= now {
        return Some(now + CLOSE_RETRY_INTERVAL);
    }
    let pause = if now - started_at < FIRST_PHASE {
        FIRST_INTERVAL
    } else {
        LATER_INTERVAL
    };
    Some((now + pause).min(due_at))
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    const STARTED: OffsetDateTime = datetime!(2026-11-26 10:00 UTC);
    const DUE: OffsetDateTime = datetime!(2026-11-26 10:30 UTC);

    #[test]
    fn an_open_attempt_is_looked_at_often_and_closed_on_time() {
        for (now, next) in [
            (STARTED, datetime!(2026-11-26 10:00:30 UTC)),
            (datetime!(2026-11-26 10:15 UTC), datetime!(2026-11-26 10:17 UTC)),
            (datetime!(2026-11-26 10:29 UTC), DUE),
            (DUE, datetime!(2026-11-26 10:31 UTC)),
        ] {
            let found = next_poll(AttemptState::Open, STARTED, DUE, now);
            assert_eq!(found, Some(next), "{now}");
        }
    }

    #[test]
    fn a_closed_attempt_is_polled_until_no_money_can_come() {
        let mut now = DUE;
        let mut polls = 0;
        while let Some(next) = next_poll(AttemptState::Closed, STARTED, DUE, now) {
            assert!(next > now, "{next}");
            now = next;
            polls += 1;
        }
        assert_eq!(polls, LATE_POLLS.len());
        assert!(now - DUE > Duration::from_hours(72), "{now}");
    }
}
