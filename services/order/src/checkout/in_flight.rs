//! Concurrent requests with the same idempotency key in this replica. The first does the work, and the others
//! wait for its result. They request no prices and no stock, and take no slot.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use tonic::Status;

use crate::{checkout::idempotency::Key, order::record::Order};

/// The hash of a checkout, from [`crate::checkout::validated_checkout::Checkout::payload_hash`].
type Payload = [u8; 32];

/// The requests of one key, one after the other, with the last result.
type KeySlot = tokio::sync::Mutex<Option<(Payload, Result<Order, Status>)>>;

/// The keys with running requests in this replica. The database serialises requests in different replicas.
#[derive(Debug, Default)]
pub struct InFlight {
    keys: Mutex<HashMap<Key, Weak<KeySlot>>>,
}

impl InFlight {
    /// Runs `place` for a key, or returns the result of a concurrent request with the same key and payload.
    /// If that request is abandoned by its caller, the next one runs.
    pub async fn run_once(
        &self,
        key: &Key,
        payload: Payload,
        place: impl Future<Output = Result<Order, Status>>,
    ) -> Result<Order, Status> {
        let entry = self.join(key);
        let mut last = entry.slot.lock().await;
        if let Some((of, answer)) = last.as_ref()
            && *of == payload
        {
            return answer.clone().map_err(|status| without_cause(&status));
        }
        let answer = place.await;
        *last = Some((payload, answer.clone().map_err(|status| without_cause(&status))));
        answer
    }

    fn join<'a>(&'a self, key: &'a Key) -> Entry<'a> {
        let mut keys = self.keys();
        let known = keys.get(key).and_then(Weak::upgrade);
        let slot = known.unwrap_or_else(|| {
            let slot = Arc::new(KeySlot::default());
            keys.insert(key.clone(), Arc::downgrade(&slot));
            slot
        });
        let keys = self;
        Entry { keys, key, slot }
    }

    fn keys(&self) -> MutexGuard<'_, HashMap<Key, Weak<KeySlot>>> {
        // A panic in another thread leaves the map valid.
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request's entry for its key. The last request to leave removes the key.
struct Entry<'a> {
    keys: &'a InFlight,
    key: &'a Key,
    slot: Arc<KeySlot>,
}

impl Drop for Entry<'_> {
    fn drop(&mut self) {
        let mut keys = self.keys.keys();
        // New requests wait for the lock of the map.
        if Arc::strong_count(&self.slot) == 1 {
            keys.remove(self.key);
        }
    }
}

/// Removes the cause of a status. It is logged once, for the request that failed.
fn without_cause(status: &Status) -> Status {
    Status::with_details_and_metadata(
        status.code(),
        status.message(),
        status.details().to_vec().into(),
        status.metadata().clone(),
    )
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;
    use tokio::sync::Notify;

    use super::*;

    fn key(text: &str) -> Key {
        let key = Key::parse("", text).expect("it is a key");
        key.expect("it was sent")
    }

    fn order(total_paise: i64) -> Order {
        Order {
            total_paise,
            ..Order::example(None)
        }
    }

    #[tokio::test]
    async fn concurrent_attempts_with_one_key_get_its_answer_good_or_bad() {
        for answer in [Ok(order(1)), Err(Status::unavailable("later"))] {
            let (in_flight, key) = (InFlight::default(), key("1"));
            let (worked, go) = (AtomicUsize::new(0), Notify::new());
            let submit = || {
                in_flight.run_once(&key, [1; 32], async {
                    worked.fetch_add(1, Ordering::Relaxed);
                    go.notified().await;
                    answer.clone()
                })
            };
            let submits = join_all((0..10).map(|_| submit()));
            let (answers, ()) = tokio::join!(submits, async { go.notify_one() });
            assert_eq!(worked.load(Ordering::Relaxed), 1);
            for told in answers {
                match (told, &answer) {
                    (Ok(told), Ok(first)) => assert_eq!(told.total_paise, first.total_paise),
                    (Err(told), Err(first)) => assert_eq!(told.message(), first.message()),
                    (told, _) => panic!("{told:?}"),
                }
            }
            assert!(in_flight.keys().is_empty(), "the last one took the key along");
        }
    }

    #[tokio::test]
    async fn another_payload_and_another_key_do_their_own_work() {
        let in_flight = InFlight::default();
        let (one, other) = (key("1"), key("2"));
        let submit = async |key, payload, total| {
            let place = async { Ok(order(total)) };
            let placed = in_flight.run_once(key, [payload; 32], place).await;
            placed.expect("it is placed").total_paise
        };
        let answers = tokio::join!(submit(&one, 1, 1), submit(&one, 2, 2), submit(&other, 1, 3));
        assert_eq!(answers, (1, 2, 3));
    }

    #[tokio::test]
    async fn the_next_goes_on_when_the_first_is_given_up() {
        let (in_flight, key) = (InFlight::default(), key("1"));
        let mut first = Box::pin(in_flight.run_once(&key, [1; 32], std::future::pending()));
        assert!(futures_util::poll!(&mut first).is_pending());
        let mut second = Box::pin(in_flight.run_once(&key, [1; 32], async { Ok(order(2)) }));
        assert!(futures_util::poll!(&mut second).is_pending());
        drop(first);
        assert_eq!(second.await.expect("it is placed").total_paise, 2);
        assert!(in_flight.keys().is_empty());
    }
}
