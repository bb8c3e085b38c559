//! Rate limits for wrong mobile numbers in requests to follow, cancel or return an order.
//!
//! Failures are counted for the order and for the mobile number. Each wrong number slows down the next
//! response. A replica handles two attempts for one subject at once, and an alert informs the operator. A
//! right number is never refused because of failures.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use jobs::BATCH;
use sqlx::PgPool;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use crate::{error::Error, link::Links, transitions::ownership::Ownership};

/// The number of failures in an hour without a delay. Shoppers mistype, or try another number of their
/// household.
const FREE: i32 = 10;

/// The additional delay for each further failure.
const STEP: Duration = Duration::from_millis(100);

/// The longest delay. The gateway waits five seconds for a response.
const LONGEST: Duration = Duration::from_secs(2);

/// The maximum number of concurrent attempts for one order or mobile number in a replica. With [`LONGEST`],
/// this allows one guess a second.
const AT_ONCE: usize = 2;

/// The longest wait for a slot. With [`LONGEST`], it stays below the gateway's five seconds.
const SLOT_TIMEOUT: Duration = Duration::from_millis(2_500);

/// The number of failures in an hour at which the operator is alerted.
const ALARMING: i32 = 50;

/// Counts failed attempts and slows down the next ones.
#[derive(Debug, Clone)]
pub struct FailedProofs {
    db: PgPool,
    links: Links,
    in_flight: Arc<InFlight>,
}

/// The subjects of one attempt: the order number and the mobile number, as pseudonyms. Empty if nothing is
/// guessable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofAttempt(Vec<Subject>);

/// The pseudonym of an order number or a mobile number.
type Subject = Vec<u8>;

/// The subjects of the running attempts, each with its slots.
#[derive(Debug, Default)]
struct InFlight(Mutex<HashMap<Subject, Weak<Semaphore>>>);

/// The slots of one attempt, held until it is counted.
#[derive(Debug)]
#[must_use = "dropping it lets the next try in"]
pub struct AttemptSlots {
    in_flight: Arc<InFlight>,
    slots: Vec<(Subject, Arc<Semaphore>)>,
    permits: Vec<OwnedSemaphorePermit>,
}

impl FailedProofs {
    /// Creates the counter. The database contains only pseudonyms, made with the key of `links`.
    pub fn new(db: PgPool, links: Links) -> Self {
        for name in ["failed_proofs_total", "guessed_orders_total"] {
            metrics::counter!(name).absolute(0);
        }
        Self {
            db,
            links,
            in_flight: Arc::default(),
        }
    }

    /// Returns the subjects of a request. Only mobile numbers count, because accounts log in and links cannot
    /// be guessed.
    pub fn attempt(&self, order_number: &str, ownership: &Ownership) -> ProofAttempt {
        let Ownership::MobileNumber(mobile_number) = ownership else {
            return ProofAttempt(Vec::new());
        };
        let mut subjects = vec![
            self.links.pseudonym("order", order_number),
            self.links.pseudonym("mobile number", mobile_number),
        ];
        // A fixed order avoids deadlocks between requests with the same subjects.
        subjects.sort();
        ProofAttempt(subjects)
    }

    /// Takes a slot for the order and the mobile number, and waits if earlier attempts failed. The caller
    /// holds the slot until the attempt is counted. Fails if all slots stay taken.
    pub async fn begin(&self, attempt: &ProofAttempt) -> Result<AttemptSlots, Error> {
        let mut slots = InFlight::join(&self.in_flight, attempt);
        timeout(SLOT_TIMEOUT, slots.take_slots())
            .await
            .map_err(|_| Error::TooManyTries)?;
        self.slow_down(attempt).await?;
        Ok(slots)
    }

    /// Waits before the check if the order or the mobile number had many failures.
    async fn slow_down(&self, attempt: &ProofAttempt) -> sqlx::Result<()> {
        if attempt.0.is_empty() {
            return Ok(());
        }
        let failures = sqlx::query_scalar!(
            r#"SELECT coalesce(max(failures), 0) AS "failures!" FROM failed_proofs
               WHERE subject = ANY($1) AND since > now() - interval '1 hour'"#,
            &attempt.0
        );
        let failures = failures.fetch_one(&self.db).await?;
        let wait = wait(failures);
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
        Ok(())
    }

    /// Counts a failed attempt.
    pub async fn count(&self, attempt: &ProofAttempt) -> sqlx::Result<()> {
        if attempt.0.is_empty() {
            return Ok(());
        }
        let counting = sqlx::query_scalar!(
            "INSERT INTO failed_proofs (subject, failures) SELECT subject, 1 FROM unnest($1::bytea[]) AS subject
             ON CONFLICT (subject) DO UPDATE SET
               failures = CASE WHEN failed_proofs.since < now() - interval '1 hour' THEN 1 ELSE failed_proofs.failures + 1 END,
               since = CASE WHEN failed_proofs.since < now() - interval '1 hour' THEN now() ELSE failed_proofs.since END
             RETURNING failures",
            &attempt.0
        );
        let failures = counting.fetch_all(&self.db).await?;
        metrics::counter!("failed_proofs_total").increment(1);
        if failures.contains(&ALARMING) {
            metrics::counter!("guessed_orders_total").increment(1);
            tracing::warn!("failed order look-ups exceeded their limit");
        }
        Ok(())
    }
}

impl InFlight {
    /// Registers an attempt, which takes its slots later.
    fn join(in_flight: &Arc<Self>, attempt: &ProofAttempt) -> AttemptSlots {
        let mut subjects = in_flight.subjects();
        let slots = attempt.0.iter().map(|subject| {
            let known = subjects.get(subject).and_then(Weak::upgrade);
            let slots = known.unwrap_or_else(|| {
                let slots = Arc::new(Semaphore::new(AT_ONCE));
                subjects.insert(subject.clone(), Arc::downgrade(&slots));
                slots
            });
            (subject.clone(), slots)
        });
        let slots = slots.collect();
        AttemptSlots {
            in_flight: Arc::clone(in_flight),
            slots,
            permits: Vec::new(),
        }
    }

    fn subjects(&self) -> MutexGuard<'_, HashMap<Subject, Weak<Semaphore>>> {
        // A panic in another thread leaves the map valid.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AttemptSlots {
    /// Waits for a slot of each subject, in the fixed order.
    async fn take_slots(&mut self) {
        for (_, slots) in &self.slots {
            // The semaphores are never closed.
            if let Ok(permit) = Arc::clone(slots).acquire_owned().await {
                self.permits.push(permit);
            }
        }
    }
}

impl Drop for AttemptSlots {
    fn drop(&mut self) {
        let mut subjects = self.in_flight.subjects();
        self.permits.clear();
        for (subject, slots) in self.slots.drain(..) {
            // New attempts wait for the lock of the map, so the last attempt removes its subject.
            if Arc::into_inner(slots).is_some() {
                subjects.remove(&subject);
            }
        }
    }
}

/// Deletes a batch of counts that are older than a day.
pub async fn forget_old(db: &PgPool) -> sqlx::Result<u64> {
    let forgetting = sqlx::query!(
        "DELETE FROM failed_proofs WHERE subject = ANY (ARRAY(
           SELECT subject FROM failed_proofs WHERE since < now() - interval '1 day' LIMIT $1 FOR UPDATE SKIP LOCKED))",
        BATCH
    );
    Ok(forgetting.execute(db).await?.rows_affected())
}

/// Returns the delay after this many failures.
fn wait(failures: i32) -> Duration {
    let beyond = u32::try_from(failures - FREE).unwrap_or(0);
    STEP.saturating_mul(beyond).min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(subjects: [u8; 2]) -> ProofAttempt {
        ProofAttempt(subjects.map(|subject| vec![subject]).to_vec())
    }

    #[tokio::test]
    async fn admits_two_tries_of_a_subject_at_once_and_forgets_subjects_that_no_request_tries() {
        let in_flight = Arc::new(InFlight::default());
        let join = |subjects| InFlight::join(&in_flight, &attempt(subjects));
        let (mut first, mut second) = (join([1, 2]), join([1, 3]));
        first.take_slots().await;
        second.take_slots().await;
        let mut other = join([4, 5]);
        other.take_slots().await;
        let mut third = join([1, 6]);
        {
            let mut waits = Box::pin(third.take_slots());
            assert!(futures_util::poll!(&mut waits).is_pending());
            drop(first);
            waits.await;
        }
        drop((second, third, other));
        assert!(in_flight.subjects().is_empty());
    }

    #[test]
    fn a_few_mistakes_cost_no_time_and_a_guesser_waits_longer_and_longer() {
        for (failures, expected) in [
            (0, 0),
            (10, 0),
            (11, 100),
            (20, 1_000),
            (30, 2_000),
            (i32::MAX, 2_000),
        ] {
            assert_eq!(wait(failures), Duration::from_millis(expected), "{failures}");
        }
    }
}
