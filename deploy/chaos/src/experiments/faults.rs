use std::{
    path::Path,
    time::{Duration, Instant},
};

use anyhow::ensure;
use sqlx::{Connection as _, PgConnection};

use crate::{
    experiments::{network, poison, rollout::stop_oldest},
    fleet::{
        Fleet,
        program::{GATEWAY, PROGRAMS},
    },
    harness::{
        experiment::{Experiment, Fault},
        report::Report,
    },
    load::shoppers::{RetryPolicy, Shoppers},
};

/// The time that an engine is down, or a program frozen: longer than any client's timeout.
const OUTAGE: Duration = Duration::from_secs(8);

/// Longer than PostgreSQL's timeout for the relay's idle transaction.
const LONG_OUTAGE: Duration = Duration::from_secs(20);

/// The number of times that all sessions are terminated, and the pause between.
const TERMINATIONS: usize = 3;
const BETWEEN_TERMINATIONS: Duration = Duration::from_secs(1);

/// The time limit for a program's graceful shutdown.
const STOPPED_WITHIN: Duration = Duration::from_secs(10);

/// The time until a load balancer stops sending to a dead gateway.
const NOTICED_AFTER: Duration = Duration::from_secs(1);

/// A consumer that dies between a mail and its record sends the mail again: at most all mails in flight, of
/// two kinds.
const MAILS_IN_FLIGHT: (&str, usize) = ("duplicate mail", 2 * 16);

/// Runs every fault under load. Fails if a confirmed order is lost, duplicated, unpublished or not mailed, or
/// if the shop does not recover.
pub async fn run(programs: &Path, log: &Path, slack: u32) -> anyhow::Result<Report> {
    let mut experiment = Experiment::start(
        programs,
        log,
        &[("order", 2), ("inventory", 2), (GATEWAY, 2)],
        slack,
    )
    .await?;
    kill_and_replace(&mut experiment, Fault::new("1 order killed, one of two"), "order").await?;
    let fault = Fault::new("1 inventory killed, one of two");
    kill_and_replace(&mut experiment, fault, "inventory").await?;
    let fault = Fault::new("5 gateway killed, one of two");
    experiment.inject(fault, kill_gateway).await?;
    let fault = Fault {
        name: "6 notification killed, the only one",
        tolerated: &[MAILS_IN_FLIGHT],
    };
    kill_and_replace(&mut experiment, fault, "notification").await?;
    let fault = Fault::new("12 catalog killed, the only one");
    kill_and_replace(&mut experiment, fault, "catalog").await?;
    let fault = Fault::new("12 catalog frozen, the only one");
    freeze_for(&mut experiment, fault, "catalog", OUTAGE).await?;
    // Its relay holds rows until PostgreSQL ends its idle transaction; the other replica's relay then
    // publishes them.
    let fault = Fault::new("19 order frozen for 20 s, one of two");
    freeze_for(&mut experiment, fault, "order", LONG_OUTAGE).await?;
    // The rows that its group locked stay locked as long; the other replica serves later orders of the same
    // packs.
    let fault = Fault::new("19 inventory frozen for 20 s, one of two");
    freeze_for(&mut experiment, fault, "inventory", LONG_OUTAGE).await?;
    let fault = Fault::new("19 notification frozen, the only one");
    freeze_for(&mut experiment, fault, "notification", OUTAGE).await?;
    let fault = Fault::new("7 PostgreSQL crashed");
    experiment.inject(fault, crash_postgres).await?;
    let fault = Fault::new("7 every session of PostgreSQL terminated");
    experiment.inject(fault, terminate_sessions).await?;
    let fault = Fault::new("9 NATS killed and down");
    experiment.inject(fault, kill_nats).await?;
    poison::publish_among_orders(&mut experiment).await?;
    network::lose_commits(&mut experiment).await?;
    Ok(experiment.into_report())
}

/// A rolling restart under load. Fails if a client that retries once sees a failure.
pub async fn restart(programs: &Path, log: &Path, slack: u32) -> anyhow::Result<Report> {
    let two: Vec<_> = PROGRAMS.iter().map(|program| (program.name, 2)).collect();
    let mut experiment = Experiment::start(programs, log, &two, slack).await?;
    let fault = Fault::new("18 every program restarted, two of each");
    experiment
        .inject_with(RetryPolicy::RetryOnce, fault, restart_every_program)
        .await?;
    Ok(experiment.into_report())
}

/// Kills one replica and adds another.
async fn kill_and_replace(experiment: &mut Experiment, fault: Fault, name: &str) -> anyhow::Result<()> {
    let inject = async |fleet: &mut Fleet, _: &Shoppers| {
        fleet.kill(name)?;
        fleet.add_replica(name).await
    };
    experiment.inject(fault, inject).await
}

/// Kills one gateway; the load balancer notices later.
async fn kill_gateway(fleet: &mut Fleet, shoppers: &Shoppers) -> anyhow::Result<()> {
    fleet.kill(GATEWAY)?;
    tokio::time::sleep(NOTICED_AFTER).await;
    shoppers.use_gateways(fleet.gateways());
    fleet.add_replica(GATEWAY).await?;
    shoppers.use_gateways(fleet.gateways());
    Ok(())
}

/// Freezes one replica for a while.
async fn freeze_for(
    experiment: &mut Experiment,
    fault: Fault,
    name: &str,
    outage: Duration,
) -> anyhow::Result<()> {
    let inject = async |fleet: &mut Fleet, _: &Shoppers| {
        fleet.freeze(name)?;
        tokio::time::sleep(outage).await;
        fleet.thaw(name)
    };
    experiment.inject(fault, inject).await
}

async fn crash_postgres(fleet: &mut Fleet, _: &Shoppers) -> anyhow::Result<()> {
    let postgres = fleet.postgres()?;
    postgres.crash();
    postgres.restart()
}

async fn kill_nats(fleet: &mut Fleet, _: &Shoppers) -> anyhow::Result<()> {
    fleet.nats()?.kill();
    tokio::time::sleep(OUTAGE).await;
    fleet.nats()?.restart()
}

/// Terminates all sessions, as an administrator or a failover does. Programs and the experiment's own pools
/// have to reconnect.
async fn terminate_sessions(fleet: &mut Fleet, _: &Shoppers) -> anyhow::Result<()> {
    let mut administrator = PgConnection::connect(fleet.engines().maintenance_url()).await?;
    let terminated = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'";
    for _ in 0..TERMINATIONS {
        sqlx::query(terminated).execute(&mut administrator).await?;
        tokio::time::sleep(BETWEEN_TERMINATIONS).await;
    }
    Ok(())
}

/// Stops each of two replicas of every program in turn, and replaces it.
async fn restart_every_program(fleet: &mut Fleet, shoppers: &Shoppers) -> anyhow::Result<()> {
    for name in PROGRAMS.iter().map(|program| program.name) {
        for _ in 0..fleet.count(name) {
            let began = Instant::now();
            stop_oldest(fleet, shoppers, name).await?;
            let stop_time = began.elapsed();
            ensure!(stop_time < STOPPED_WITHIN, "{name} took {stop_time:?} to stop");
            fleet.add_replica(name).await?;
            shoppers.use_gateways(fleet.gateways());
        }
    }
    Ok(())
}
