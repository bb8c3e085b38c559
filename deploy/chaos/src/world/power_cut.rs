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
    events,
    ground::{Ground, On},
    namespace,
    ordeal::{self, Suffered},
    report::Seen,
};
use crate::{invariant::Evidence, invariants, ledger::Ledger, load::Shoppers, program::PROGRAMS};

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
/// the settings that give durability up, when the same look must find a loss.
pub async fn run(programs: &Path, log: &Path) -> anyhow::Result<Seen> {
    if let Some(why) = namespace::missing() {
        let nearest = "`chaos faults`, where PostgreSQL and NATS are killed and their folders stay";
        return Ok(Seen::nothing(&why, nearest));
    }
    let began = Instant::now();
    let mut seen = Seen::default();
    both_engines((programs, log), &mut seen).await?;
    careless_nats((programs, log), &mut seen).await?;
    seen.took = began.elapsed();
    Ok(seen)
}

/// 8 and 10 with the shop's settings, then 8 with a PostgreSQL that does not wait for the disk.
async fn both_engines(from: (&Path, &Path), seen: &mut Seen) -> anyhow::Result<()> {
    let make = |folder: &Path| Disk::in_file(folder, SIZE);
    let mut ground = Ground::prepare(from, On::Both, Durability::Full, make).await?;
    let shoppers = Shoppers::of(ground.fleet.gateways()).await?;
    let orders = ground.fleet.database("order").await?;

    let name = "8, 10 power cut at PostgreSQL and NATS";
    let suffered = ordeal::suffer(&shoppers, name, ORDERS, async || {
        cut_both(&mut ground, &orders).await
    });
    let Suffered {
        mut line,
        ledger,
        told: cut,
    } = suffered.await?;
    ensure!(
        cut.missing == 0,
        "{} events that NATS acknowledged are gone",
        cut.missing
    );
    let doubled = invariants::hold_but_for_mails(Evidence {
        fleet: &ground.fleet,
        ledger: &ledger,
    })
    .await?;
    line.remark = format!(
        "{} orders kept, {} events on the disk after the cut: none lost; {doubled} mails came twice",
        ledger.placed().count(),
        cut.acknowledged
    );
    seen.lines.push(line);

    give_durability_up(&mut ground, &orders).await?;
    let name = "8 the same, synchronous_commit=off";
    let suffered = ordeal::suffer(&shoppers, name, ORDERS, async || {
        cut_both(&mut ground, &orders).await
    });
    let Suffered { mut line, ledger, .. } = suffered.await?;
    let lost = lost(&ledger, &orders).await?;
    ensure!(
        lost > 0,
        "nothing was lost without durability: this test could not see a loss"
    );
    line.remark = format!("{lost} orders lost, as it must be: the look finds what is not there");
    seen.lines.push(line);
    Ok(())
}

/// What NATS had said of events, and what it had of them after the cut.
struct Cut {
    acknowledged: u64,
    missing: u64,
}

async fn cut_both(ground: &mut Ground, orders: &PgPool) -> anyhow::Result<Cut> {
    ground.disk.cut()?;
    let engines = ground.fleet.engines();
    engines.postgres().context("PostgreSQL is not ours")?.crash();
    engines.nats().context("NATS is not ours")?.kill();
    ground.disk.plug_in_again()?;
    let engines = ground.fleet.engines();
    engines.postgres().context("PostgreSQL is not ours")?.restart()?;
    let cut = what_nats_lost(ground, orders).await?;
    let engines = ground.fleet.engines();
    engines.nats().context("NATS is not ours")?.restart()?;
    Ok(cut)
}

async fn what_nats_lost(ground: &Ground, orders: &PgPool) -> anyhow::Result<Cut> {
    let acknowledged = events::acknowledged(orders).await?;
    let kept = events::kept_in(&ground.disk.folder("nats"), &ground.scratch()).await?;
    Ok(Cut {
        acknowledged,
        missing: acknowledged.saturating_sub(kept),
    })
}

/// Commits are acknowledged before they are on the disk, of every service: one that waits takes along those of the others.
async fn give_durability_up(ground: &mut Ground, orders: &PgPool) -> anyhow::Result<()> {
    let server = PgPool::connect(ground.fleet.engines().maintenance_url()).await?;
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

async fn lost(ledger: &Ledger, orders: &PgPool) -> anyhow::Result<usize> {
    let kept: Vec<Uuid> = sqlx::query_scalar("SELECT id FROM orders")
        .fetch_all(orders)
        .await?;
    let kept: BTreeSet<_> = kept.into_iter().collect();
    Ok(ledger
        .placed()
        .filter(|placed| !kept.contains(&placed.order))
        .count())
}
/// 10 with a NATS that does not wait for its disk: it loses events that it acknowledged, and the relays fill it again.
async fn careless_nats(from: (&Path, &Path), seen: &mut Seen) -> anyhow::Result<()> {
    let make = |folder: &Path| Disk::in_file(folder, SIZE);
    // PostgreSQL keeps its data beside the disk, where it does not have to wait either.
    let mut ground = Ground::prepare(from, On::Nats, Durability::None, make).await?;
    let shoppers = Shoppers::of(ground.fleet.gateways()).await?;
    let orders = ground.fleet.database("order").await?;
    let name = "10 power cut at NATS, sync_interval 10m";
    let suffered = ordeal::suffer(&shoppers, name, ORDERS, async || {
        ground.disk.cut()?;
        let nats = ground.fleet.engines().nats();
        nats.context("NATS is not ours")?.kill();
        ground.disk.plug_in_again()?;
        let cut = what_nats_lost(&ground, &orders).await?;
        let nats = ground.fleet.engines().nats();
        nats.context("NATS is not ours")?.restart()?;
        Ok(cut)
    });
    let Suffered {
        mut line,
        ledger,
        told: cut,
    } = suffered.await?;
    ensure!(
        cut.missing > 0,
        "nothing was lost without durability: this test could not see a loss"
    );
    let evidence = Evidence {
        fleet: &ground.fleet,
        ledger: &ledger,
    };
    let by = if filled_again(evidence).await.is_ok() {
        "the relays put all back by themselves".to_owned()
    } else {
        // New events took the places of the lost ones before a relay looked: it sees a stream that only grew.
        let said = ground.fleet.ask("order", &["replay", "--since", EVER])?;
        filled_again(evidence).await?;
        format!("`order replay` put all back: {}", said.trim())
    };
    line.remark = format!(
        "{} of {} acknowledged events lost, as it must be; {by}",
        cut.missing, cut.acknowledged
    );
    seen.lines.push(line);
    Ok(())
}

/// Ends when every order is told again; fails when it is not within three looks of the relays.
async fn filled_again(evidence: Evidence<'_>) -> anyhow::Result<()> {
    let deadline = Instant::now() + FILLED_WITHIN;
    loop {
        match invariants::orders_hold(evidence).await {
            Err(error) if Instant::now() > deadline => return Err(error),
            Err(_) => tokio::time::sleep(Duration::from_millis(200)).await,
            filled => return filled,
        }
    }
}
