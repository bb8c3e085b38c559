use std::{
    fmt,
    path::Path,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};

use crate::{
    fleet::Fleet,
    invariants,
    ledger::Ledger,
    load::{Manner, Shoppers},
    program::{GATEWAY, PROGRAMS},
};

/// Shoppers at the same time; each tries an order until it is answered.
const SHOPPERS: usize = 8;

/// Orders that are taken before a fault, and after it, before it counts as over.
const ORDERS: usize = 60;

/// How long an engine is away, or a program frozen: longer than any client's patience with it.
const AWAY: Duration = Duration::from_secs(8);

/// A shop that takes no orders for so long after a fault does not recover.
const CLOSED_AFTER: Duration = Duration::from_mins(1);

/// What is taken away, and given back.
#[derive(Debug, Clone, Copy)]
enum Fault {
    /// One replica dies, and another takes its place.
    Killed(&'static str),
    /// One gateway dies; what stands before gateways notices after a second.
    GatewayKilled,
    /// One replica is silent for a while, and then goes on.
    Frozen(&'static str),
    PostgresCrashed,
    NatsKilled,
    /// As a cluster replaces pods: each new one is ready before an old one goes.
    EveryProgramReplaced,
}

/// Every fault, with its number in the reliability list.
const FAULTS: [(&str, Fault); 10] = [
    ("1 order killed, one of two", Fault::Killed("order")),
    ("5 gateway killed, one of two", Fault::GatewayKilled),
    ("6 notification killed", Fault::Killed("notification")),
    ("12 catalog killed, the only one", Fault::Killed("catalog")),
    ("12 catalog frozen, the only one", Fault::Frozen("catalog")),
    ("19 order frozen, one of two", Fault::Frozen("order")),
    ("19 notification frozen", Fault::Frozen("notification")),
    ("7 PostgreSQL crashed", Fault::PostgresCrashed),
    ("9 NATS killed and away", Fault::NatsKilled),
    ("18 every program replaced", Fault::EveryProgramReplaced),
];

/// What one fault did.
#[derive(Debug)]
struct Line {
    name: &'static str,
    attempts: usize,
    failures: usize,
    /// From the end of the fault to the next orders.
    recovered_after: Duration,
    /// The longest time without an answer of 201, from before the fault until the shop was itself again.
    longest_silence: Duration,
}

/// What was seen.
#[derive(Debug)]
pub struct Seen {
    lines: Vec<Line>,
    orders: usize,
    doubled_mails: usize,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "fault                              attempts  unanswered  silence s  recovery s"
        )?;
        for line in &self.lines {
            let (silence, recovery) = (
                line.longest_silence.as_secs_f64(),
                line.recovered_after.as_secs_f64(),
            );
            writeln!(
                f,
                "{:<34} {:>8} {:>11} {silence:>10.1} {recovery:>11.1}",
                line.name, line.attempts, line.failures
            )?;
        }
        write!(
            f,
            "{} orders: none lost, doubled, kept in part, untold or told twice; {} mails came twice",
            self.orders, self.doubled_mails
        )
    }
}

/// Runs every fault under load. Fails when an order that was promised is lost, doubled, untold or not mailed, and when the
/// shop does not recover.
pub async fn run(programs: &Path, log: &Path) -> anyhow::Result<Seen> {
    let counts = [("order", 2), (GATEWAY, 2)];
    let mut fleet = Fleet::start(programs, log, &counts).await?;
    let shoppers = Shoppers::of(fleet.gateways()).await?;
    let (mut lines, mut ledgers) = (Vec::new(), Vec::new());
    for (name, fault) in FAULTS {
        let (line, ledger) = suffer(&mut fleet, &shoppers, name, fault).await?;
        ledgers.push(ledger);
        lines.push(line);
    }
    let orders = fleet.database("order").await?;
    invariants::kept(&ledgers.iter().collect::<Vec<_>>(), &orders).await?;
    invariants::told(&orders).await?;
    let nats_url = fleet.engines().nats_url().to_owned();
    invariants::streamed(&nats_url, &orders).await?;
    let doubled_mails = invariants::mailed(&fleet.mails(), &orders).await?;
    Ok(Seen {
        orders: ledgers.iter().map(|ledger| ledger.placed().count()).sum(),
        lines,
        doubled_mails,
    })
}

async fn suffer(
    fleet: &mut Fleet,
    shoppers: &Shoppers,
    name: &'static str,
    fault: Fault,
) -> anyhow::Result<(Line, Ledger)> {
    let (enough, taken) = (AtomicBool::new(false), AtomicUsize::new(0));
    let load = shoppers.order_until(Manner::UntilAnswered, SHOPPERS, &enough, &taken);
    let breaking = async {
        let broken = async {
            orders(&taken).await?;
            strike(fault, fleet, shoppers).await?;
            let over = Instant::now();
            orders(&taken).await?;
            anyhow::Ok(over.elapsed())
        };
        let broken = broken.await.with_context(|| format!("fault {name}"));
        enough.store(true, Ordering::Relaxed);
        broken
    };
    let watching = longest_silence(&taken, &enough);
    let (ledger, recovered_after, longest_silence) = tokio::join!(load, breaking, watching);
    let line = Line {
        name,
        attempts: ledger.attempts(),
        failures: ledger.failures(),
        recovered_after: recovered_after?,
        longest_silence,
    };
    Ok((line, ledger))
}

/// Ends when some more orders were taken.
async fn orders(taken: &AtomicUsize) -> anyhow::Result<()> {
    let (began, before) = (Instant::now(), taken.load(Ordering::Relaxed));
    while taken.load(Ordering::Relaxed) < before + ORDERS {
        ensure!(
            began.elapsed() < CLOSED_AFTER,
            "the shop takes no orders any more"
        );
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    Ok(())
}

async fn longest_silence(taken: &AtomicUsize, enough: &AtomicBool) -> Duration {
    let (mut longest, mut last, mut heard) = (Duration::ZERO, 0, Instant::now());
    while !enough.load(Ordering::Relaxed) {
        let now = taken.load(Ordering::Relaxed);
        if now != last {
            (last, heard) = (now, Instant::now());
        }
        longest = longest.max(heard.elapsed());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    longest
}

async fn strike(fault: Fault, fleet: &mut Fleet, shoppers: &Shoppers) -> anyhow::Result<()> {
    match fault {
        Fault::Killed(name) => {
            fleet.kill(name)?;
            fleet.add(name).await
        }
        Fault::GatewayKilled => {
            fleet.kill(GATEWAY)?;
            tokio::time::sleep(Duration::from_secs(1)).await;
            shoppers.go_to(fleet.gateways());
            fleet.add(GATEWAY).await?;
            shoppers.go_to(fleet.gateways());
            Ok(())
        }
        Fault::Frozen(name) => {
            fleet.freeze(name)?;
            tokio::time::sleep(AWAY).await;
            fleet.thaw(name)
        }
        Fault::PostgresCrashed => {
            let postgres = fleet.engines().postgres().context("PostgreSQL is not ours")?;
            postgres.crash();
            postgres.restart()
        }
        Fault::NatsKilled => {
            fleet.engines().nats().context("NATS is not ours")?.kill();
            tokio::time::sleep(AWAY).await;
            fleet.engines().nats().context("NATS is not ours")?.restart()
        }
        Fault::EveryProgramReplaced => every_program_replaced(fleet, shoppers).await,
    }
}

async fn every_program_replaced(fleet: &mut Fleet, shoppers: &Shoppers) -> anyhow::Result<()> {
    for name in PROGRAMS.iter().map(|program| program.name) {
        for _ in 0..fleet.count(name) {
            fleet.add(name).await?;
            shoppers.go_to(fleet.gateways_but_oldest(name));
            fleet.stop(name).await?;
        }
    }
    Ok(())
}
