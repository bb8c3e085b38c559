//! The number of database round trips of the order service before it answers.

use std::{fs, time::Duration};

use anyhow::ensure;
use sqlx::{Connection as _, PgConnection};

use crate::{
    checkout::{Order, wait_for_mails},
    load::Connection,
    shop::{programs::Shop, registry::GATEWAY},
};

/// The sequential orders whose statements are counted.
const COUNTED: usize = 15;

/// Counts the statements before the order service answers, from PostgreSQL's log.
pub(crate) async fn round_trips(shop: &mut Shop, order: &Order) -> anyhow::Result<Vec<f64>> {
    let mut server = PgConnection::connect(shop.engines().maintenance_url()).await?;
    let set = ["log_statement = 'all'", "log_line_prefix = '%m [%d] '"];
    for setting in set {
        let statement = format!("ALTER SYSTEM SET {setting}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement))
            .execute(&mut server)
            .await?;
    }
    sqlx::raw_sql("SELECT pg_reload_conf()")
        .execute(&mut server)
        .await?;
    // Sessions read the settings before their next statement.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mut connection = Connection::open(shop.address(GATEWAY)).await?;
    let mut counts = Vec::new();
    for _ in 0..COUNTED {
        let before = fs::metadata(shop.postgres_log())?.len();
        let status = connection.send(&order.request()).await?;
        ensure!(status == 201, "answered {status}");
        wait_for_mails(shop).await?;
        let log = fs::read(shop.postgres_log())?;
        let said = String::from_utf8_lossy(&log[usize::try_from(before)?..]).into_owned();
        counts.push(statements_of_an_order(&said));
    }
    sqlx::raw_sql("ALTER SYSTEM RESET ALL")
        .execute(&mut server)
        .await?;
    sqlx::raw_sql("SELECT pg_reload_conf()")
        .execute(&mut server)
        .await?;
    Ok(counts)
}

/// Counts statements up to the one that writes the event, plus the commit if a transaction was begun.
fn statements_of_an_order(log: &str) -> f64 {
    let (mut count, mut begun) = (0.0, 0.0);
    // The lines of a multi-line statement start with a tab.
    for entry in log.replace("\n\t", " ").lines() {
        let is_statement = ["LOG:  execute", "LOG:  statement:"]
            .iter()
            .any(|kind| entry.contains(kind));
        if !is_statement || !entry.contains("[bench_order]") {
            continue;
        }
        count += 1.0;
        if entry.ends_with("BEGIN") {
            begun = 1.0;
        }
        if entry.contains("INSERT INTO outbox") {
            return count + begun;
        }
    }
    f64::NAN
}
