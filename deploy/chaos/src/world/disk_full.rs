use std::{
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use engines::Durability;
use sqlx::{PgPool, postgres::PgPoolOptions};

use super::{
    disk::Disk,
    ground::{Ground, On},
    namespace,
    ordeal::{self, Suffered},
    report::Seen,
};
use crate::{
    invariant::Evidence,
    invariants,
    ledger::Ledger,
    load::{Manner, Shoppers},
};

/// Orders before a disk is full, and after it has room again.
const ORDERS: usize = 30;

/// MiB of the disk below PostgreSQL: six databases, its log, and some orders.
const POSTGRES_SIZE: u64 = 400;

/// MiB of the disk below NATS.
const NATS_SIZE: u64 = 64;

/// Tries of shoppers that are looked at one by one while a disk is full.
const TRIES: usize = 20;

/// The same while the server has nowhere to write its log; each waits until the server is up again.
const TRIES_WITHOUT_LOG: usize = 4;

/// Makes PostgreSQL go on in the next file of its log.
const SPEND_LOG: &str = "SELECT pg_logical_emit_message(false, 'full', ''), pg_switch_wal()";

/// Events that wait for NATS before its disk gets room.
const WAITING: i64 = 40;

/// How long something may take to be noticed.
const NOTICED_WITHIN: Duration = Duration::from_secs(30);

/// How long an engine gets to go on by itself.
const BY_ITSELF_WITHIN: Duration = Duration::from_secs(8);

/// How often what is waited for is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// 14: no room for data, no room for PostgreSQL's log, no room for events.
pub async fn run(programs: &Path, log: &Path) -> anyhow::Result<Seen> {
    if let Some(why) = namespace::missing() {
        let nearest = "`chaos faults`, where PostgreSQL crashes and NATS is away";
        return Ok(Seen::nothing(&why, nearest));
    }
    let began = Instant::now();
    let mut seen = Seen::default();
    below_postgres((programs, log), &mut seen).await?;
    below_nats((programs, log), &mut seen).await?;
    seen.took = began.elapsed();
    Ok(seen)
}

async fn below_postgres(from: (&Path, &Path), seen: &mut Seen) -> anyhow::Result<()> {
    let make = |folder: &Path| Disk::in_memory(folder, POSTGRES_SIZE);
    let mut ground = Ground::prepare(from, On::Postgres, Durability::None, make).await?;
    let shoppers = Shoppers::of(ground.fleet.gateways()).await?;
    let mut ledgers = Vec::new();
    for (name, is_log) in [
        ("14 disk full at PostgreSQL: its data", false),
        ("14 disk full at PostgreSQL: its log", true),
    ] {
        let suffered = ordeal::suffer(&shoppers, name, ORDERS, async || {
            postgres_is_full(&mut ground, &shoppers, is_log).await
        });
        let Suffered {
            mut line,
            ledger,
            told,
        } = suffered.await?;
        let by = if told.stopped {
            "it stopped itself and was started again, as a supervisor does"
        } else {
            "it went on without a restart"
        };
        line.remark = format!(
            "{} of {} tries refused, each with 503; {by}",
            told.tries.failures(),
            told.tries.attempts()
        );
        ledgers.extend([ledger, told.tries]);
        seen.lines.push(line);
    }
    let ledger = ordeal::joined(&ledgers);
    let doubled = invariants::hold_but_for_mails(Evidence {
        fleet: &ground.fleet,
        ledger: &ledger,
    })
    .await?;
    let placed = ledger.placed().count();
    seen.notes.push(format!(
        "PostgreSQL: {placed} orders, none lost, doubled, untold or told twice; {doubled} mails came twice"
    ));
    Ok(())
}

/// What shoppers were answered while the disk was full, and whether the server stopped itself.
struct Full {
    tries: Ledger,
    stopped: bool,
}

async fn postgres_is_full(ground: &mut Ground, shoppers: &Shoppers, is_log: bool) -> anyhow::Result<Full> {
    let server = PgPoolOptions::new().acquire_timeout(Duration::from_secs(2));
    let server = server.connect(ground.fleet.engines().maintenance_url()).await?;
    ground.disk.fill()?;
    let mut tries = Ledger::default();
    let noticed = Instant::now();
    // A server that crashes for want of log is back before a request gives up on it, so that none need be refused.
    let wanted = if is_log { TRIES_WITHOUT_LOG } else { TRIES };
    while tries.attempts() < wanted || (tries.failures() == 0 && !is_log) {
        ensure!(noticed.elapsed() < NOTICED_WITHIN, "only {tries} were answered");
        if is_log {
            // The log goes on in files that are there already, and a server that crashes clears some away.
            ground.disk.fill()?;
            while sqlx::query(SPEND_LOG).execute(&server).await.is_ok() {}
        }
        tries.join(shoppers.order(Manner::KeyOnly, 1, 1).await);
    }
    let other = tries.failed().find(|why| !why.starts_with("503"));
    ensure!(other.is_none(), "a full disk was answered with {other:?}");
    ground.disk.free()?;
    let mut stopped = false;
    let freed = Instant::now();
    while sqlx::query("SELECT 1").execute(&server).await.is_err() {
        if freed.elapsed() > BY_ITSELF_WITHIN {
            let postgres = ground.fleet.engines().postgres();
            postgres.context("PostgreSQL is not ours")?.restart()?;
            stopped = true;
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
    Ok(Full { tries, stopped })
}

async fn below_nats(from: (&Path, &Path), seen: &mut Seen) -> anyhow::Result<()> {
    let make = |folder: &Path| Disk::in_memory(folder, NATS_SIZE);
    let mut ground = Ground::prepare(from, On::Nats, Durability::None, make).await?;
    let shoppers = Shoppers::of(ground.fleet.gateways()).await?;
    let orders = ground.fleet.database("order").await?;
    let name = "14 disk full at NATS";
    let suffered = ordeal::suffer(&shoppers, name, ORDERS, async || {
        nats_is_full(&mut ground, &orders).await
    });
    let Suffered {
        mut line,
        ledger,
        told: (most, stopped),
    } = suffered.await?;
    let by = if stopped {
        "NATS was started again by hand, as the runbook VolumeFilling says"
    } else {
        "NATS went on without a restart"
    };
    let doubled = invariants::hold_but_for_mails(Evidence {
        fleet: &ground.fleet,
        ledger: &ledger,
    })
    .await?;
    line.remark = format!(
        "{most} events waited while orders were taken; {by}; all told once, {doubled} mails came twice"
    );
    seen.lines.push(line);
    Ok(())
}

/// How many events waited at most, and whether NATS had to be started again.
async fn nats_is_full(ground: &mut Ground, orders: &PgPool) -> anyhow::Result<(i64, bool)> {
    ground.disk.fill()?;
    let began = Instant::now();
    let mut most = 0;
    while most < WAITING {
        ensure!(
            began.elapsed() < NOTICED_WITHIN,
            "the disk of NATS is not full: {most} events wait"
        );
        tokio::time::sleep(LOOK_EVERY).await;
        most = waiting(orders).await?;
    }
    ground.disk.free()?;
    let freed = Instant::now();
    let mut stopped = false;
    loop {
        let now = waiting(orders).await?;
        most = most.max(now);
        if now < WAITING / 2 {
            return Ok((most, stopped));
        }
        if !stopped && freed.elapsed() > BY_ITSELF_WITHIN {
            let nats = ground.fleet.engines().nats();
            nats.context("NATS is not ours")?.restart()?;
            stopped = true;
        }
        ensure!(
            freed.elapsed() < BY_ITSELF_WITHIN + NOTICED_WITHIN,
            "{now} events go on waiting"
        );
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

async fn waiting(orders: &PgPool) -> anyhow::Result<i64> {
    let waiting = "SELECT count(*) FROM outbox WHERE published_at IS NULL";
    Ok(sqlx::query_scalar(waiting).fetch_one(orders).await?)
}
