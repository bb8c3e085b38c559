//! Many concurrent requests, with their times.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use futures_util::{StreamExt as _, future::join_all, stream::FuturesUnordered};
use serde_json::json;

use crate::load::{
    history::{AttemptOutcome, History},
    shoppers::{RetryPolicy, Shoppers},
};

/// Concurrent logins.
const LOG_INS: usize = 64;

/// The pause between a shopper's requests for the list.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The results of more orders than the shop can take.
pub(crate) struct FloodResult {
    pub(crate) history: History,
    /// The response times of refused orders.
    pub(crate) refusals: Vec<Duration>,
}

/// Sends `per_second` orders per second, without waiting for earlier ones.
pub(crate) async fn send_orders(shoppers: &Shoppers, per_second: u32, duration: Duration) -> FloodResult {
    let mut clock = tokio::time::interval(Duration::from_secs(1) / per_second.max(1));
    clock.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Burst);
    let began = Instant::now();
    let mut in_flight = FuturesUnordered::new();
    let mut done = Vec::new();
    while began.elapsed() < duration {
        tokio::select! {
            _ = clock.tick() => in_flight.push(send_order(shoppers)),
            Some(ended) = in_flight.next() => done.push(ended),
        }
    }
    done.extend(in_flight.collect::<Vec<_>>().await);
    let (mut history, mut refusals) = (History::default(), Vec::new());
    for ((outcome, requests), took) in done {
        if matches!(outcome, AttemptOutcome::Failed(_)) {
            refusals.push(took);
        }
        history.record(outcome, requests);
    }
    FloodResult { history, refusals }
}

async fn send_order(shoppers: &Shoppers) -> ((AttemptOutcome, usize), Duration) {
    let began = Instant::now();
    let ended = shoppers.attempt(RetryPolicy::KeyOnly).await;
    (ended, began.elapsed())
}

/// The response times of sequential requests for the product list.
pub(crate) async fn read_products(gateway: &str, duration: Duration) -> anyhow::Result<Vec<Duration>> {
    let client = reqwest::Client::new();
    let (began, mut times) = (Instant::now(), Vec::new());
    while began.elapsed() < duration {
        let requested_at = Instant::now();
        let answer = client.get(format!("{gateway}/api/v1/products/")).send().await?;
        answer.error_for_status()?.bytes().await?;
        times.push(requested_at.elapsed());
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    Ok(times)
}

/// Logs in repeatedly until `enough` is set. Returns the number of answered and of refused logins.
pub(crate) async fn log_in_repeatedly(gateway: &str, enough: &AtomicBool) -> (usize, usize) {
    let client = reqwest::Client::new();
    let logins = (0..LOG_INS).map(async |nth| {
        let (mut answered, mut refused) = (0, 0);
        while !enough.load(Ordering::Relaxed) {
            let email = format!("flood{nth}.{answered}@gmail.com");
            let credentials = json!({ "email": email, "password": "monsoon-43" });
            let url = format!("{gateway}/api/v1/users/userlogin");
            match client.post(url).json(&credentials).send().await {
                Ok(answer) if answer.status() == 401 => answered += 1,
                _ => refused += 1,
            }
        }
        (answered, refused)
    });
    let counts = join_all(logins).await.into_iter();
    counts.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
}

/// A percentile of these times.
pub(crate) fn percentile(mut times: Vec<Duration>, percent: usize) -> Duration {
    times.sort();
    let index = times.len() * percent / 100;
    times
        .get(index.min(times.len().saturating_sub(1)))
        .copied()
        .unwrap_or_default()
}
