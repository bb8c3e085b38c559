//! Mobile numbers that were wrong for an order, whatever was asked with them: following, cancelling or returning it.
//!
//! They are counted for the order and for the mobile number. Whoever guesses waits longer and longer for each answer, and an
//! operator hears of it. The right number is never refused, or a stranger could lock a shopper out.

use std::time::Duration;

use jobs::BATCH;
use sqlx::PgPool;

use crate::moving::{link::Links, ownership::Ownership};

/// Wrong numbers in an hour that cost nobody any time: a shopper mistypes, and tries the other telephone of the house.
const FREE: i32 = 10;

/// What each further one adds to the wait for an answer.
const STEP: Duration = Duration::from_millis(100);

/// The longest wait: the gateway waits five seconds for an answer.
const LONGEST: Duration = Duration::from_secs(2);

/// So many in an hour are no mistake: an operator is told.
const ALARMING: i32 = 50;

/// Counts the wrong numbers.
#[derive(Debug, Clone)]
pub struct FailedProofs {
    db: PgPool,
    links: Links,
}

/// What one request tries: an order's number and a mobile number, each as a code; nothing when it tries none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tried(Vec<Vec<u8>>);

impl FailedProofs {
    /// Kept in `db`, where no number can be read: codes under the key of `links` stand for them.
    pub fn new(db: PgPool, links: Links) -> Self {
        for name in ["failed_proofs_total", "guessed_orders_total"] {
            metrics::counter!(name).absolute(0);
        }
        Self { db, links }
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
        // Two requests that count the same two must not wait for each other.
        subjects.sort();
        Tried(subjects)
    }

    /// Waits when the order or the mobile number was tried in vain often, before anybody knows whether this try is right.
    pub async fn slow_down(&self, tried: &Tried) -> sqlx::Result<()> {
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
