//! Databases are set back to an earlier moment: all of them with NATS kept, all of them with NATS lost, and
//! single ones. After the documented steps (docs/OPERATIONS.md, "How to restore") all services agree, no
//! document number is used twice, and no pack stays reserved for a lost order.

mod agreement;
mod trading;

use std::{collections::BTreeMap, fmt, path::Path, time::Instant};

use anyhow::Context as _;
use futures_util::TryStreamExt as _;
use sqlx::{AssertSqlSafe, PgPool};
use time::OffsetDateTime;

use self::{
    agreement::{agree, remember_documents},
    trading::{ship_again, trade},
};
use crate::{
    fleet::{Fleet, program::PROGRAMS},
    stream,
};

/// The minimum distance between two marks, as `shop-admin after-restore` requires it.
const MARKS_APART: time::Duration = time::Duration::minutes(12);

/// The databases that are set back, and the state of NATS.
#[derive(Debug, Clone, Copy)]
enum Case {
    AllWithNatsKept,
    AllWithNatsLost,
    Alone(&'static str),
}

const CASES: [Case; 5] = [
    Case::AllWithNatsKept,
    Case::AllWithNatsLost,
    Case::Alone("order"),
    Case::Alone("inventory"),
    Case::Alone("billing"),
];

/// One line per case.
#[derive(Debug)]
pub struct Report(Vec<String>);

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.join("\n"))
    }
}

/// Runs all cases on one shop in turn, so that later ones go back to a moment that was restored before.
pub async fn run(programs: &Path, log: &Path) -> anyhow::Result<Report> {
    let mut fleet = Fleet::start(programs, log, &[]).await?;
    let mut documents = BTreeMap::new();
    trade(&fleet).await?;
    remember_documents(&fleet, &mut documents).await?;
    stop_all(&mut fleet).await?;
    for service in services(&fleet) {
        copy(
            &mut fleet,
            &format!("fleet_{service}"),
            &format!("kept_{service}"),
            None,
        )
        .await?;
    }
    start_all(&mut fleet).await?;
    let mut lines = Vec::new();
    let mut mark = OffsetDateTime::now_utc();
    for case in CASES {
        trade(&fleet).await?;
        remember_documents(&fleet, &mut documents).await?;
        let before = documents.len();
        let began = Instant::now();
        stop_all(&mut fleet).await?;
        set_back(&mut fleet, case, mark).await?;
        mark += MARKS_APART;
        start_all(&mut fleet).await?;
        ship_again(&fleet).await?;
        let released = agree(&fleet).await.with_context(|| format!("{case:?}"))?;
        let back_after = began.elapsed();
        trade(&fleet).await?;
        agree(&fleet)
            .await
            .with_context(|| format!("{case:?}, once shoppers had ordered again"))?;
        remember_documents(&fleet, &mut documents).await?;
        lines.push(format!(
            "{case:?}: all services agreed {:.0} s after the stop; packs of {released} orders that are gone were given back; \
             {} documents got numbers of their own",
            back_after.as_secs_f64(),
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
async fn set_back(fleet: &mut Fleet, case: Case, mark: OffsetDateTime) -> anyhow::Result<()> {
    let services = match case {
        Case::Alone(service) => vec![service],
        Case::AllWithNatsKept | Case::AllWithNatsLost => services(fleet),
    };
    for service in services {
        let database = format!("fleet_{service}");
        copy(fleet, &format!("kept_{service}"), &database, Some(&database)).await?;
        let mark = format!("ALTER DATABASE {database} SET shop.restored_at = '{mark}'");
        administer(fleet, &mark).await?;
    }
    if matches!(case, Case::AllWithNatsLost) {
        fleet.lose_streams()?;
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
async fn copy(fleet: &mut Fleet, from: &str, to: &str, owner: Option<&str>) -> anyhow::Result<()> {
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
