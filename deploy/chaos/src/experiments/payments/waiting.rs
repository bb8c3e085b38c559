//! Deadlines that are brought forward, and the wait until nothing is left to do.

use std::time::Duration;

use anyhow::ensure;
use sqlx::PgPool;

use super::books::Stores;
use crate::{
    eventually::eventually,
    fleet::{Fleet, program::PROGRAMS},
    stream,
};

/// The longest wait for events and jobs after every order has its outcome.
const QUIET_WITHIN: Duration = Duration::from_mins(2);

/// Makes the next periodic check of every attempt due now.
pub(super) async fn look_at_attempts(payments: &PgPool) -> anyhow::Result<()> {
    let due = "UPDATE attempts SET look_at = now() WHERE state IN ('starting', 'open', 'declined') AND look_at > now()";
    sqlx::query(due).execute(payments).await?;
    Ok(())
}

/// Ends the payment window of every unpaid online order, and makes the periodic task of unpaid orders due
/// now.
pub(super) async fn end_windows(stores: &Stores) -> anyhow::Result<()> {
    let orders =
        "UPDATE orders SET payment_due_at = now() WHERE status = 'placed' AND payment_method = 'online'
        AND payment_status = 'pending' AND payment_due_at > now()";
    sqlx::query(orders).execute(&stores.orders).await?;
    let attempts = "UPDATE attempts SET due_at = now() WHERE state IN ('starting', 'open', 'declined') AND due_at > now()";
    sqlx::query(attempts).execute(&stores.payments).await?;
    let due_now = "UPDATE periodic_tasks SET due_at = now() WHERE name = 'unpaid-orders' AND holder IS NULL AND due_at > now()";
    sqlx::query(due_now).execute(&stores.orders).await?;
    look_at_attempts(&stores.payments).await
}

/// Releases the leases of a dead payment service. No other replica runs.
pub(super) async fn end_leases(payments: &PgPool) -> anyhow::Result<()> {
    for leases in [
        "UPDATE jobs SET run_at = now() WHERE holder IS NOT NULL AND run_at > now()",
        "UPDATE periodic_tasks SET due_at = now(), holder = NULL WHERE holder IS NOT NULL",
    ] {
        sqlx::query(leases).execute(payments).await?;
    }
    Ok(())
}

/// Fails if work is left: unpublished or unhandled events, waiting or abandoned jobs, or dead letters.
pub(super) async fn ensure_quiet(fleet: &Fleet) -> anyhow::Result<()> {
    let mut left = Vec::new();
    let is_quiet = eventually(QUIET_WITHIN, async || {
        left = left_to_do(fleet).await?;
        Ok(left.is_empty())
    })
    .await?;
    ensure!(is_quiet, "left to do: {}", left.join(", "));
    Ok(())
}

async fn left_to_do(fleet: &Fleet) -> anyhow::Result<Vec<String>> {
    let mut left = Vec::new();
    for program in PROGRAMS
        .iter()
        .filter(|program| program.events && !program.gateway)
    {
        let db = fleet.database(program.name).await?;
        for table in ["outbox WHERE published_at IS NULL", "jobs WHERE true"] {
            let waiting = count(&db, table).await?;
            if waiting > 0 {
                left.push(format!("{waiting} in {} of {}", table, program.name));
            }
        }
        db.close().await;
    }
    for (stream, unsettled) in stream::unsettled_by_stream(fleet.nats_url()).await? {
        if unsettled > 0 {
            left.push(format!("{unsettled} events of {stream}"));
        }
    }
    let put_aside = stream::dead_letters(fleet.nats_url()).await?;
    if put_aside > 0 {
        left.push(format!("{put_aside} dead letters"));
    }
    Ok(left)
}

/// Counts the rows of a table; 0 if the service does not have it.
async fn count(db: &PgPool, table: &str) -> anyhow::Result<i64> {
    let name = table.split(' ').next().unwrap_or_default();
    let is_there: bool = sqlx::query_scalar("SELECT to_regclass($1) IS NOT NULL")
        .bind(name)
        .fetch_one(db)
        .await?;
    if !is_there {
        return Ok(0);
    }
    let counting = format!("SELECT count(*) FROM {table}");
    Ok(sqlx::query_scalar(sqlx::AssertSqlSafe(counting))
        .fetch_one(db)
        .await?)
}
