//! An in-memory cache of full counters, so that a replica refuses a flood without a database query.

use std::{sync::Arc, time::Duration};

use quick_cache::sync::Cache;
use tokio::time::Instant;

use crate::{
    error::Error,
    limits::{counters::CounterState, limit::Counter},
};

/// The time after which a full counter is read again, because a successful login may have decremented it.
const REMEMBERED: Duration = Duration::from_secs(5);

/// The maximum number of cached counters, about 100 bytes each. The least requested ones are evicted and read
/// again.
const MOST: usize = 10_000;

/// Recently full counters. Each replica has its own cache.
#[derive(Debug, Clone)]
pub struct FullCounters(Arc<Cache<[u8; 32], FullCounter>>);

#[derive(Debug, Clone, Copy)]
struct FullCounter {
    count: i32,
    read_at: Instant,
    ends_at: Instant,
}

impl FullCounters {
    /// Fails if one of the counters is known to be full.
    pub fn check(&self, counters: &[Counter]) -> Result<(), Error> {
        let now = Instant::now();
        for counter in counters {
            if let Some(full) = self.0.get(&counter.key)
                && now < full.ends_at.min(full.read_at + REMEMBERED)
            {
                counter.check_count(full.count, full.ends_at - now)?;
            }
        }
        Ok(())
    }

    /// Caches the counters that were just found full.
    pub fn remember(&self, counters: &[Counter], found: &[CounterState]) {
        let now = Instant::now();
        for counter in counters.iter().filter(|counter| counter.is_full(found)) {
            if let Some(count) = counter.found(found) {
                let full = FullCounter {
                    count: count.count,
                    read_at: now,
                    ends_at: now + count.left,
                };
                self.0.insert(counter.key, full);
            }
        }
    }
}

impl Default for FullCounters {
    fn default() -> Self {
        Self(Arc::new(Cache::new(MOST)))
    }
}
