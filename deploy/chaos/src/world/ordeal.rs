//! A fault under load, from before it begins until the shop is itself again.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use anyhow::Context as _;
use futures_util::{FutureExt as _, future::try_join3};

use super::report::Line;
use crate::{
    ledger::Ledger,
    load::{Manner, Shoppers},
};

/// Shoppers at the same time; each tries an order until it is answered.
const SHOPPERS: usize = 4;

/// How often counts are looked at.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// What was seen of a fault, what shoppers were answered, and what the fault itself has to tell.
pub(super) struct Suffered<T> {
    pub(super) line: Line,
    pub(super) ledger: Ledger,
    pub(super) told: T,
}

/// `orders` orders, then the fault while more come, then as many again.
pub(super) async fn suffer<T>(
    shoppers: &Shoppers,
    name: &'static str,
    orders: usize,
    strike: impl AsyncFnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<Suffered<T>> {
    let enough = AtomicBool::new(false);
    let load = shoppers.order_until(Manner::UntilAnswered, SHOPPERS, &enough);
    let breaking = async {
        let broken = async {
            shoppers.until_ended(orders).await?;
            let told = strike().await?;
            let over = Instant::now();
            shoppers.until_ended(orders).await?;
            anyhow::Ok((told, over.elapsed()))
        };
        let broken = broken.await.with_context(|| format!("fault {name}"));
        enough.store(true, Ordering::Relaxed);
        broken
    };
    let (load, watching) = (load.map(Ok), longest_silence(shoppers, &enough).map(Ok));
    // Shoppers of a shop that stays broken would go on for many minutes.
    let (ledger, (told, recovery), silence) = try_join3(load, breaking, watching).await?;
    let line = Line {
        name,
        attempts: ledger.attempts(),
        failures: ledger.failures(),
        silence,
        recovery,
        remark: String::new(),
    };
    Ok(Suffered { line, ledger, told })
}

async fn longest_silence(shoppers: &Shoppers, enough: &AtomicBool) -> Duration {
    let (mut longest, mut last, mut heard) = (Duration::ZERO, 0, Instant::now());
    while !enough.load(Ordering::Relaxed) {
        let now = shoppers.ended();
        if now != last {
            (last, heard) = (now, Instant::now());
        }
        longest = longest.max(heard.elapsed());
        tokio::time::sleep(LOOK_EVERY).await;
    }
    longest
}

/// What all shoppers were answered together.
pub(super) fn joined<'a>(ledgers: impl IntoIterator<Item = &'a Ledger>) -> Ledger {
    let mut all = Ledger::default();
    for ledger in ledgers {
        all.join(ledger.clone());
    }
    all
}
