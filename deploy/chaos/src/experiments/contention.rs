//! Contention: many requests with one idempotency key, and an exhausted connection pool.

use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use futures_util::future::join_all;
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};

use crate::{
    harness::experiment::{Experiment, Fault},
    load::{
        attempt::{self, Attempt},
        history::{AttemptOutcome, History},
    },
};

/// Concurrent submits of one attempt.
const SUBMITS: usize = 64;

/// Requests that fill the pool of a service, and requests that find it empty.
const FILLING_REQUESTS: usize = 8;
const WAITING_REQUESTS: usize = 32;

/// Requests wait 2 s for a connection; this adds a margin.
const REFUSED_WITHIN: Duration = Duration::from_millis(2_200);

/// The longest recovery after the pool is free.
const RECOVERED_WITHIN: Duration = Duration::from_secs(1);

/// Fault 11: every response for a key has the same order, and another order with the key is refused.
pub(crate) async fn submit_concurrently(experiment: &mut Experiment, rounds: usize) -> anyhow::Result<()> {
    let fault = Fault::new("11 64 submits of one key at once, then another");
    let Experiment { fleet, shoppers, .. } = experiment;
    let mut history = History::default();
    for _ in 0..rounds {
        let attempt = Attempt::new(shoppers);
        let before = attempt::count_orders(fleet).await?;
        let answers = join_all((0..SUBMITS).map(|_| attempt.submit_until_answered(shoppers))).await;
        let answers = answers.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
        let (placed, _) = answers[0];
        ensure!(
            answers.iter().all(|(answer, _)| *answer == placed),
            "11: one key was answered with several orders"
        );
        ensure!(
            attempt.stored_orders(fleet).await? == [placed.order],
            "11: the stored order differs from the response"
        );
        let refused: usize = answers.iter().map(|(_, requests)| requests - 1).sum();
        history.record(AttemptOutcome::Placed(placed), 1 + refused);
        let other = Attempt {
            order: double_quantity(&attempt.order)?,
            ..attempt
        };
        let refused = other.submit(shoppers).await.err();
        let refused = refused
            .context("11: another order with the key was accepted")?
            .to_string();
        ensure!(
            refused.starts_with("409") || refused.starts_with("422"),
            "11: {refused}"
        );
        ensure!(
            attempt::count_orders(fleet).await? == before + 1,
            "11: the refused order was stored"
        );
    }
    experiment.record(fault, history);
    Ok(())
}

/// An order that would be accepted with its own key.
fn double_quantity(order: &Value) -> anyhow::Result<Value> {
    let mut order = order.clone();
    let price = order["totalAmount"].as_f64().context("an order has a total")?;
    order["totalAmount"] = json!(2.0 * price);
    order["products"][0]["quantity"] = json!(2);
    order["products"][0]["actualPrice"] = json!(2.0 * price);
    Ok(order)
}

/// Fault 17: another transaction locks a table that every order writes, until the whole pool waits for it.
pub(crate) async fn exhaust_pool(experiment: &mut Experiment) -> anyhow::Result<()> {
    const FAULT: Fault = Fault::new("17 the pool of order exhausted");
    let Experiment { fleet, shoppers, .. } = experiment;
    let mut history = History::default();
    let mut holder = PgConnection::connect(fleet.database_url("order")).await?;
    sqlx::raw_sql("BEGIN; LOCK TABLE idempotency_keys IN ACCESS EXCLUSIVE MODE")
        .execute(&mut holder)
        .await?;
    let attempts: Vec<_> = (0..FILLING_REQUESTS + WAITING_REQUESTS)
        .map(|_| Attempt::new(shoppers))
        .collect();
    let (filling, refused) = attempts.split_at(FILLING_REQUESTS);
    let holding = join_all(filling.iter().map(|attempt| attempt.submit(shoppers)));
    let waiting = async {
        // The pool is exhausted once this many of its sessions wait for the lock.
        let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        while sqlx::query_scalar::<_, i64>(waiting)
            .fetch_one(&mut holder)
            .await?
            < i64::try_from(FILLING_REQUESTS)?
        {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let refused = refused.iter().map(async |attempt| {
            let began = Instant::now();
            let answer = attempt.submit(shoppers).await;
            (answer.err().map(|error| error.to_string()), began.elapsed())
        });
        anyhow::Ok(join_all(refused).await)
    };
    let (held, refused) = tokio::join!(holding, waiting);
    ensure!(
        held.iter().all(Result::is_err),
        "17: an order was accepted despite the lock"
    );
    let mut slowest = Duration::ZERO;
    for (error, after) in refused? {
        let error = error.context("17: an order was accepted without a connection")?;
        ensure!(error.starts_with("503"), "17: {error}");
        slowest = slowest.max(after);
    }
    fleet
        .ensure_serving("order")
        .await
        .context("17: order does not report that it serves")?;
    sqlx::raw_sql("ROLLBACK").execute(&mut holder).await?;
    let unlocked_at = Instant::now();
    let (first, others) = attempts.split_first().context("17: there were no orders")?;
    first.complete(shoppers, &mut history, 1).await?;
    let recovered_after = unlocked_at.elapsed();
    for attempt in others {
        attempt.complete(shoppers, &mut history, 1).await?;
    }
    experiment.ensure_within("17: a refusal", slowest, REFUSED_WITHIN)?;
    experiment.ensure_within(
        "17: the first order after the lock",
        recovered_after,
        RECOVERED_WITHIN,
    )?;
    experiment.record(FAULT, history);
    Ok(())
}
