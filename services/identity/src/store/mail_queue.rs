//! The queue that the version before this one keeps its mails in. A replica of it may run beside this one for a while, or
//! have left something behind.

use jobs::{BATCH, Sweep};
use sqlx::PgPool;

/// Takes over what no replica of that version has in hand, now and then.
pub fn take_over() -> Sweep {
    const EVERY: std::time::Duration = std::time::Duration::from_secs(5);
    Sweep::new("mail-queue", EVERY, |db| async move { move_to_jobs(&db).await })
}

/// A mail keeps its id, which its code follows from, and what is known of it. One in hand is its holder's until the claim
/// lapses; one that is due much later than any pause lasts was put off before the clock was set back.
async fn move_to_jobs(db: &PgPool) -> sqlx::Result<u64> {
    let moved = sqlx::query!(
        "WITH moved AS (
           DELETE FROM mail_queue WHERE id IN (
             SELECT id FROM mail_queue WHERE retry_at <= now() OR retry_at > now() + interval '15 min'
             ORDER BY retry_at LIMIT $1 FOR UPDATE SKIP LOCKED)
           RETURNING *)
         INSERT INTO jobs (id, kind, payload, traceparent, queued_at, attempts, unknown_outcomes)
         SELECT id, replace(kind, '_', '-'), jsonb_build_object('email', email, 'has_code', has_code), traceparent,
           queued_at, attempts, unknown_outcomes
         FROM moved",
        BATCH
    );
    Ok(moved.execute(db).await?.rows_affected())
}
