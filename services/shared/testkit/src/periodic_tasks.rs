use sqlx::PgPool;

use crate::eventually;

/// Makes a periodic task due now. Waits until it is not running, because a current run would set a new due
/// time at its end and may have missed the test's changes.
pub async fn run_task_now(database: &PgPool, task: &str) {
    eventually("the task is free to be due", async || {
        let sooner =
            sqlx::query("UPDATE periodic_tasks SET due_at = now() WHERE name = $1 AND holder IS NULL");
        let made_due = sooner.bind(task).execute(database).await;
        (made_due.expect("the database answers").rows_affected() == 1).then_some(())
    })
    .await;
}
