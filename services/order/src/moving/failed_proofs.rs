//! Mobile numbers that were wrong for an order, whatever was asked with them: following, cancelling or returning it.
//!
//! They are counted for the order and for the mobile number. Each wrong number makes the next answer slower, a replica answers
//! two tries of one subject at once, and an operator hears of it. A failure count refuses no right number.

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

use crate::{error::Error, link::Links, moving::ownership::Ownership};

/// Wrong numbers in an hour that cost nobody any time: a shopper mistypes, and tries the other telephone of the house.
const FREE: i32 = 10;

/// What each further one adds to the wait for an answer.
const STEP: Duration = Duration::from_millis(100);

/// The longest wait: the gateway waits five seconds for an answer.
const LONGEST: Duration = Duration::from_secs(2);

/// Tries in flight at once for one order or mobile number in a replica. With [`LONGEST`], one guess a second is answered.
const AT_ONCE: usize = 2;

/// The longest wait for a place among them; with [`LONGEST`] it stays below the gateway's five seconds.
const PATIENCE: Duration = Duration::from_millis(2_500);

/// So many in an hour are no mistake: an operator is told.
const ALARMING: i32 = 50;

/// Counts the wrong numbers.
#[derive(Debug, Clone)]
pub struct FailedProofs {
    db: PgPool,
    links: Links,
    in_flight: Arc<InFlight>,
}

/// What one request tries: an order's number and a mobile number, each as a code; nothing when it tries none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tried(Vec<Subject>);

/// An order's number or a mobile number, as a code.
type Subject = Vec<u8>;

/// The subjects that requests try now, each with its places.
#[derive(Debug, Default)]
struct InFlight(Mutex<HashMap<Subject, Weak<Semaphore>>>);

/// A request's places among the tries of its subjects, until it is answered.
#[derive(Debug)]
#[must_use = "dropping it lets the next try in"]
pub struct Turn {
    in_flight: Arc<InFlight>,
    places: Vec<(Subject, Arc<Semaphore>)>,
    permits: Vec<OwnedSemaphorePermit>,
}

impl FailedProofs {
    /// Kept in `db`, where no number can be read: codes under the key of `links` stand for them.
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

    /// What a request tries. Only a mobile number can be guessed: accounts log in, and nobody guesses a link.
    pub fn tried(&self, order_number: &str, ownership: &Ownership) -> Tried {
        let Ownership::MobileNumber(mobile_number) = ownership else {
            return Tried(Vec::new());
        };
        let mut subjects = vec![
            self.links.pseudonym("order", order_number),
            self.links.pseudonym("mobile number", mobile_number),
        ];
        // Two requests that take or count the same two must not wait for each other.
        subjects.sort();
        Tried(subjects)
    }

    /// Takes a place among the tries of the order and of the mobile number, and waits if earlier ones failed. The caller keeps
    /// the place until the try is counted. Fails when all places stay taken.
    pub async fn begin(&self, tried: &Tried) -> Result<Turn, Error> {
        let mut turn = InFlight::join(&self.in_flight, tried);
        timeout(PATIENCE, turn.take_places())
            .await
            .map_err(|_| Error::TooManyTries)?;
        self.slow_down(tried).await?;
        Ok(turn)
    }

    /// Waits when the order or the mobile number was tried in vain often, before the try is checked.
    async fn slow_down(&self, tried: &Tried) -> sqlx::Result<()> {
        if tried.0.is_empty() {
            return Ok(());
        }
        let failures = sqlx::query_scalar!(
            r#"SELECT coalesce(max(failures), 0) AS "failures!" FROM failed_proofs
               WHERE subject = ANY($1) AND since > now() - interval '1 hour'"#,
            &tried.0
        );
        let failures = failures.fetch_one(&self.db).await?;
        let wait = wait(failures);
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
        Ok(())
    }

    /// Counts a try that was in vain.
    pub async fn count(&self, tried: &Tried) -> sqlx::Result<()> {
        if tried.0.is_empty() {
            return Ok(());
        }
        let counting = sqlx::query_scalar!(
            "INSERT INTO failed_proofs (subject, failures) SELECT subject, 1 FROM unnest($1::bytea[]) AS subject
             ON CONFLICT (subject) DO UPDATE SET
               failures = CASE WHEN failed_proofs.since < now() - interval '1 hour' THEN 1 ELSE failed_proofs.failures + 1 END,
               since = CASE WHEN failed_proofs.since < now() - interval '1 hour' THEN now() ELSE failed_proofs.since END
             RETURNING failures",
            &tried.0
        );
        let failures = counting.fetch_all(&self.db).await?;
        metrics::counter!("failed_proofs_total").increment(1);
        if failures.contains(&ALARMING) {
            metrics::counter!("guessed_orders_total").increment(1);
            tracing::warn!("somebody guesses whose an order is");
        }
        Ok(())
    }
}

impl InFlight {
    /// Enters a try, which waits for its places afterwards.
    fn join(in_flight: &Arc<Self>, tried: &Tried) -> Turn {
        let mut subjects = in_flight.subjects();
        let places = tried.0.iter().map(|subject| {
            let known = subjects.get(subject).and_then(Weak::upgrade);
            let places = known.unwrap_or_else(|| {
                let places = Arc::new(Semaphore::new(AT_ONCE));
                subjects.insert(subject.clone(), Arc::downgrade(&places));
                places
            });
            (subject.clone(), places)
        });
        let places = places.collect();
        Turn {
            in_flight: Arc::clone(in_flight),
            places,
            permits: Vec::new(),
        }
    }

    fn subjects(&self) -> MutexGuard<'_, HashMap<Subject, Weak<Semaphore>>> {
        // A panic elsewhere leaves the map whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn {
    /// Waits for a place of each subject, in the order in which every try takes them.
    async fn take_places(&mut self) {
        for (_, places) in &self.places {
            // No place is ever closed.
            if let Ok(permit) = Arc::clone(places).acquire_owned().await {
                self.permits.push(permit);
            }
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut subjects = self.in_flight.subjects();
        self.permits.clear();
        for (subject, places) in self.places.drain(..) {
            // No try can enter while the map is locked: the last to leave removes its subject.
            if Arc::into_inner(places).is_some() {
                subjects.remove(&subject);
            }
        }
    }
}

/// Forgets what was counted more than a day ago, a batch of it.
pub async fn forget_old(db: &PgPool) -> sqlx::Result<u64> {
    let forgetting = sqlx::query!(
        "DELETE FROM failed_proofs WHERE subject = ANY (ARRAY(
           SELECT subject FROM failed_proofs WHERE since < now() - interval '1 day' LIMIT $1 FOR UPDATE SKIP LOCKED))",
        BATCH
    );
    Ok(forgetting.execute(db).await?.rows_affected())
}

/// How long an answer is waited for after so many wrong numbers.
fn wait(failures: i32) -> Duration {
    let beyond = u32::try_from(failures - FREE).unwrap_or(0);
    STEP.saturating_mul(beyond).min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(subjects: [u8; 2]) -> Tried {
        Tried(subjects.map(|subject| vec![subject]).to_vec())
    }

    #[tokio::test]
    async fn admits_two_tries_of_a_subject_at_once_and_forgets_subjects_that_no_request_tries() {
        let in_flight = Arc::new(InFlight::default());
        let join = |subjects| InFlight::join(&in_flight, &tried(subjects));
        let (mut first, mut second) = (join([1, 2]), join([1, 3]));
        first.take_places().await;
        second.take_places().await;
        let mut other = join([4, 5]);
        other.take_places().await;
        let mut third = join([1, 6]);
        {
            let mut waits = Box::pin(third.take_places());
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
