use std::{
    collections::BTreeSet,
    fmt, fs,
    path::Path,
    process::Child,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    fleet::{Fleet, program::PROGRAMS},
    load::{
        history::History,
        shoppers::{RetryPolicy, Shoppers},
    },
    mails,
};

/// Concurrent shoppers.
const SHOPPERS: usize = 8;

/// Orders before, during and after the base backup, and before the loss.
const ORDERS: usize = 100;

/// The longest wait for the WAL receiver, events and mails.
const SETTLED_WITHIN: Duration = Duration::from_mins(2);

const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The most mails that may be sent and not recorded at one moment: four kinds, sixteen at a time.
const MAILS_IN_FLIGHT: usize = 64;

/// The results.
#[derive(Debug)]
pub struct Report {
    archived: usize,
    unarchived: usize,
    lost: usize,
    duplicate_mails: usize,
    unarchived_mails: usize,
    backup_time: Duration,
    recovery_time: Duration,
    reports: Vec<String>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (backup, recovery) = (self.backup_time.as_secs_f64(), self.recovery_time.as_secs_f64());
        writeln!(
            f,
            "backed up under load in {backup:.1} s; both data folders destroyed under load"
        )?;
        writeln!(
            f,
            "PostgreSQL and NATS were up {recovery:.1} s after the restore began"
        )?;
        writeln!(
            f,
            "{} orders were acknowledged before the last archived WAL record: none is missing",
            self.archived
        )?;
        writeln!(
            f,
            "{} were acknowledged after it: {} are missing",
            self.unarchived, self.lost
        )?;
        writeln!(
            f,
            "{} mails were sent twice, of {} sent after it",
            self.duplicate_mails, self.unarchived_mails
        )?;
        write!(f, "{}", self.reports.concat().trim_end())
    }
}

/// Makes a base backup under load and receives the WAL, destroys both data folders under load, and restores.
/// Then compares shoppers' responses with what is stored, published and mailed.
pub async fn run(programs: &Path, log: &Path) -> anyhow::Result<Report> {
    let options = engines::Options::temporary(engines::checkout())?.durable();
    let mut fleet = Fleet::start_on(options.clone(), Vec::new(), programs, log, &[]).await?;
    let shoppers = Shoppers::connect(fleet.gateways()).await?;
    let backup = options.private_folder("backup")?;
    let mut receiver = fleet.postgres()?.source().receive_log(&backup)?;
    options.watch(receiver.id())?;

    let (archived, backup_time) = back_up_under_load(&mut fleet, &shoppers, &backup).await?;
    let folder = fleet.mails();
    let archived_mails = fs::read_dir(&folder)?.count();

    let unarchived = kill_everything(&mut fleet, &shoppers, &mut receiver).await?;
    options.unwatch(receiver.id());
    let sent_mails = fs::read_dir(&folder)?.count();
    let recovery_time = restore_all(&mut fleet, &options, &backup).await?;

    let orders = fleet.database("order").await?;
    let stored: BTreeSet<Uuid> = sqlx::query_scalar("SELECT id FROM orders")
        .fetch_all(&orders)
        .await?
        .into_iter()
        .collect();
    let missing = archived
        .placed()
        .filter(|placed| !stored.contains(&placed.order))
        .count();
    ensure!(missing == 0, "{missing} archived orders are missing");
    let lost = unarchived
        .placed()
        .filter(|placed| !stored.contains(&placed.order))
        .count();
    let duplicate_mails = wait_for_mails(&folder, &orders).await?;
    let unarchived_mails = sent_mails - archived_mails;
    ensure!(
        duplicate_mails <= unarchived_mails + MAILS_IN_FLIGHT,
        "{duplicate_mails} mails were sent twice, of {unarchived_mails} after the last archived record"
    );
    Ok(Report {
        archived: archived.placed().count(),
        unarchived: unarchived.placed().count(),
        lost,
        duplicate_mails,
        unarchived_mails,
        backup_time,
        recovery_time,
        reports: reconcile_all(&fleet).await?,
    })
}

/// Places orders before, during and after a base backup, until the receiver has their WAL. Also returns the
/// duration of the backup.
async fn back_up_under_load(
    fleet: &mut Fleet,
    shoppers: &Shoppers,
    backup: &Path,
) -> anyhow::Result<(History, Duration)> {
    let mut archived = place_some_orders(shoppers).await;
    let began = Instant::now();
    let (source, to) = (fleet.postgres()?.source(), backup.to_owned());
    let copying = async {
        tokio::task::spawn_blocking(move || source.copy(&to)).await??;
        anyhow::Ok(began.elapsed())
    };
    let (during, backup_time) = tokio::join!(place_some_orders(shoppers), copying);
    archived.merge(during);
    archived.merge(place_some_orders(shoppers).await);
    let superuser = PgPool::connect(fleet.engines().maintenance_url()).await?;
    wait_until_received(&superuser).await?;
    superuser.close().await;
    Ok((archived, backup_time?))
}

/// Restores the backup and starts everything again. Returns the time until the engines ran.
async fn restore_all(
    fleet: &mut Fleet,
    options: &engines::Options,
    backup: &Path,
) -> anyhow::Result<Duration> {
    let began = Instant::now();
    engines::restore(options, backup)?;
    fleet.postgres()?.restart()?;
    options.private_folder("nats")?;
    fleet.nats()?.restart()?;
    let recovery_time = began.elapsed();
    for program in &*PROGRAMS {
        fleet.add_replica(program.name).await?;
    }
    Ok(recovery_time)
}

async fn place_some_orders(shoppers: &Shoppers) -> History {
    shoppers
        .place_orders(RetryPolicy::KeyAndRetry, SHOPPERS, ORDERS)
        .await
}

/// Waits until all WAL written so far was received.
async fn wait_until_received(superuser: &PgPool) -> anyhow::Result<()> {
    let position: String = sqlx::query_scalar("SELECT pg_current_wal_flush_lsn()::text")
        .fetch_one(superuser)
        .await?;
    let receiving = async {
        let received = "SELECT coalesce(bool_or(flush_lsn >= $1::pg_lsn), false) FROM pg_stat_replication
                        WHERE application_name = 'pg_receivewal'";
        while !sqlx::query_scalar::<_, bool>(received)
            .bind(&position)
            .fetch_one(superuser)
            .await?
        {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        anyhow::Ok(())
    };
    let received = tokio::time::timeout(SETTLED_WITHIN, receiving).await;
    received.context("the WAL was not received")?
}

/// Kills the engines, the programs and the WAL receiver during orders, as a lost machine does.
async fn kill_everything(
    fleet: &mut Fleet,
    shoppers: &Shoppers,
    receiver: &mut Child,
) -> anyhow::Result<History> {
    let enough = AtomicBool::new(false);
    let load = shoppers.place_orders_until(RetryPolicy::KeyOnly, SHOPPERS, &enough);
    let killing = async {
        shoppers.wait_for_attempts(ORDERS).await?;
        receiver.kill()?;
        receiver.wait()?;
        fleet.postgres()?.crash();
        fleet.nats()?.kill();
        enough.store(true, Ordering::Relaxed);
        for program in &*PROGRAMS {
            fleet.kill(program.name)?;
        }
        anyhow::Ok(())
    };
    let (history, lost) = tokio::join!(load, killing);
    lost?;
    Ok(history)
}

/// Waits until every stored order was mailed to shopper and shop. Returns the number of duplicate mails.
async fn wait_for_mails(folder: &Path, orders: &PgPool) -> anyhow::Result<usize> {
    let events: BTreeSet<String> = sqlx::query_scalar("SELECT id::text FROM outbox")
        .fetch_all(orders)
        .await?
        .into_iter()
        .collect();
    let began = Instant::now();
    loop {
        let mut sent = mails::sent(folder)?;
        // A mail's id is its event's id and the kind of mail.
        sent.retain(|about, _| {
            about
                .split_once('.')
                .is_some_and(|(event, _)| events.contains(event))
        });
        let missing = (2 * events.len()).saturating_sub(sent.len());
        if missing == 0 {
            return Ok(sent.values().map(|count| count - 1).sum());
        }
        ensure!(
            began.elapsed() < SETTLED_WITHIN,
            "{missing} mails about orders were not sent"
        );
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// The reconciliation report of each service, once no events are in flight.
async fn reconcile_all(fleet: &Fleet) -> anyhow::Result<Vec<String>> {
    let mut reports = Vec::new();
    for name in ["order", "contact", "catalog", "notification"] {
        let began = Instant::now();
        let report = loop {
            match fleet.run_command(name, &["reconcile", "--settled-after", "0"]) {
                Ok(report) => break report,
                Err(error) if began.elapsed() > SETTLED_WITHIN => return Err(error),
                Err(_) => tokio::time::sleep(POLL_INTERVAL).await,
            }
        };
        reports.push(format!("{name} reconcile\n{report}"));
    }
    Ok(reports)
}
