//! What lies between two programs breaks: a proxy hangs, or loses what it carries.

use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use fault_proxy::FaultProxy;
use futures_util::future::join_all;

use crate::{
    ledger::Ledger,
    orders::Attempt,
    trial::{Fault, Trial},
};

/// Orders at the same time while a service hangs.
const AT_ONCE: usize = 16;

/// How soon an order is refused whose prices nobody tells.
const REFUSED_WITHIN: Duration = Duration::from_secs(3);

/// How soon an order that needs no prices is answered meanwhile.
const ANSWERED_WITHIN: Duration = Duration::from_secs(1);

/// Fault 12: the catalog accepts and never answers. Orders are refused in time, nothing is kept, and no connection to
/// the database waits with them.
pub(crate) async fn catalog_hangs(trial: &mut Trial) -> anyhow::Result<()> {
    let fault = Fault::new("12 catalog hangs behind a proxy");
    let Trial { fleet, shoppers, .. } = trial;
    let mut ledger = Ledger::default();
    let proxy = FaultProxy::start(fleet.address("catalog")?.to_string()).await;
    fleet.kill("order")?;
    fleet.set("order", "CATALOG_URL", &format!("http://{}", proxy.address()));
    fleet.add("order").await?;
    let known = Attempt::new(shoppers);
    let answered = known.settle(shoppers, &mut ledger, 0).await?;
    proxy.hang();
    let attempts: Vec<_> = (0..AT_ONCE).map(|_| Attempt::new(shoppers)).collect();
    let refused = join_all(attempts.iter().map(async |attempt| {
        let began = Instant::now();
        (attempt.send(shoppers).await, began.elapsed())
    }));
    let asking = async {
        let began = Instant::now();
        (known.send(shoppers).await, began.elapsed())
    };
    let (refused, (again, after)) = tokio::join!(refused, asking);
    let mut slowest = Duration::ZERO;
    for (answer, after) in refused {
        let error = answer
            .err()
            .context("12: an order was taken without prices")?
            .to_string();
        ensure!(error.starts_with("503"), "12: {error}");
        slowest = slowest.max(after);
    }
    ensure!(again? == answered, "12: a key answers another order");
    for attempt in &attempts {
        ensure!(
            attempt.kept(fleet).await?.is_empty(),
            "12: a refused order is kept"
        );
    }
    proxy.restore();
    for attempt in &attempts {
        attempt.settle(shoppers, &mut ledger, 1).await?;
    }
    // The proxy goes with this story.
    fleet.unset("order", "CATALOG_URL");
    fleet.kill("order")?;
    fleet.add("order").await?;
    trial.in_time("12: a refusal", slowest, REFUSED_WITHIN)?;
    trial.in_time("12: the answer to a key", after, ANSWERED_WITHIN)?;
    trial.note(fault, ledger);
    Ok(())
}
