//! Injects a fault under load, and observes the shop until it has recovered.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use anyhow::Context as _;
use futures_util::{FutureExt as _, future::try_join3};

use crate::load::{
    history::History,
    shoppers::{RetryPolicy, Shoppers},
};

/// The pause between checks of a count.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The load during a fault.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load<'a> {
    pub(crate) shoppers: &'a Shoppers,
    pub(crate) policy: RetryPolicy,
    /// Concurrent shoppers.
    pub(crate) concurrency: usize,
    /// Orders taken before a fault, and after it until it counts as over.
    pub(crate) orders: usize,
}

/// The effect of a fault on shoppers, and the result of its injection.
pub(crate) struct Injected<T> {
    pub(crate) history: History,
    /// The longest time without a 201 response, from before the fault until the recovery.
    pub(crate) silence: Duration,
    /// The time from the end of the fault to the next orders.
    pub(crate) recovery: Duration,
    pub(crate) output: T,
}

/// Places orders before, during and after a fault; `inject` ends when the fault does.
pub(crate) async fn inject_under_load<T>(
    load: Load<'_>,
    fault: &str,
    inject: impl AsyncFnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<Injected<T>> {
    let Load { shoppers, orders, .. } = load;
    let enough = AtomicBool::new(false);
    let ordering = shoppers.place_orders_until(load.policy, load.concurrency, &enough);
    let breaking = async {
        let broken = async {
            shoppers.wait_for_attempts(orders).await?;
            let output = inject().await?;
            let over = Instant::now();
            shoppers.wait_for_attempts(orders).await?;
            anyhow::Ok((output, over.elapsed()))
        };
        let broken = broken.await.with_context(|| format!("fault {fault}"));
        enough.store(true, Ordering::Relaxed);
        broken
    };
    let (ordering, watching) = (ordering.map(Ok), longest_silence(shoppers, &enough).map(Ok));
    // The first error ends all, because shoppers of a broken shop would retry for minutes.
    let (history, (output, recovery), silence) = try_join3(ordering, breaking, watching).await?;
    Ok(Injected {
        history,
        silence,
        recovery,
        output,
    })
}

async fn longest_silence(shoppers: &Shoppers, enough: &AtomicBool) -> Duration {
    let (mut longest, mut last, mut changed) = (Duration::ZERO, shoppers.ended_attempts(), Instant::now());
    while !enough.load(Ordering::Relaxed) {
        let now = shoppers.ended_attempts();
        if now != last {
            (last, changed) = (now, Instant::now());
        }
        longest = longest.max(changed.elapsed());
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    longest
}
