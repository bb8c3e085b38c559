use std::{
    path::Path,
    time::{Duration, Instant},
};

use anyhow::ensure;
use engines::Durability;
use sqlx::{PgPool, postgres::PgPoolOptions};

use super::{
    disk::Disk,
    namespace,
    report::{FaultResult, Report},
    shop_on_disk::{EnginesOnDisk, ShopOnDisk},
};
use crate::{
    invariants,
    load::{
        history::History,
        shoppers::{RetryPolicy, Shoppers},
    },
};

/// Orders before a disk is full, and after it has room again.
const ORDERS: usize = 30;

/// The size of PostgreSQL's disk in MiB: the databases, the WAL and some orders.
const POSTGRES_SIZE: u64 = 400;

/// The size of NATS's disk in MiB.
const NATS_SIZE: u64 = 64;

/// The attempts made one by one while a disk is full.
const TRIES: usize = 20;

/// The attempts while the server cannot write its WAL. Each waits until the server is up again.
const TRIES_WITHOUT_WAL: usize = 4;

/// Makes PostgreSQL switch to the next WAL file.
const SWITCH_WAL: &str = "SELECT pg_logical_emit_message(false, 'full', ''), pg_switch_wal()";

/// Events that wait for NATS before its disk gets room.
const UNPUBLISHED: i64 = 40;

/// The longest time until a full disk is noticed.
const NOTICED_WITHIN: Duration = Duration::from_secs(30);

/// The time that an engine gets to continue by itself.
const SELF_RECOVERY_WITHIN: Duration = Duration::from_secs(8);

/// The pause between checks.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Fault 14: no room for data, for PostgreSQL's WAL, or for events.
pub async fn run(programs: &Path, log: &Path) -> anyhow::Result<Report> {
    if let Some(why) = namespace::missing() {
        let alternative = "`chaos faults`, where PostgreSQL crashes and NATS is away";
        return Ok(Report::skipped(&why, alternative));
    }
    let began = Instant::now();
    let mut report = Report::default();
    fill_postgres_disk((programs, log), &mut report).await?;
    fill_nats_disk((programs, log), &mut report).await?;
    report.duration = began.elapsed();
    Ok(report)
}

async fn fill_postgres_disk(programs_and_log: (&Path, &Path), report: &mut Report) -> anyhow::Result<()> {
    let make = |folder: &Path| Disk::in_memory(folder, POSTGRES_SIZE);
    let mut shop =
        ShopOnDisk::prepare(programs_and_log, EnginesOnDisk::Postgres, Durability::None, make).await?;
    let shoppers = Shoppers::connect(shop.fleet.gateways()).await?;
    let mut histories = Vec::new();
    for (name, is_wal) in [
        ("14 disk full at PostgreSQL: its data", false),
        ("14 disk full at PostgreSQL: its WAL", true),
    ] {
        let injected = FaultResult::measure(&shoppers, name, ORDERS, async || {
            try_with_full_postgres(&mut shop, &shoppers, is_wal).await
        });
        let (mut row, history, full) = injected.await?;
        let by = if full.stopped {
            "it stopped itself and was started again, as a supervisor does"
        } else {
            "it recovered without a restart"
        };
        row.remark = format!(
            "{} of {} tries refused, each with 503; {by}",
            full.tries.failures(),
            full.tries.attempts()
        );
        histories.extend([history, full.tries]);
        report.rows.push(row);
    }
    let history = History::merged(&histories);
    let duplicates = invariants::ensure_all_but_duplicate_mails(&shop.fleet, &history).await?;
    let placed = history.placed().count();
    report.notes.push(format!(
        "PostgreSQL: {placed} orders, none lost, duplicated, unpublished or published twice; {duplicates} mails were sent twice"
    ));
    Ok(())
}

/// The responses to shoppers while the disk was full, and whether the server stopped itself.
struct FullDisk {
    tries: History,
    stopped: bool,
}

async fn try_with_full_postgres(
    shop: &mut ShopOnDisk,
    shoppers: &Shoppers,
    is_wal: bool,
) -> anyhow::Result<FullDisk> {
    let server = PgPoolOptions::new().acquire_timeout(Duration::from_secs(2));
    let server = server.connect(shop.fleet.engines().maintenance_url()).await?;
    shop.disk.fill()?;
    let mut tries = History::default();
    let noticed = Instant::now();
    // A server that crashes without WAL space may be back before a request times out, so refusals are
    // optional.
    let wanted = if is_wal { TRIES_WITHOUT_WAL } else { TRIES };
    while tries.attempts() < wanted || (tries.failures() == 0 && !is_wal) {
        ensure!(noticed.elapsed() < NOTICED_WITHIN, "only {tries} were answered");
        if is_wal {
            // WAL continues in existing files, and a server that crashes removes some.
            shop.disk.fill()?;
            while sqlx::query(SWITCH_WAL).execute(&server).await.is_ok() {}
        }
        tries.merge(shoppers.place_orders(RetryPolicy::KeyOnly, 1, 1).await);
    }
    let other = tries.failed().find(|why| !why.starts_with("503"));
    ensure!(other.is_none(), "a full disk was answered with {other:?}");
    shop.disk.free()?;
    let mut stopped = false;
    let freed = Instant::now();
    while sqlx::query("SELECT 1").execute(&server).await.is_err() {
        if freed.elapsed() > SELF_RECOVERY_WITHIN {
            shop.fleet.postgres()?.restart()?;
            stopped = true;
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    Ok(FullDisk { tries, stopped })
}

async fn fill_nats_disk(programs_and_log: (&Path, &Path), report: &mut Report) -> anyhow::Result<()> {
    let make = |folder: &Path| Disk::in_memory(folder, NATS_SIZE);
    let mut shop = ShopOnDisk::prepare(programs_and_log, EnginesOnDisk::Nats, Durability::None, make).await?;
    let shoppers = Shoppers::connect(shop.fleet.gateways()).await?;
    let orders = shop.fleet.database("order").await?;
    let name = "14 disk full at NATS";
    let injected = FaultResult::measure(&shoppers, name, ORDERS, async || {
        try_with_full_nats(&mut shop, &orders).await
    });
    let (mut row, history, (most, stopped)) = injected.await?;
    let by = if stopped {
        "NATS was started again by hand, as the runbook VolumeFilling says"
    } else {
        "NATS recovered without a restart"
    };
    let duplicates = invariants::ensure_all_but_duplicate_mails(&shop.fleet, &history).await?;
    row.remark = format!(
        "{most} events waited while orders were taken; {by}; all published once, {duplicates} mails were sent twice"
    );
    report.rows.push(row);
    Ok(())
}

/// Returns the most events that waited, and true if NATS had to be restarted.
async fn try_with_full_nats(shop: &mut ShopOnDisk, orders: &PgPool) -> anyhow::Result<(i64, bool)> {
    shop.disk.fill()?;
    let began = Instant::now();
    let mut most = 0;
    while most < UNPUBLISHED {
        ensure!(
            began.elapsed() < NOTICED_WITHIN,
            "the disk of NATS is not full: {most} unpublished events"
        );
        tokio::time::sleep(POLL_INTERVAL).await;
        most = unpublished(orders).await?;
    }
    shop.disk.free()?;
    let freed = Instant::now();
    let mut stopped = false;
    loop {
        let now = unpublished(orders).await?;
        most = most.max(now);
        if now < UNPUBLISHED / 2 {
            return Ok((most, stopped));
        }
        if !stopped && freed.elapsed() > SELF_RECOVERY_WITHIN {
            shop.fleet.nats()?.restart()?;
            stopped = true;
        }
        ensure!(
            freed.elapsed() < SELF_RECOVERY_WITHIN + NOTICED_WITHIN,
            "{now} events are still unpublished"
        );
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

async fn unpublished(orders: &PgPool) -> anyhow::Result<i64> {
    let unpublished = "SELECT count(*) FROM outbox WHERE published_at IS NULL";
    Ok(sqlx::query_scalar(unpublished).fetch_one(orders).await?)
}
