use std::{
    net::SocketAddr,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};

use super::{
    memory::{self, MemoryLimit},
    report::{FaultResult, Report},
};
use crate::{
    fleet::{Fleet, program::GATEWAY},
    invariants,
    load::{
        flood,
        history::History,
        shoppers::{RetryPolicy, Shoppers},
        slow_clients::SlowClients,
    },
};

/// Orders before and after a fault.
const ORDERS: usize = 20;

/// Connections that send nothing.
const IDLE_CONNECTIONS: usize = 5_000;

/// Connections that send a byte now and then.
const SLOW_WRITERS: usize = 500;

/// Connections whose clients send requests and do not read the responses.
const SLOW_READERS: usize = 200;

/// The gateway's memory limit in a cluster, in MiB.
const GATEWAY_MEMORY: u64 = 256;

/// The duration of a flood.
const FLOOD: Duration = Duration::from_secs(4);

/// The most orders per second that are sent.
const MOST_ORDERS: u32 = 2_000;

/// Orders per second while a program has no memory left: more than it can take.
const BURST: u32 = 500;

/// The longest recovery.
const RECOVERED_WITHIN: Duration = Duration::from_secs(10);

/// Fault 20: clients that are too many or too slow, and a program without memory.
pub async fn run(programs: &Path, log: &Path) -> anyhow::Result<Report> {
    let began = Instant::now();
    let mut report = Report::default();
    let mut fleet = Fleet::start(programs, log, &[]).await?;
    let shoppers = Shoppers::connect(fleet.gateways()).await?;
    let mut histories = open_slow_clients(&fleet, &shoppers, &mut report).await?;
    flood_logins(&fleet, &mut report).await?;
    histories.push(send_tenfold_load(&fleet, &shoppers, &mut report).await?);
    histories.extend(exhaust_memory(&mut fleet, &shoppers, &mut report).await?);
    let history = History::merged(&histories);
    invariants::ensure_orders(&fleet, &history).await?;
    let placed = history.placed().count();
    report.notes.push(format!(
        "{placed} orders, none lost, duplicated, unpublished or published twice"
    ));
    report.duration = began.elapsed();
    Ok(report)
}

/// Holds connections open while shoppers order.
async fn open_slow_clients(
    fleet: &Fleet,
    shoppers: &Shoppers,
    report: &mut Report,
) -> anyhow::Result<Vec<History>> {
    let gateway: SocketAddr = fleet.gateways()[0].trim_start_matches("http://").parse()?;
    let pid = fleet.pids(GATEWAY)[0];
    let ask = b"GET /api/v1/products/ HTTP/1.1\r\nHost: shop\r\n\r\n".repeat(20);
    let kinds: [(&'static str, usize, &[u8], bool); 3] = [
        ("20 5,000 idle connections", IDLE_CONNECTIONS, b"", false),
        ("20 slow heads", SLOW_WRITERS, b"GET / HTTP/1.1\r\nHost: ", true),
        ("20 slow readers", SLOW_READERS, &ask, false),
    ];
    let mut histories = Vec::new();
    for (name, count, first_bytes, is_slow) in kinds {
        let before = memory::resident_mib(pid)?;
        let injected = FaultResult::measure(shoppers, name, ORDERS, async || {
            let open = SlowClients::open(gateway, count, first_bytes).await;
            let opened = open.count();
            if is_slow {
                let ended = open.send_slowly().await?;
                let ended = format!(", all ended by the gateway after {:.0} s", ended.as_secs_f64());
                return Ok((opened, memory::resident_mib(pid)?, ended));
            }
            tokio::time::sleep(Duration::from_secs(2)).await;
            Ok((opened, memory::resident_mib(pid)?, String::new()))
        });
        let (mut row, history, (opened, after, ended)) = injected.await?;
        ensure!(
            after < GATEWAY_MEMORY,
            "{name}: the gateway takes {after} MiB, and a cluster gives it {GATEWAY_MEMORY}"
        );
        row.remark = format!("{opened} opened{ended}; the gateway took {before} MiB and then {after}");
        report.rows.push(row);
        histories.push(history);
    }
    Ok(histories)
}

/// Reads the product list during more logins than there are cores.
async fn flood_logins(fleet: &Fleet, report: &mut Report) -> anyhow::Result<()> {
    let gateway = &fleet.gateways()[0];
    let idle = flood::read_products(gateway, FLOOD).await?;
    let enough = AtomicBool::new(false);
    let reading = async {
        let times = flood::read_products(gateway, FLOOD).await;
        enough.store(true, Ordering::Relaxed);
        times
    };
    let (busy, (answered, refused)) = tokio::join!(reading, flood::log_in_repeatedly(gateway, &enough));
    let (idle, busy) = (flood::percentile(idle, 99), flood::percentile(busy?, 99));
    report.notes.push(format!(
        "20 login flood: {answered} answered, {refused} refused; product list p99 {:.1} ms idle, {:.1} ms \
         meanwhile: x {:.1}",
        idle.as_secs_f64() * 1_000.0,
        busy.as_secs_f64() * 1_000.0,
        busy.as_secs_f64() / idle.as_secs_f64()
    ));
    Ok(())
}

/// Sends ten times as many orders as the shop can take.
async fn send_tenfold_load(
    fleet: &Fleet,
    shoppers: &Shoppers,
    report: &mut Report,
) -> anyhow::Result<History> {
    let began = Instant::now();
    let mut history = shoppers.place_orders(RetryPolicy::KeyAndRetry, 16, 200).await;
    let capacity = 200.0 / began.elapsed().as_secs_f64();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is a small count"
    )]
    let per_second = ((10.0 * capacity) as u32).clamp(1, MOST_ORDERS);
    let flooded = flood::send_orders(shoppers, per_second, FLOOD).await;
    let flood_ended = Instant::now();
    let after = shoppers.place_orders(RetryPolicy::UntilAnswered, 4, 20).await;
    let recovery = flood_ended.elapsed();
    ensure!(
        recovery < RECOVERED_WITHIN,
        "after the flood 20 orders took {recovery:?}"
    );
    let refused = flooded.refusals.len();
    let pids = [fleet.pids(GATEWAY), fleet.pids("order")].concat();
    let memory: Vec<u64> = pids
        .into_iter()
        .map(memory::resident_mib)
        .collect::<Result<_, _>>()?;
    report.rows.push(FaultResult {
        name: "20 ten times the orders",
        attempts: flooded.history.attempts(),
        failures: flooded.history.failures(),
        silence: Duration::ZERO,
        recovery,
        remark: format!(
            "capacity {capacity:.0} a second, {per_second} were sent; {refused} refused, median {:.0} ms, p99 {:.0} ms; \
             gateway and order took \
             {memory:?} MiB",
            flood::percentile(flooded.refusals.clone(), 50).as_secs_f64() * 1_000.0,
            flood::percentile(flooded.refusals, 99).as_secs_f64() * 1_000.0
        ),
    });
    history.merge(flooded.history);
    history.merge(after);
    Ok(history)
}

/// A program that the kernel kills for lack of memory during orders.
async fn exhaust_memory(
    fleet: &mut Fleet,
    shoppers: &Shoppers,
    report: &mut Report,
) -> anyhow::Result<Option<History>> {
    let Some(limit) = MemoryLimit::create() else {
        let note = "20 out of memory: skipped here, control groups cannot be created; the closest test is `chaos faults`, 1";
        report.notes.push(note.to_owned());
        return Ok(None);
    };
    let injected = FaultResult::measure(shoppers, "20 order out of memory", ORDERS, async || {
        // A new process, because one that has survived a burst has enough memory for another.
        fleet.kill("order")?;
        fleet.add_replica("order").await?;
        let pid = fleet.pids("order").pop().context("it runs")?;
        let burst = flood::send_orders(shoppers, BURST, FLOOD);
        let (killed, burst) = tokio::join!(limit.kill_process(pid), burst);
        killed?;
        fleet.kill("order")?;
        fleet.add_replica("order").await?;
        Ok(burst.history)
    });
    let (mut row, mut history, burst) = injected.await?;
    history.merge(burst);
    row.remark
        .push_str("killed by the kernel, started again as a cluster does");
    report.rows.push(row);
    Ok(Some(history))
}
