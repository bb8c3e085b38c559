//! The counters that a replica knows to be full, so that it refuses a flood without asking the database.

use std::{sync::Arc, time::Duration};

use quick_cache::sync::Cache;
use tokio::time::Instant;

use crate::{
    error::Error,
    limits::{counters::Count, limit::Counter},
};

/// A full counter is read again after this long: a login in flight may have been taken off it.
const REMEMBERED: Duration = Duration::from_secs(5);

/// Counters at most, of about 100 bytes each. Those asked for least make room, and are read again.
const MOST: usize = 10_000;

/// Counters that were full a moment ago. Each replica has its own.
#[derive(Debug, Clone)]
pub struct FullCounters(Arc<Cache<[u8; 32], Full>>);

#[derive(Debug, Clone, Copy)]
struct Full {
    count: i32,
    read_at: Instant,
    ends_at: Instant,
}

impl FullCounters {
    /// Refuses when one of them is known to be full.
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

    /// Keeps those that were found full just now.
    pub fn remember(&self, counters: &[Counter], found: &[Count]) {
        let now = Instant::now();
        for counter in counters.iter().filter(|counter| counter.is_full(found)) {
            if let Some(count) = counter.found(found) {
                let full = Full {
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
