//! Handles messages of one aggregate in sequence, without delaying messages of other aggregates.
//!
//! This holds within a replica only. A retried message comes after later ones, and another replica may be
//! handling one of them. So a consumer that keeps state must compare versions.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// The aggregates with current messages, each with its latest message.
#[derive(Debug, Default)]
pub(crate) struct InOrder {
    last: Mutex<HashMap<Uuid, Arc<CancellationToken>>>,
}

/// A message's place in the queue of its aggregate. Dropping it lets the next message continue.
#[derive(Debug)]
pub(crate) struct Turn {
    line: Arc<InOrder>,
    aggregate_id: Uuid,
    is_over: Arc<CancellationToken>,
    before: Option<Arc<CancellationToken>>,
}

impl InOrder {
    /// Takes the last place in an aggregate's queue.
    pub(crate) fn queue_up(self: &Arc<Self>, aggregate_id: Uuid) -> Turn {
        let is_over = Arc::new(CancellationToken::new());
        let before = self.lines().insert(aggregate_id, Arc::clone(&is_over));
        let line = Arc::clone(self);
        Turn {
            line,
            aggregate_id,
            is_over,
            before,
        }
    }

    fn lines(&self) -> MutexGuard<'_, HashMap<Uuid, Arc<CancellationToken>>> {
        // A panic elsewhere does not corrupt the map.
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn {
    /// Waits until the previous message is settled.
    pub(crate) async fn wait(&self) {
        if let Some(before) = &self.before {
            before.cancelled().await;
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut lines = self.line.lines();
        let is_last = lines.get(&self.aggregate_id);
        if is_last.is_some_and(|last| Arc::ptr_eq(last, &self.is_over)) {
            lines.remove(&self.aggregate_id);
        }
        drop(lines);
        self.is_over.cancel();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[test]
    fn one_waits_for_the_one_before_it_and_for_no_other() {
        let line = Arc::new(InOrder::default());
        let (thing, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let [first, second, third] = [(); 3].map(|()| line.queue_up(thing));
        assert!(line.queue_up(other).wait().now_or_never().is_some());
        assert!(first.wait().now_or_never().is_some());
        assert!(second.wait().now_or_never().is_none());
        drop(first);
        assert!(second.wait().now_or_never().is_some());
        assert!(third.wait().now_or_never().is_none());
        drop(second);
        drop(third);
        assert!(line.lines().is_empty(), "no line is left");
    }
}
