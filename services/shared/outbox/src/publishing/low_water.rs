//! The time from which on rows can wait in the outbox.
//!
//! Each published row leaves a dead entry in the index of waiting rows until the table is vacuumed, and a look from the beginning reads
//! all of them: those of a week at worst. So most looks begin where the last one found the oldest row.

use std::time::{Duration, Instant};

use time::OffsetDateTime;

/// How long before its commit a row may have been written. Rows of a longer transaction wait for a look at everything.
const TRANSACTION: Duration = Duration::from_secs(30);

/// How often a look begins at the beginning: after a long transaction, a replay, or a relay that died.
const ALL_EVERY: Duration = Duration::from_mins(1);

/// The place where a look begins.
#[derive(Debug, Default)]
pub(crate) struct LowWater {
    /// Older rows did not wait at the last look.
    oldest: Option<OffsetDateTime>,
    looked_at_all: Option<Instant>,
    failed: Option<Instant>,
}

impl LowWater {
    /// The time of the oldest row that a look at `now` reads.
    pub(crate) fn begin(&mut self, now: Instant) -> OffsetDateTime {
        let is_recent = |at: Option<Instant>| at.is_some_and(|at| now.duration_since(at) < ALL_EVERY);
        match self.oldest {
            Some(oldest) if is_recent(self.looked_at_all) && !is_recent(self.failed) => oldest - TRANSACTION,
            _ => {
                self.looked_at_all = Some(now);
                OffsetDateTime::UNIX_EPOCH
            }
        }
    }

    /// Notes that no row older than this was left.
    pub(crate) fn found(&mut self, oldest: OffsetDateTime) {
        self.oldest = Some(oldest);
    }

    /// Notes a failure. Rows behind one that failed keep their old times, so that for a minute each look reads everything.
    pub(crate) fn fail(&mut self, now: Instant) {
        self.failed = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_at_everything_first_once_a_minute_and_after_a_failure() {
        let (began, seen) = (Instant::now(), OffsetDateTime::now_utc());
        let after = |seconds| began + Duration::from_secs(seconds);
        let mut low = LowWater::default();
        let all = OffsetDateTime::UNIX_EPOCH;
        assert_eq!(low.begin(began), all);
        low.found(seen);
        assert_eq!(low.begin(after(1)), seen - TRANSACTION);
        assert_eq!(low.begin(after(59)), seen - TRANSACTION);
        assert_eq!(low.begin(after(60)), all);
        assert_eq!(low.begin(after(61)), seen - TRANSACTION);
        low.fail(after(61));
        assert_eq!([low.begin(after(62)), low.begin(after(120))], [all; 2]);
        assert_eq!(low.begin(after(121)), seen - TRANSACTION);
    }
}
