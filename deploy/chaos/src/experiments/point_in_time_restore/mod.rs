//! Databases are restored to an earlier moment: all of them with NATS kept, all of them with NATS lost, and
//! single ones. After the documented steps (docs/OPERATIONS.md, "How to restore") all services agree, no
//! document number is used twice, and no pack stays reserved for a lost order.

mod consistency;
mod fulfilment;

use std::{collections::BTreeMap, fmt, path::Path, time::Instant};

use anyhow::Context as _;
use futures_util::TryStreamExt as _;
use sqlx::{AssertSqlSafe, PgPool};
use time::OffsetDateTime;

use self::{
    consistency::{record_documents, wait_until_consistent},
    fulfilment::{place_and_ship_orders, record_lost_shipments},
};
use crate::{
    fleet::{Fleet, program::PROGRAMS},
    stream,
};

/// The minimum time between two restores, as `shop-admin after-restore` requires it.
const MIN_RESTORE_INTERVAL: time::Duration = time::Duration::minutes(12);

/// The databases that are restored, and the state of NATS.
#[derive(Debug, Clone, Copy)]
enum Case {
    AllWithNatsKept,
    AllWithNatsLost,
    Single(&'static str),
}

const CASES: [Case; 5] = [
    Case::AllWithNatsKept,
    Case::AllWithNatsLost,
    Case::Single("order"),
    Case::Single("inventory"),
    Case::Single("billing"),
];

/// One line per case.
#[derive(Debug)]
pub struct Report(Vec<String>);

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.join("\n"))
    }
}

/// Runs all cases on one shop in turn, so that later cases restore a moment before an earlier restore.
pub async fn run(programs: &Path, log: &Path) -> anyhow::Result<Report> {
    let mut fleet = Fleet::start(programs, log, &[]).await?;
    let mut documents = BTreeMap::new();
    place_and_ship_orders(&fleet).await?;
    record_documents(&fleet, &mut documents).await?;
    stop_all(&mut fleet).await?;
    for service in services(&fleet) {
        copy_database(
            &mut fleet,
            &format!("fleet_{service}"),
            &format!("snapshot_{service}"),
            None,
        )
        .await?;
    }
    start_all(&mut fleet).await?;
    let mut lines = Vec::new();
    let mut restored_at = OffsetDateTime::now_utc();
    for case in CASES {
        place_and_ship_orders(&fleet).await?;
        record_documents(&fleet, &mut documents).await?;
        let before = documents.len();
        let stopped_at = Instant::now();
        stop_all(&mut fleet).await?;
        restore(&mut fleet, case, restored_at).await?;
        restored_at += MIN_RESTORE_INTERVAL;
        start_all(&mut fleet).await?;
        record_lost_shipments(&fleet).await?;
        let released = wait_until_consistent(&fleet)
            .await
            .with_context(|| format!("{case:?}"))?;
        let recovery_time = stopped_at.elapsed();
        place_and_ship_orders(&fleet).await?;
        wait_until_consistent(&fleet)
            .await
            .with_context(|| format!("{case:?}, after new orders"))?;
        record_documents(&fleet, &mut documents).await?;
        lines.push(format!(
            "{case:?}: all services were consistent {:.0} s after the stop; packs of {released} lost orders were released; \
             {} documents got numbers of their own",
            recovery_time.as_secs_f64(),
            documents.len() - before
        ));
    }
    Ok(Report(lines))
}

async fn stop_all(fleet: &mut Fleet) -> anyhow::Result<()> {
    for program in PROGRAMS.iter().rev() {
        fleet.stop(program.name).await?;
    }
    Ok(())
}

async fn start_all(fleet: &mut Fleet) -> anyhow::Result<()> {
    for program in &*PROGRAMS {
        fleet.add_replica(program.name).await?;
    }
    Ok(())
}

/// The services with a database.
fn services(fleet: &Fleet) -> Vec<&'static str> {
    fleet.database_names().collect()
}

/// The documented steps between stop and start.
async fn restore(fleet: &mut Fleet, case: Case, restored_at: OffsetDateTime) -> anyhow::Result<()> {
    let services = match case {
        Case::Single(service) => vec![service],
        Case::AllWithNatsKept | Case::AllWithNatsLost => services(fleet),
    };
    for service in services {
        let database = format!("fleet_{service}");
        copy_database(fleet, &format!("snapshot_{service}"), &database, Some(&database)).await?;
        let statement = format!("ALTER DATABASE {database} SET shop.restored_at = '{restored_at}'");
        administer(fleet, &statement).await?;
    }
    if matches!(case, Case::AllWithNatsLost) {
        fleet.delete_streams()?;
        return Ok(());
    }
    let context = stream::connect(fleet.nats_url()).await?;
    let names: Vec<String> = context.stream_names().try_collect().await?;
    for name in names {
        context.delete_stream(name).await?;
    }
    Ok(())
}

/// Copies a database that no program is connected to.
async fn copy_database(fleet: &mut Fleet, from: &str, to: &str, owner: Option<&str>) -> anyhow::Result<()> {
    administer(fleet, &format!("DROP DATABASE IF EXISTS {to} WITH (FORCE)")).await?;
    let owner = owner.map_or_else(String::new, |owner| format!("OWNER {owner}"));
    administer(fleet, &format!("CREATE DATABASE {to} TEMPLATE {from} {owner}")).await
}

/// Runs a statement as superuser. It contains only names and times of this file.
async fn administer(fleet: &mut Fleet, statement: &str) -> anyhow::Result<()> {
    let superuser = PgPool::connect(fleet.engines().maintenance_url()).await?;
    let done = sqlx::query(AssertSqlSafe(statement.to_owned()))
        .execute(&superuser)
        .await;
    superuser.close().await;
    done.map(drop).with_context(|| statement.to_owned())
}
