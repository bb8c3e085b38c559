//! Many concurrent requests, with their times.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use futures_util::{StreamExt as _, future::join_all, stream::FuturesUnordered};
use serde_json::json;

use crate::load::{
    history::{History, Outcome},
    shoppers::{RetryPolicy, Shoppers},
};

/// Concurrent logins.
const LOG_INS: usize = 64;

/// The pause between a shopper's requests for the list.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// The results of more orders than the shop can take.
pub(crate) struct FloodResult {
    pub(crate) history: History,
    /// The response times of refused orders.
    pub(crate) refusals: Vec<Duration>,
}

/// Sends `a_second` orders per second, without waiting for earlier ones.
pub(crate) async fn orders(shoppers: &Shoppers, a_second: u32, lasting: Duration) -> FloodResult {
    let mut clock = tokio::time::interval(Duration::from_secs(1) / a_second.max(1));
    clock.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Burst);
    let began = Instant::now();
    let mut under_way = FuturesUnordered::new();
    let mut done = Vec::new();
    while began.elapsed() < lasting {
        tokio::select! {
            _ = clock.tick() => under_way.push(one(shoppers)),
            Some(ended) = under_way.next() => done.push(ended),
        }
    }
    done.extend(under_way.collect::<Vec<_>>().await);
    let (mut history, mut refusals) = (History::default(), Vec::new());
    for ((outcome, requests), took) in done {
        if matches!(outcome, Outcome::Failed(_)) {
            refusals.push(took);
        }
        history.record(outcome, requests);
    }
    FloodResult { history, refusals }
}

async fn one(shoppers: &Shoppers) -> ((Outcome, usize), Duration) {
    let began = Instant::now();
    let ended = shoppers.attempt(RetryPolicy::KeyOnly).await;
    (ended, began.elapsed())
}

/// The response times of sequential requests for the product list.
pub(crate) async fn read_products(gateway: &str, lasting: Duration) -> anyhow::Result<Vec<Duration>> {
    let client = reqwest::Client::new();
    let (began, mut times) = (Instant::now(), Vec::new());
    while began.elapsed() < lasting {
        let asked = Instant::now();
        let answer = client.get(format!("{gateway}/api/v1/products/")).send().await?;
        answer.error_for_status()?.bytes().await?;
        times.push(asked.elapsed());
        tokio::time::sleep(LOOK_EVERY).await;
    }
    Ok(times)
}

/// Logs in repeatedly until `enough` is set. Returns the number of answered and of refused logins.
pub(crate) async fn log_in_repeatedly(gateway: &str, enough: &AtomicBool) -> (usize, usize) {
    let client = reqwest::Client::new();
    let trying = (0..LOG_INS).map(async |nth| {
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
    let counts = join_all(trying).await.into_iter();
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
