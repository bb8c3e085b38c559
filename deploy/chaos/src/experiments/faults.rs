use std::{
    path::Path,
    time::{Duration, Instant},
};

use anyhow::ensure;
use sqlx::{Connection as _, PgConnection};

use crate::{
    experiments::{network, poison, rollout::retire_oldest},
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

/// How long an engine is away, or a program frozen: longer than any client's patience with it.
const AWAY: Duration = Duration::from_secs(8);

/// Longer than PostgreSQL lets a relay's transaction idle.
const AWAY_FOR_LONG: Duration = Duration::from_secs(20);

/// How often every session is terminated, and the pause between.
const TERMINATIONS: usize = 3;
const BETWEEN_TERMINATIONS: Duration = Duration::from_secs(1);

/// A program that is asked to stop has ended by then.
const STOPPED_WITHIN: Duration = Duration::from_secs(10);

/// How long a load balancer goes on sending to a gateway that died.
const NOTICED_AFTER: Duration = Duration::from_secs(1);

/// A consumer that dies between a mail and its note sends the mail again: at most all that one has in hand, of two kinds.
const MAILS_IN_HAND: (&str, usize) = ("mail twice", 2 * 16);

/// Runs every fault under load. Fails when an order that was promised is lost, doubled, unpublished or not mailed, and when the
/// shop does not recover.
pub async fn run(programs: &Path, log: &Path, slack: u32) -> anyhow::Result<Report> {
    let mut experiment = Experiment::start(
        programs,
        log,
        &[("order", 2), ("inventory", 2), (GATEWAY, 2)],
        slack,
    )
    .await?;
    killed(&mut experiment, Fault::new("1 order killed, one of two"), "order").await?;
    let fault = Fault::new("1 inventory killed, one of two");
    killed(&mut experiment, fault, "inventory").await?;
    let fault = Fault::new("5 gateway killed, one of two");
    experiment.inject(fault, gateway_killed).await?;
    let fault = Fault {
        name: "6 notification killed, the only one",
        tolerated: &[MAILS_IN_HAND],
    };
    killed(&mut experiment, fault, "notification").await?;
    let fault = Fault::new("12 catalog killed, the only one");
    killed(&mut experiment, fault, "catalog").await?;
    let fault = Fault::new("12 catalog frozen, the only one");
    frozen(&mut experiment, fault, "catalog", AWAY).await?;
    // Its relay holds rows meanwhile, until PostgreSQL ends its idle transaction; the other one's publishes them.
    let fault = Fault::new("19 order frozen for 20 s, one of two");
    frozen(&mut experiment, fault, "order", AWAY_FOR_LONG).await?;
    // What its group had locked stays so as long; the other one serves who wants the same packs behind it.
    let fault = Fault::new("19 inventory frozen for 20 s, one of two");
    frozen(&mut experiment, fault, "inventory", AWAY_FOR_LONG).await?;
    let fault = Fault::new("19 notification frozen, the only one");
    frozen(&mut experiment, fault, "notification", AWAY).await?;
    let fault = Fault::new("7 PostgreSQL crashed");
    experiment.inject(fault, postgres_crashed).await?;
    let fault = Fault::new("7 every session of PostgreSQL terminated");
    experiment.inject(fault, sessions_terminated).await?;
    let fault = Fault::new("9 NATS killed and away");
    experiment.inject(fault, nats_killed).await?;
    poison::among_good(&mut experiment).await?;
    network::commits_lost(&mut experiment).await?;
    Ok(experiment.into_report())
}

/// A rolling restart under load. Fails when a client that retries once sees a failure.
pub async fn restart(programs: &Path, log: &Path, slack: u32) -> anyhow::Result<Report> {
    let two: Vec<_> = PROGRAMS.iter().map(|program| (program.name, 2)).collect();
    let mut experiment = Experiment::start(programs, log, &two, slack).await?;
    let fault = Fault::new("18 every program restarted, two of each");
    experiment
        .inject_with(RetryPolicy::RetryOnce, fault, every_program_restarted)
        .await?;
    Ok(experiment.into_report())
}

/// One replica dies, and another takes its place.
async fn killed(experiment: &mut Experiment, fault: Fault, name: &str) -> anyhow::Result<()> {
    let inject = async |fleet: &mut Fleet, _: &Shoppers| {
        fleet.kill(name)?;
        fleet.add_replica(name).await
    };
    experiment.inject(fault, inject).await
}

/// One gateway dies; the load balancer notices after a while.
async fn gateway_killed(fleet: &mut Fleet, shoppers: &Shoppers) -> anyhow::Result<()> {
    fleet.kill(GATEWAY)?;
    tokio::time::sleep(NOTICED_AFTER).await;
    shoppers.use_gateways(fleet.gateways());
    fleet.add_replica(GATEWAY).await?;
    shoppers.use_gateways(fleet.gateways());
    Ok(())
}

/// One replica is silent for a while, and then goes on.
async fn frozen(experiment: &mut Experiment, fault: Fault, name: &str, away: Duration) -> anyhow::Result<()> {
    let inject = async |fleet: &mut Fleet, _: &Shoppers| {
        fleet.freeze(name)?;
        tokio::time::sleep(away).await;
        fleet.thaw(name)
    };
    experiment.inject(fault, inject).await
}

async fn postgres_crashed(fleet: &mut Fleet, _: &Shoppers) -> anyhow::Result<()> {
    let postgres = fleet.postgres()?;
    postgres.crash();
    postgres.restart()
}

async fn nats_killed(fleet: &mut Fleet, _: &Shoppers) -> anyhow::Result<()> {
    fleet.nats()?.kill();
    tokio::time::sleep(AWAY).await;
    fleet.nats()?.restart()
}

/// By an administrator, or a failover: programs and what looks at them have to connect anew.
async fn sessions_terminated(fleet: &mut Fleet, _: &Shoppers) -> anyhow::Result<()> {
    let mut administrator = PgConnection::connect(fleet.engines().maintenance_url()).await?;
    let terminated = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'";
    for _ in 0..TERMINATIONS {
        sqlx::query(terminated).execute(&mut administrator).await?;
        tokio::time::sleep(BETWEEN_TERMINATIONS).await;
    }
    Ok(())
}

/// Two replicas of every program. Each in turn is asked to stop, and replaced when it has.
async fn every_program_restarted(fleet: &mut Fleet, shoppers: &Shoppers) -> anyhow::Result<()> {
    for name in PROGRAMS.iter().map(|program| program.name) {
        for _ in 0..fleet.count(name) {
            let began = Instant::now();
            retire_oldest(fleet, shoppers, name).await?;
            let took = began.elapsed();
            ensure!(took < STOPPED_WITHIN, "{name} took {took:?} to stop");
            fleet.add_replica(name).await?;
            shoppers.use_gateways(fleet.gateways());
        }
    }
    Ok(())
}
