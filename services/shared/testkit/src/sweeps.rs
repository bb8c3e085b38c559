use sqlx::PgPool;

use crate::eventually;

/// Has a sweep come now, as if its time had come: one that is under way, as all are when a service opens, would begin a new period
/// when it ends, and has passed what the test did meanwhile.
pub async fn sweep_now(database: &PgPool, sweep: &str) {
    eventually("the sweep is free to be due", async || {
        let sooner = sqlx::query("UPDATE sweeps SET due_at = now() WHERE name = $1 AND holder IS NULL");
        let made_due = sooner.bind(sweep).execute(database).await;
        (made_due.expect("the database answers").rows_affected() == 1).then_some(())
    })
    .await;
}
