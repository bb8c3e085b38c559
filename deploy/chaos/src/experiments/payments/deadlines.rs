//! Brings deadlines forward, and waits until all work is done.

use std::time::Duration;

use anyhow::ensure;
use sqlx::PgPool;

use super::order_records::Databases;
use crate::{
    eventually::eventually,
    fleet::{Fleet, program::PROGRAMS},
    stream,
};

/// The longest wait for events and jobs after every order has its outcome.
const IDLE_WITHIN: Duration = Duration::from_mins(2);

/// Makes the next periodic check of every attempt due now.
pub(super) async fn make_attempts_due(payments: &PgPool) -> anyhow::Result<()> {
    let due = "UPDATE attempts SET look_at = now() WHERE state IN ('starting', 'open', 'declined') AND look_at > now()";
    sqlx::query(due).execute(payments).await?;
    Ok(())
}

/// Ends the payment window of every unpaid online order, and makes the periodic task of unpaid orders due
/// now.
pub(super) async fn end_payment_windows(databases: &Databases) -> anyhow::Result<()> {
    let orders =
        "UPDATE orders SET payment_due_at = now() WHERE status = 'placed' AND payment_method = 'online'
        AND payment_status = 'pending' AND payment_due_at > now()";
    sqlx::query(orders).execute(&databases.orders).await?;
    let attempts = "UPDATE attempts SET due_at = now() WHERE state IN ('starting', 'open', 'declined') AND due_at > now()";
    sqlx::query(attempts).execute(&databases.payments).await?;
    let due_now = "UPDATE periodic_tasks SET due_at = now() WHERE name = 'unpaid-orders' AND holder IS NULL AND due_at > now()";
    sqlx::query(due_now).execute(&databases.orders).await?;
    make_attempts_due(&databases.payments).await
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
pub(super) async fn ensure_idle(fleet: &Fleet) -> anyhow::Result<()> {
    let mut unfinished = Vec::new();
    let is_idle = eventually(IDLE_WITHIN, async || {
        unfinished = unfinished_work(fleet).await?;
        Ok(unfinished.is_empty())
    })
    .await?;
    ensure!(is_idle, "unfinished work: {}", unfinished.join(", "));
    Ok(())
}

async fn unfinished_work(fleet: &Fleet) -> anyhow::Result<Vec<String>> {
    let mut unfinished = Vec::new();
    for program in PROGRAMS
        .iter()
        .filter(|program| program.events && !program.gateway)
    {
        let db = fleet.database(program.name).await?;
        for table in ["outbox WHERE published_at IS NULL", "jobs WHERE true"] {
            let waiting = count(&db, table).await?;
            if waiting > 0 {
                unfinished.push(format!("{waiting} in {} of {}", table, program.name));
            }
        }
        db.close().await;
    }
    for (stream, events) in stream::unacknowledged_by_stream(fleet.nats_url()).await? {
        if events > 0 {
            unfinished.push(format!("{events} events of {stream}"));
        }
    }
    let dead_letters = stream::dead_letters(fleet.nats_url()).await?;
    if dead_letters > 0 {
        unfinished.push(format!("{dead_letters} dead letters"));
    }
    Ok(unfinished)
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
