//! Network faults between two programs: a proxy hangs, or drops packets.

use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use fault_proxy::FaultProxy;
use futures_util::future::join_all;

use crate::{
    fleet::Fleet,
    harness::experiment::{Experiment, Fault},
    load::{attempt::Attempt, history::History},
};

/// Concurrent orders while a service hangs.
const CONCURRENCY: usize = 16;

/// The time limit to refuse an order if the catalog or the inventory does not answer.
const REFUSED_WITHIN: Duration = Duration::from_secs(3);

/// The time limit to answer a known order, which needs neither of them.
const ANSWERED_WITHIN: Duration = Duration::from_secs(1);

/// Fault 12: the catalog accepts connections and never answers.
pub(crate) async fn hang_catalog(experiment: &mut Experiment) -> anyhow::Result<()> {
    let fault = Fault::new("12 catalog hangs behind a proxy");
    hang_service(experiment, fault, "catalog", "CATALOG_URL").await
}

/// Fault 12: the inventory accepts connections and never answers.
pub(crate) async fn hang_inventory(experiment: &mut Experiment) -> anyhow::Result<()> {
    let fault = Fault::new("12 inventory hangs behind a proxy");
    hang_service(experiment, fault, "inventory", "INVENTORY_URL").await
}

/// A service that checkout calls accepts connections and never answers. Orders are refused in time, nothing
/// is stored, and no database connection is held.
async fn hang_service(
    experiment: &mut Experiment,
    fault: Fault,
    service: &'static str,
    setting: &'static str,
) -> anyhow::Result<()> {
    let Experiment { fleet, shoppers, .. } = experiment;
    let mut history = History::default();
    let proxy = FaultProxy::start(fleet.address(service)?.to_string()).await;
    fleet.kill("order")?;
    fleet.override_setting("order", setting, &format!("http://{}", proxy.address()));
    fleet.add_replica("order").await?;
    let placed = Attempt::new(shoppers);
    let answered = placed.complete(shoppers, &mut history, 0).await?;
    proxy.hang();
    let attempts: Vec<_> = (0..CONCURRENCY).map(|_| Attempt::new(shoppers)).collect();
    let refused = join_all(attempts.iter().map(async |attempt| {
        let began = Instant::now();
        (attempt.submit(shoppers).await, began.elapsed())
    }));
    let retrying = async {
        let began = Instant::now();
        (placed.submit(shoppers).await, began.elapsed())
    };
    let (refused, (again, after)) = tokio::join!(refused, retrying);
    let mut slowest = Duration::ZERO;
    for (answer, after) in refused {
        let error = answer
            .err()
            .with_context(|| format!("12: an order was placed without the {service}"))?
            .to_string();
        ensure!(error.starts_with("503"), "12: {error}");
        slowest = slowest.max(after);
    }
    ensure!(again? == answered, "12: a key answers another order");
    for attempt in &attempts {
        ensure!(
            attempt.stored_orders(fleet).await?.is_empty(),
            "12: a refused order is stored"
        );
    }
    proxy.restore();
    for attempt in &attempts {
        attempt.complete(shoppers, &mut history, 1).await?;
    }
    // The proxy ends with this fault.
    fleet.reset_setting("order", setting);
    fleet.kill("order")?;
    fleet.add_replica("order").await?;
    experiment.ensure_within("12: a refusal", slowest, REFUSED_WITHIN)?;
    experiment.ensure_within("12: the answer to a key", after, ANSWERED_WITHIN)?;
    experiment.record(fault, history);
    Ok(())
}

/// Bytes that only an order's transaction sends, followed by its commit.
const COMMIT_OF_ORDER: &[&[u8]] = &[b"12 Ring Road, Surat", b"COMMIT"];

/// Bytes that a relay's transaction sends first on a new connection, followed by its commit.
const COMMIT_OF_RELAY: &[&[u8]] = &[b"UPDATE outbox SET published_at", b"COMMIT"];

/// The size of a service's pool.
const CONNECTIONS: usize = 8;

/// The longest recovery of the pool once packets arrive: a request's deadline of 5 s, and the time to check a
/// connection.
const RECOVERED_WITHIN: Duration = Duration::from_secs(10);

/// Fault 13: packets to PostgreSQL are dropped after COMMIT, on every connection of the order service.
/// Retries with the same key resolve the unknown results, and no lost connection stays in the pool.
pub(crate) async fn lose_commits(experiment: &mut Experiment) -> anyhow::Result<()> {
    let Experiment { fleet, shoppers, .. } = experiment;
    let mut history = History::default();
    let (proxy, url) = FaultProxy::in_front_of(fleet.database_url("order")).await;
    let replicas = leave_single_replica(fleet, &url).await?;
    proxy.lose_after(COMMIT_OF_ORDER, CONNECTIONS);
    let attempts: Vec<_> = (0..CONNECTIONS).map(|_| Attempt::new(shoppers)).collect();
    let answers = join_all(attempts.iter().map(|attempt| attempt.submit(shoppers))).await;
    ensure!(
        answers.iter().all(Result::is_err),
        "13: an order got a response, and its commit did not"
    );
    ensure!(proxy.losses_left() == 0, "13: not every connection was lost");
    for attempt in &attempts {
        ensure!(
            attempt.stored_orders(fleet).await?.len() == 1,
            "13: a commit that arrived is not stored"
        );
    }
    let retry_began = Instant::now();
    let first = attempts[0].complete(shoppers, &mut history, 1).await?;
    let recovered_after = retry_began.elapsed();
    ensure!(
        attempts[0].stored_orders(fleet).await? == [first.order],
        "13: the key made another order"
    );
    for attempt in &attempts[1..] {
        attempt.complete(shoppers, &mut history, 1).await?;
        ensure!(
            attempt.stored_orders(fleet).await?.len() == 1,
            "13: the key made another order"
        );
    }
    // The relay also continues after a commit without an answer.
    fleet.kill("order")?;
    proxy.lose_after(COMMIT_OF_RELAY, 1);
    fleet.add_replica("order").await?;
    for _ in 0..2 {
        Attempt::new(shoppers).complete(shoppers, &mut history, 0).await?;
    }
    let fault = Fault::new("13 answers to COMMIT lost, all connections");
    experiment.ensure_within(
        "13: the first order after the loss",
        recovered_after,
        RECOVERED_WITHIN,
    )?;
    // The published events show that it did.
    experiment.verify(fault, history, None).await?;
    ensure!(proxy.losses_left() == 0, "13: the relay's commit was not lost");
    let Experiment { fleet, .. } = experiment;
    fleet.reset_setting("order", "DATABASE_URL");
    fleet.kill("order")?;
    for _ in 0..replicas {
        fleet.add_replica("order").await?;
    }
    Ok(())
}

/// Leaves one replica of order, with this database URL; others would use the direct one. Returns how many
/// there were.
async fn leave_single_replica(fleet: &mut Fleet, database_url: &str) -> anyhow::Result<usize> {
    let replicas = fleet.count("order");
    for _ in 0..replicas {
        fleet.kill("order")?;
    }
    fleet.override_setting("order", "DATABASE_URL", database_url);
    fleet.add_replica("order").await?;
    Ok(replicas)
}
