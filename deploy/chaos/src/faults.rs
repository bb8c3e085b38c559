use std::{path::Path, time::Duration};

use anyhow::Context as _;

use crate::{
    fleet::Fleet,
    load::Shoppers,
    program::{GATEWAY, PROGRAMS},
    rollout::replace_oldest,
    table::Table,
    trial::{Fault, Trial},
};

/// How long an engine is away, or a program frozen: longer than any client's patience with it.
const AWAY: Duration = Duration::from_secs(8);

/// How long what stands before gateways goes on sending to one that died.
const NOTICED_AFTER: Duration = Duration::from_secs(1);

/// A consumer that dies between a mail and its note sends the mail again: at most all that one has in hand, of two kinds.
const MAILS_IN_HAND: (&str, usize) = ("mail twice", 2 * 16);

/// Runs every fault under load. Fails when an order that was promised is lost, doubled, untold or not mailed, and when the
/// shop does not recover.
pub async fn run(programs: &Path, log: &Path, slack: u32) -> anyhow::Result<Table> {
    let mut trial = Trial::start(programs, log, &[("order", 2), (GATEWAY, 2)], slack).await?;
    killed(&mut trial, Fault::new("1 order killed, one of two"), "order").await?;
    let fault = Fault::new("5 gateway killed, one of two");
    trial.under_load(fault, gateway_killed).await?;
    let fault = Fault {
        name: "6 notification killed, the only one",
        may: &[MAILS_IN_HAND],
    };
    killed(&mut trial, fault, "notification").await?;
    let fault = Fault::new("12 catalog killed, the only one");
    killed(&mut trial, fault, "catalog").await?;
    let fault = Fault::new("12 catalog frozen, the only one");
    frozen(&mut trial, fault, "catalog").await?;
    frozen(&mut trial, Fault::new("19 order frozen, one of two"), "order").await?;
    let fault = Fault::new("19 notification frozen, the only one");
    frozen(&mut trial, fault, "notification").await?;
    let fault = Fault::new("7 PostgreSQL crashed");
    trial.under_load(fault, postgres_crashed).await?;
    let fault = Fault::new("9 NATS killed and away");
    trial.under_load(fault, nats_killed).await?;
    let fault = Fault::new("18 every program replaced");
    trial.under_load(fault, every_program_replaced).await?;
    Ok(trial.end())
}

/// One replica dies, and another takes its place.
async fn killed(trial: &mut Trial, fault: Fault, name: &str) -> anyhow::Result<()> {
    let strike = async |fleet: &mut Fleet, _: &Shoppers| {
        fleet.kill(name)?;
        fleet.add(name).await
    };
    trial.under_load(fault, strike).await
}

/// One gateway dies; what stands before gateways notices after a while.
async fn gateway_killed(fleet: &mut Fleet, shoppers: &Shoppers) -> anyhow::Result<()> {
    fleet.kill(GATEWAY)?;
    tokio::time::sleep(NOTICED_AFTER).await;
    shoppers.go_to(fleet.gateways());
    fleet.add(GATEWAY).await?;
    shoppers.go_to(fleet.gateways());
    Ok(())
}

/// One replica is silent for a while, and then goes on.
async fn frozen(trial: &mut Trial, fault: Fault, name: &str) -> anyhow::Result<()> {
    let strike = async |fleet: &mut Fleet, _: &Shoppers| {
        fleet.freeze(name)?;
        tokio::time::sleep(AWAY).await;
        fleet.thaw(name)
    };
    trial.under_load(fault, strike).await
}

async fn postgres_crashed(fleet: &mut Fleet, _: &Shoppers) -> anyhow::Result<()> {
    let postgres = fleet.engines().postgres().context("PostgreSQL is not ours")?;
    postgres.crash();
    postgres.restart()
}

async fn nats_killed(fleet: &mut Fleet, _: &Shoppers) -> anyhow::Result<()> {
    fleet.engines().nats().context("NATS is not ours")?.kill();
    tokio::time::sleep(AWAY).await;
    fleet.engines().nats().context("NATS is not ours")?.restart()
}

/// As a cluster replaces pods: each new one is ready before an old one goes.
async fn every_program_replaced(fleet: &mut Fleet, shoppers: &Shoppers) -> anyhow::Result<()> {
    for name in PROGRAMS.iter().map(|program| program.name) {
        for _ in 0..fleet.count(name) {
            replace_oldest(fleet, shoppers, name).await?;
        }
    }
    Ok(())
}
