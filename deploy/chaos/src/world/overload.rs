use std::{
    net::SocketAddr,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};

use super::{
    flood,
    held::Held,
    memory::{self, Limit},
    ordeal::{self, Suffered},
    report::{Line, Seen},
};
use crate::{
    fleet::Fleet,
    invariant::Evidence,
    invariants,
    ledger::Ledger,
    load::{Manner, Shoppers},
    program::GATEWAY,
};

/// Orders before a fault, and after it.
const ORDERS: usize = 20;

/// Connections that say nothing.
const SILENT: usize = 5_000;

/// Connections that say a byte now and then.
const SLOW: usize = 500;

/// Connections that ask and do not read.
const DEAF: usize = 200;

/// What the gateway may take in a cluster, in MiB.
const GATEWAY_MEMORY: u64 = 256;

/// How long a flood lasts.
const FLOOD: Duration = Duration::from_secs(4);

/// The most orders a second that are sent, whatever the shop can take.
const MOST_ORDERS: u32 = 2_000;

/// Orders a second that come while a program has no memory left: more than it can take.
const CROWD: u32 = 500;

/// How soon the shop must be itself again.
const RECOVERED_WITHIN: Duration = Duration::from_secs(10);

/// 20: clients that are too many or too slow, and a program without memory.
pub async fn run(programs: &Path, log: &Path) -> anyhow::Result<Seen> {
    let began = Instant::now();
    let mut seen = Seen::default();
    let mut fleet = Fleet::start(programs, log, &[]).await?;
    let shoppers = Shoppers::of(fleet.gateways()).await?;
    let mut ledgers = held(&fleet, &shoppers, &mut seen).await?;
    log_in_flood(&fleet, &mut seen).await?;
    ledgers.push(ten_times(&fleet, &shoppers, &mut seen).await?);
    ledgers.extend(without_memory(&mut fleet, &shoppers, &mut seen).await?);
    let ledger = ordeal::joined(&ledgers);
    invariants::orders_hold(Evidence {
        fleet: &fleet,
        ledger: &ledger,
    })
    .await?;
    let placed = ledger.placed().count();
    seen.notes.push(format!(
        "{placed} orders, none lost, doubled, untold or told twice"
    ));
    seen.took = began.elapsed();
    Ok(seen)
}

/// Connections that are held open while shoppers order.
async fn held(fleet: &Fleet, shoppers: &Shoppers, seen: &mut Seen) -> anyhow::Result<Vec<Ledger>> {
    let gateway: SocketAddr = fleet.gateways()[0].trim_start_matches("http://").parse()?;
    let pid = fleet.pids(GATEWAY)[0];
    let ask = b"GET /api/v1/products/ HTTP/1.1\r\nHost: shop\r\n\r\n".repeat(20);
    let kinds: [(&'static str, usize, &[u8], bool); 3] = [
        ("20 5,000 silent connections", SILENT, b"", false),
        ("20 slow heads", SLOW, b"GET / HTTP/1.1\r\nHost: ", true),
        ("20 slow readers", DEAF, &ask, false),
    ];
    let mut ledgers = Vec::new();
    for (name, count, said, is_slow) in kinds {
        let before = memory::resident(pid)?;
        let suffered = ordeal::suffer(shoppers, name, ORDERS, async || {
            let held = Held::open(gateway, count, said).await;
            let opened = held.count();
            if is_slow {
                let ended = held.dribble().await?;
                let ended = format!(", all ended by the gateway after {:.0} s", ended.as_secs_f64());
                return Ok((opened, memory::resident(pid)?, ended));
            }
            tokio::time::sleep(Duration::from_secs(2)).await;
            Ok((opened, memory::resident(pid)?, String::new()))
        });
        let Suffered {
            mut line,
            ledger,
            told: (opened, after, ended),
        } = suffered.await?;
        ensure!(
            after < GATEWAY_MEMORY,
            "{name}: the gateway takes {after} MiB, and a cluster gives it {GATEWAY_MEMORY}"
        );
        line.remark = format!("{opened} opened{ended}; the gateway took {before} MiB and then {after}");
        seen.lines.push(line);
        ledgers.push(ledger);
    }
    Ok(ledgers)
}

/// Readers of the product list while more people log in than there are cores for.
async fn log_in_flood(fleet: &Fleet, seen: &mut Seen) -> anyhow::Result<()> {
    let gateway = &fleet.gateways()[0];
    let idle = flood::list(gateway, FLOOD).await?;
    let enough = AtomicBool::new(false);
    let reading = async {
        let times = flood::list(gateway, FLOOD).await;
        enough.store(true, Ordering::Relaxed);
        times
    };
    let (busy, (answered, refused)) = tokio::join!(reading, flood::log_ins(gateway, &enough));
    let (idle, busy) = (flood::percentile(idle, 99), flood::percentile(busy?, 99));
    seen.notes.push(format!(
        "20 login flood: {answered} answered, {refused} told to come back; product list p99 {:.1} ms idle, {:.1} ms \
         meanwhile: x {:.1}",
        idle.as_secs_f64() * 1_000.0,
        busy.as_secs_f64() * 1_000.0,
        busy.as_secs_f64() / idle.as_secs_f64()
    ));
    Ok(())
}

/// Ten times as many orders as the shop can take.
async fn ten_times(fleet: &Fleet, shoppers: &Shoppers, seen: &mut Seen) -> anyhow::Result<Ledger> {
    let began = Instant::now();
    let mut ledger = shoppers.order(Manner::KeyAndRetry, 16, 200).await;
    let can = 200.0 / began.elapsed().as_secs_f64();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is a small count"
    )]
    let a_second = ((10.0 * can) as u32).clamp(1, MOST_ORDERS);
    let flooded = flood::orders(shoppers, a_second, FLOOD).await;
    let over = Instant::now();
    let after = shoppers.order(Manner::UntilAnswered, 4, 20).await;
    let recovery = over.elapsed();
    ensure!(
        recovery < RECOVERED_WITHIN,
        "after the flood 20 orders took {recovery:?}"
    );
    let refused = flooded.refusals.len();
    let pids = [fleet.pids(GATEWAY), fleet.pids("order")].concat();
    let memory: Vec<u64> = pids.into_iter().map(memory::resident).collect::<Result<_, _>>()?;
    seen.lines.push(Line {
        name: "20 ten times the orders",
        attempts: flooded.ledger.attempts(),
        failures: flooded.ledger.failures(),
        silence: Duration::ZERO,
        recovery,
        remark: format!(
            "{can:.0} a second can be taken, {a_second} came; {refused} refused, median {:.0} ms, p99 {:.0} ms; \
             gateway and order took \
             {memory:?} MiB",
            flood::percentile(flooded.refusals.clone(), 50).as_secs_f64() * 1_000.0,
            flood::percentile(flooded.refusals, 99).as_secs_f64() * 1_000.0
        ),
    });
    ledger.join(flooded.ledger);
    ledger.join(after);
    Ok(ledger)
}

/// A program that the kernel kills for want of memory while orders come.
async fn without_memory(
    fleet: &mut Fleet,
    shoppers: &Shoppers,
    seen: &mut Seen,
) -> anyhow::Result<Option<Ledger>> {
    let Some(limit) = Limit::make() else {
        let note = "20 out of memory: left out here, control groups cannot be made; the nearest is `chaos faults`, 1";
        seen.notes.push(note.to_owned());
        return Ok(None);
    };
    let suffered = ordeal::suffer(shoppers, "20 order out of memory", ORDERS, async || {
        // One that has seen a crowd before has what it needs for another.
        fleet.kill("order")?;
        fleet.add("order").await?;
        let pid = fleet.pids("order").pop().context("it runs")?;
        let crowd = flood::orders(shoppers, CROWD, FLOOD);
        let (killed, crowd) = tokio::join!(limit.kill(pid), crowd);
        killed?;
        fleet.kill("order")?;
        fleet.add("order").await?;
        Ok(crowd.ledger)
    });
    let Suffered {
        mut line,
        mut ledger,
        told: crowd,
    } = suffered.await?;
    ledger.join(crowd);
    line.remark
        .push_str("killed by the kernel, started again as a cluster does");
    seen.lines.push(line);
    Ok(Some(ledger))
}
