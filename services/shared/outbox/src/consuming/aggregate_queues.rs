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
pub(crate) struct AggregateQueues {
    last: Mutex<HashMap<Uuid, Arc<CancellationToken>>>,
}

/// A message's place in the queue of its aggregate. Dropping it lets the next message continue.
#[derive(Debug)]
pub(crate) struct QueueSlot {
    queues: Arc<AggregateQueues>,
    aggregate_id: Uuid,
    is_over: Arc<CancellationToken>,
    before: Option<Arc<CancellationToken>>,
}

impl AggregateQueues {
    /// Takes the last place in an aggregate's queue.
    pub(crate) fn enqueue(self: &Arc<Self>, aggregate_id: Uuid) -> QueueSlot {
        let is_over = Arc::new(CancellationToken::new());
        let before = self.lock().insert(aggregate_id, Arc::clone(&is_over));
        let queues = Arc::clone(self);
        QueueSlot {
            queues,
            aggregate_id,
            is_over,
            before,
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, Arc<CancellationToken>>> {
        // A panic elsewhere does not corrupt the map.
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueueSlot {
    /// Waits until the previous message is settled.
    pub(crate) async fn wait(&self) {
        if let Some(before) = &self.before {
            before.cancelled().await;
        }
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        let mut latest = self.queues.lock();
        let is_last = latest.get(&self.aggregate_id);
        if is_last.is_some_and(|last| Arc::ptr_eq(last, &self.is_over)) {
            latest.remove(&self.aggregate_id);
        }
        drop(latest);
        self.is_over.cancel();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[test]
    fn one_waits_for_the_one_before_it_and_for_no_other() {
        let queues = Arc::new(AggregateQueues::default());
        let (thing, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let [first, second, third] = [(); 3].map(|()| queues.enqueue(thing));
        assert!(queues.enqueue(other).wait().now_or_never().is_some());
        assert!(first.wait().now_or_never().is_some());
        assert!(second.wait().now_or_never().is_none());
        drop(first);
        assert!(second.wait().now_or_never().is_some());
        assert!(third.wait().now_or_never().is_none());
        drop(second);
        drop(third);
        assert!(queues.lock().is_empty(), "no line is left");
    }
}
