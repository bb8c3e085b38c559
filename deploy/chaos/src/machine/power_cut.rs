use std::{
    collections::BTreeSet,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use engines::Durability;
use sqlx::PgPool;
use uuid::Uuid;

use super::{
    disk::Disk,
    namespace,
    report::{FaultResult, Report},
    shop_on_disk::{EnginesOnDisk, ShopOnDisk},
    stored_events,
};
use crate::{
    fleet::{Fleet, program::PROGRAMS},
    invariants,
    load::{history::History, shoppers::Shoppers},
};

/// Orders before and after a cut.
const ORDERS: usize = 40;

/// The size of the disk in MiB. It uses as much memory as is written.
const SIZE: u64 = 1_536;

/// The longest time until terminated sessions are gone.
const SESSIONS_GONE_WITHIN: Duration = Duration::from_secs(10);

/// The longest time until a stream is complete again. Relays check every five seconds.
const REFILLED_WITHIN: Duration = Duration::from_secs(15);

/// A time before the first order.
const LONG_AGO: &str = "2020-01-01T00:00:00Z";

/// Cuts the power of a disk during orders: once with the shop's settings, when nothing may be lost, and once
/// without durability, when the same check must find a loss.
pub async fn run(programs: &Path, log: &Path) -> anyhow::Result<Report> {
    if let Some(why) = namespace::missing() {
        let alternative = "`chaos faults`, where PostgreSQL and NATS are killed and their folders stay";
        return Ok(Report::skipped(&why, alternative));
    }
    let began = Instant::now();
    let mut report = Report::default();
    cut_both_engines((programs, log), &mut report).await?;
    nats_without_sync((programs, log), &mut report).await?;
    report.duration = began.elapsed();
    Ok(report)
}

/// Faults 8 and 10 with the shop's settings, then 8 with a PostgreSQL that does not sync to disk.
async fn cut_both_engines(programs_and_log: (&Path, &Path), report: &mut Report) -> anyhow::Result<()> {
    let make = |folder: &Path| Disk::in_file(folder, SIZE);
    let mut shop = ShopOnDisk::prepare(programs_and_log, EnginesOnDisk::Both, Durability::Full, make).await?;
    let shoppers = Shoppers::connect(shop.fleet.gateways()).await?;
    let orders = shop.fleet.database("order").await?;

    let name = "8, 10 power cut at PostgreSQL and NATS";
    let injected = FaultResult::measure(&shoppers, name, ORDERS, async || {
        cut_power_of_both(&mut shop, &orders).await
    });
    let (mut row, history, cut) = injected.await?;
    ensure!(
        cut.missing == 0,
        "{} events that NATS acknowledged are gone",
        cut.missing
    );
    let duplicates = invariants::ensure_all_but_duplicate_mails(&shop.fleet, &history).await?;
    row.remark = format!(
        "{} orders stored, {} events on the disk after the cut: none lost; {duplicates} mails were sent twice",
        history.placed().count(),
        cut.acknowledged
    );
    report.rows.push(row);

    disable_synchronous_commit(&mut shop, &orders).await?;
    let name = "8 the same, synchronous_commit=off";
    let injected = FaultResult::measure(&shoppers, name, ORDERS, async || {
        cut_power_of_both(&mut shop, &orders).await
    });
    let (mut row, history, _) = injected.await?;
    let lost = count_lost(&history, &orders).await?;
    ensure!(
        lost > 0,
        "nothing was lost without durability: this test could not see a loss"
    );
    row.remark = format!("{lost} orders lost, as it must be: the check finds a loss");
    report.rows.push(row);
    Ok(())
}

/// The number of events that NATS acknowledged, and how many of them are missing after the cut.
struct NatsLoss {
    acknowledged: u64,
    missing: u64,
}

async fn cut_power_of_both(shop: &mut ShopOnDisk, orders: &PgPool) -> anyhow::Result<NatsLoss> {
    shop.disk.cut_power()?;
    shop.fleet.postgres()?.crash();
    shop.fleet.nats()?.kill();
    shop.disk.restore_power()?;
    shop.fleet.postgres()?.restart()?;
    let cut = measure_nats_loss(shop, orders).await?;
    shop.fleet.nats()?.restart()?;
    Ok(cut)
}

async fn measure_nats_loss(shop: &ShopOnDisk, orders: &PgPool) -> anyhow::Result<NatsLoss> {
    let acknowledged = stored_events::acknowledged(orders).await?;
    let stored = stored_events::messages_in_copy(&shop.disk.folder("nats"), &shop.scratch()).await?;
    Ok(NatsLoss {
        acknowledged,
        missing: acknowledged.saturating_sub(stored),
    })
}

/// Turns off synchronous commit for all services: one service's sync would write the others' commits, too.
async fn disable_synchronous_commit(shop: &mut ShopOnDisk, orders: &PgPool) -> anyhow::Result<()> {
    let server = PgPool::connect(shop.fleet.engines().maintenance_url()).await?;
    let databases = "SELECT datname FROM pg_database WHERE datname LIKE 'fleet_%'";
    let databases: Vec<String> = sqlx::query_scalar(databases).fetch_all(&server).await?;
    ensure!(databases.len() + 1 == PROGRAMS.len(), "{databases:?}");
    for database in databases {
        let off = format!("ALTER DATABASE {database} SET synchronous_commit = off");
        sqlx::query(sqlx::AssertSqlSafe(off)).execute(&server).await?;
    }
    // Only unwritten WAL is lost. With the default of 200 ms, a slow machine might have too little of it.
    for statement in [
        "ALTER SYSTEM SET wal_writer_delay = '10s'",
        "SELECT pg_reload_conf()",
    ] {
        sqlx::query(statement).execute(&server).await?;
    }
    // Existing sessions keep the old setting.
    let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname LIKE 'fleet_%'";
    sqlx::query(end).execute(&server).await?;
    let setting = async {
        let setting = "SELECT current_setting('synchronous_commit')";
        loop {
            // The first tries meet terminated sessions.
            let now: Result<String, _> = sqlx::query_scalar(setting).fetch_one(orders).await;
            if now.is_ok_and(|now| now == "off") {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let set = tokio::time::timeout(SESSIONS_GONE_WITHIN, setting).await;
    set.context("PostgreSQL still waits for its disk")
}

async fn count_lost(history: &History, orders: &PgPool) -> anyhow::Result<usize> {
    let stored: Vec<Uuid> = sqlx::query_scalar("SELECT id FROM orders")
        .fetch_all(orders)
        .await?;
    let stored: BTreeSet<_> = stored.into_iter().collect();
    Ok(history
        .placed()
        .filter(|placed| !stored.contains(&placed.order))
        .count())
}

/// Fault 10 with a NATS that does not sync to disk: it loses acknowledged events, and the relays publish them
/// again.
async fn nats_without_sync(programs_and_log: (&Path, &Path), report: &mut Report) -> anyhow::Result<()> {
    let make = |folder: &Path| Disk::in_file(folder, SIZE);
    // PostgreSQL's data is not on the disk, and is not synced either.
    let mut shop = ShopOnDisk::prepare(programs_and_log, EnginesOnDisk::Nats, Durability::None, make).await?;
    let shoppers = Shoppers::connect(shop.fleet.gateways()).await?;
    let orders = shop.fleet.database("order").await?;
    let name = "10 power cut at NATS, sync_interval 10m";
    let injected = FaultResult::measure(&shoppers, name, ORDERS, async || {
        shop.disk.cut_power()?;
        shop.fleet.nats()?.kill();
        shop.disk.restore_power()?;
        let cut = measure_nats_loss(&shop, &orders).await?;
        shop.fleet.nats()?.restart()?;
        Ok(cut)
    });
    let (mut row, history, cut) = injected.await?;
    ensure!(
        cut.missing > 0,
        "nothing was lost without durability: this test could not see a loss"
    );
    let repair = if wait_until_refilled(&shop.fleet, &history).await.is_ok() {
        "the relays published them again".to_owned()
    } else {
        // New events replaced the lost ones before a relay checked, so it saw a stream that only grew.
        let printed = shop
            .fleet
            .run_command("order", &["replay", "--since", LONG_AGO])?;
        wait_until_refilled(&shop.fleet, &history).await?;
        format!("`order replay` published them again: {}", printed.trim())
    };
    row.remark = format!(
        "{} of {} acknowledged events lost, as it must be; {repair}",
        cut.missing, cut.acknowledged
    );
    report.rows.push(row);
    Ok(())
}

/// Waits until every order is in the stream again. Fails if it is not within three checks of the relays.
async fn wait_until_refilled(fleet: &Fleet, history: &History) -> anyhow::Result<()> {
    let deadline = Instant::now() + REFILLED_WITHIN;
    loop {
        match invariants::ensure_orders(fleet, history).await {
            Err(error) if Instant::now() > deadline => return Err(error),
            Err(_) => tokio::time::sleep(Duration::from_millis(200)).await,
            filled => return filled,
        }
    }
}
