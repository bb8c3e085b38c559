//! The time from which on the outbox may have waiting rows.
//!
//! Each published row leaves a dead entry in the index of waiting rows until vacuum. A search from the
//! beginning reads all of them, at worst those of a week. So most searches begin at the oldest row that the
//! last one found.

use std::time::{Duration, Instant};

use time::OffsetDateTime;

/// How long before its commit a row may be written. Rows of longer transactions wait for a full search.
const TRANSACTION: Duration = Duration::from_secs(30);

/// How often a search starts from the beginning: for long transactions, replays, and crashed relays.
const ALL_EVERY: Duration = Duration::from_mins(1);

/// The starting point of searches.
#[derive(Debug, Default)]
pub(crate) struct LowWater {
    /// At the last search, no older row was waiting.
    oldest: Option<OffsetDateTime>,
    looked_at_all: Option<Instant>,
    failed: Option<Instant>,
}

impl LowWater {
    /// The time from which a search at `now` starts.
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

    /// Records that no older row was left.
    pub(crate) fn found(&mut self, oldest: OffsetDateTime) {
        self.oldest = Some(oldest);
    }

    /// Records a failure. Failed rows keep their old times, so that every search is a full one for a minute.
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
