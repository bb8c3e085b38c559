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
    report::{Report, Row},
    shop_on_disk::{OnDisk, ShopOnDisk},
    stored_events,
};
use crate::{
    fleet::{Fleet, program::PROGRAMS},
    invariants,
    load::{history::History, shoppers::Shoppers},
};

/// Orders before a cut, and after it.
const ORDERS: usize = 40;

/// MiB of the disk; it takes as much memory as is written.
const SIZE: u64 = 1_536;

/// How long connections to a server that is told to close them may take to be gone.
const SESSIONS_GONE_WITHIN: Duration = Duration::from_secs(10);

/// How long a stream may take to be whole again; relays look every five seconds.
const FILLED_WITHIN: Duration = Duration::from_secs(15);

/// Before the first order.
const EVER: &str = "2020-01-01T00:00:00Z";

/// Cuts the power of a disk while orders are written to it: once as the shop is run, when nothing may be lost, and once with
/// the settings that give durability up, when the same check must find a loss.
pub async fn run(programs: &Path, log: &Path) -> anyhow::Result<Report> {
    if let Some(why) = namespace::missing() {
        let nearest = "`chaos faults`, where PostgreSQL and NATS are killed and their folders stay";
        return Ok(Report::left_out(&why, nearest));
    }
    let began = Instant::now();
    let mut report = Report::default();
    both_engines((programs, log), &mut report).await?;
    nats_without_sync((programs, log), &mut report).await?;
    report.took = began.elapsed();
    Ok(report)
}

/// 8 and 10 with the shop's settings, then 8 with a PostgreSQL that does not wait for the disk.
async fn both_engines(from: (&Path, &Path), report: &mut Report) -> anyhow::Result<()> {
    let make = |folder: &Path| Disk::in_file(folder, SIZE);
    let mut shop = ShopOnDisk::prepare(from, OnDisk::Both, Durability::Full, make).await?;
    let shoppers = Shoppers::connect(shop.fleet.gateways()).await?;
    let orders = shop.fleet.database("order").await?;

    let name = "8, 10 power cut at PostgreSQL and NATS";
    let injected = Row::measure(&shoppers, name, ORDERS, async || {
        cut_both(&mut shop, &orders).await
    });
    let (mut row, history, cut) = injected.await?;
    ensure!(
        cut.missing == 0,
        "{} events that NATS acknowledged are gone",
        cut.missing
    );
    let doubled = invariants::ensure_all_but_duplicate_mails(&shop.fleet, &history).await?;
    row.remark = format!(
        "{} orders kept, {} events on the disk after the cut: none lost; {doubled} mails came twice",
        history.placed().count(),
        cut.acknowledged
    );
    report.rows.push(row);

    disable_synchronous_commit(&mut shop, &orders).await?;
    let name = "8 the same, synchronous_commit=off";
    let injected = Row::measure(&shoppers, name, ORDERS, async || {
        cut_both(&mut shop, &orders).await
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

/// How many events NATS had acknowledged, and how many of them are gone after the cut.
struct NatsLoss {
    acknowledged: u64,
    missing: u64,
}

async fn cut_both(shop: &mut ShopOnDisk, orders: &PgPool) -> anyhow::Result<NatsLoss> {
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
    let kept = stored_events::messages_in_copy(&shop.disk.folder("nats"), &shop.scratch()).await?;
    Ok(NatsLoss {
        acknowledged,
        missing: acknowledged.saturating_sub(kept),
    })
}

/// Commits are acknowledged before they are on the disk, of every service: one that waits takes along those of the others.
async fn disable_synchronous_commit(shop: &mut ShopOnDisk, orders: &PgPool) -> anyhow::Result<()> {
    let server = PgPool::connect(shop.fleet.engines().maintenance_url()).await?;
    let databases = "SELECT datname FROM pg_database WHERE datname LIKE 'fleet_%'";
    let databases: Vec<String> = sqlx::query_scalar(databases).fetch_all(&server).await?;
    ensure!(databases.len() + 1 == PROGRAMS.len(), "{databases:?}");
    for database in databases {
        let off = format!("ALTER DATABASE {database} SET synchronous_commit = off");
        sqlx::query(sqlx::AssertSqlSafe(off)).execute(&server).await?;
    }
    // What waits for the next write to the disk is what is lost; with 200 ms, a slow machine would have too little of it.
    for statement in [
        "ALTER SYSTEM SET wal_writer_delay = '10s'",
        "SELECT pg_reload_conf()",
    ] {
        sqlx::query(statement).execute(&server).await?;
    }
    // Sessions keep what they began with.
    let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname LIKE 'fleet_%'";
    sqlx::query(end).execute(&server).await?;
    let setting = async {
        let setting = "SELECT current_setting('synchronous_commit')";
        loop {
            // The first tries meet sessions that have ended.
            let now: Result<String, _> = sqlx::query_scalar(setting).fetch_one(orders).await;
            if now.is_ok_and(|now| now == "off") {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let set = tokio::time::timeout(SESSIONS_GONE_WITHIN, setting).await;
    set.context("PostgreSQL goes on to wait for its disk")
}

async fn count_lost(history: &History, orders: &PgPool) -> anyhow::Result<usize> {
    let kept: Vec<Uuid> = sqlx::query_scalar("SELECT id FROM orders")
        .fetch_all(orders)
        .await?;
    let kept: BTreeSet<_> = kept.into_iter().collect();
    Ok(history
        .placed()
        .filter(|placed| !kept.contains(&placed.order))
        .count())
}

/// 10 with a NATS that does not wait for its disk: it loses events that it acknowledged, and the relays fill it again.
async fn nats_without_sync(from: (&Path, &Path), report: &mut Report) -> anyhow::Result<()> {
    let make = |folder: &Path| Disk::in_file(folder, SIZE);
    // PostgreSQL keeps its data beside the disk, where it does not have to wait either.
    let mut shop = ShopOnDisk::prepare(from, OnDisk::Nats, Durability::None, make).await?;
    let shoppers = Shoppers::connect(shop.fleet.gateways()).await?;
    let orders = shop.fleet.database("order").await?;
    let name = "10 power cut at NATS, sync_interval 10m";
    let injected = Row::measure(&shoppers, name, ORDERS, async || {
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
    let by = if wait_until_refilled(&shop.fleet, &history).await.is_ok() {
        "the relays put all back by themselves".to_owned()
    } else {
        // New events took the places of the lost ones before a relay looked: it sees a stream that only grew.
        let printed = shop.fleet.run_command("order", &["replay", "--since", EVER])?;
        wait_until_refilled(&shop.fleet, &history).await?;
        format!("`order replay` put all back: {}", printed.trim())
    };
    row.remark = format!(
        "{} of {} acknowledged events lost, as it must be; {by}",
        cut.missing, cut.acknowledged
    );
    report.rows.push(row);
    Ok(())
}

/// Ends when every order is in the stream again; fails when it is not within three looks of the relays.
async fn wait_until_refilled(fleet: &Fleet, history: &History) -> anyhow::Result<()> {
    let deadline = Instant::now() + FILLED_WITHIN;
    loop {
        match invariants::ensure_orders(fleet, history).await {
            Err(error) if Instant::now() > deadline => return Err(error),
            Err(_) => tokio::time::sleep(Duration::from_millis(200)).await,
            filled => return filled,
        }
    }
}
