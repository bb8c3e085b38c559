//! `bench`: measures the shop's release programs and baselines on the same machine in turn, in one run. It
//! prints ratios; absolute numbers are only this machine's.

mod baseline_server;
mod baselines;
mod checkout;
mod facts;
mod load;
mod measurements;
mod shop;
mod table;

use std::{fs, path::PathBuf, time::Duration};

use anyhow::{Context as _, ensure};
use clap::{Parser, Subcommand, ValueEnum};
use serde::Serialize;

use crate::{
    facts::Facts,
    measurements::{events, imports, logins, one_call, orders, packs, reads, searches, soak},
    shop::programs::Shop,
    table::{HEADING, Row, Target},
};

/// Measures the shop against baselines on the same machine, and prints ratios
#[derive(Debug, Parser)]
#[command(name = "bench")]
struct Options {
    /// Folder with the programs
    #[arg(long, default_value = "target/release")]
    programs: PathBuf,
    /// File for the logs of all programs
    #[arg(long, default_value = "target/bench.log")]
    log: PathBuf,
    /// File for the table as JSON, with the machine's facts
    #[arg(long, default_value = "target/bench.json")]
    json: PathBuf,
    /// Number of rounds; the shop and its baseline take turns
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=50))]
    rounds: u8,
    /// Parts to measure [default: all]
    #[arg(long, value_delimiter = ',')]
    only: Vec<Part>,
    /// Of the reads, measures only the rows whose name contains this
    #[arg(long, default_value = "")]
    filter: String,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serves one response of the gateway without its layers, as the baseline
    #[command(hide = true)]
    BaselineServer(baseline_server::BaselineServer),
    /// Places orders without a pause, and reports whether memory, response times and dead rows grow
    Soak {
        /// Duration in minutes
        #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u64).range(1..))]
        minutes: u64,
        /// Orders per second
        #[arg(long, default_value_t = 150.0)]
        rate: f64,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    Reads,
    OneCall,
    Orders,
    Packs,
    Events,
    Logins,
    Searches,
    Imports,
}

#[derive(Debug, Serialize)]
struct Report {
    facts: Facts,
    rounds: u8,
    rows: Vec<Row>,
}

fn main() -> anyhow::Result<()> {
    // The load generator uses one core at most; the other is the server's.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    let mut options = Options::parse();
    match options.command.take() {
        Some(Command::BaselineServer(server)) => tokio::runtime::Runtime::new()?.block_on(server.serve()),
        Some(Command::Soak { minutes, rate }) => runtime.block_on(async {
            let load_at_start = facts::load_averages();
            let mut shop = Shop::start(&options.programs, &options.log).await?;
            println!("{:#?}", Facts::of(shop.engines(), load_at_start));
            let time = Duration::from_mins(minutes);
            soak::run(&shop, soak::Load { time, rate }).await
        }),
        None => runtime.block_on(measure(options)),
    }
}

async fn measure(options: Options) -> anyhow::Result<()> {
    let load_at_start = facts::load_averages();
    let rounds = usize::from(options.rounds);
    let mut shop = Shop::start(&options.programs, &options.log).await?;
    let mut report = Report {
        facts: Facts::of(shop.engines(), load_at_start),
        rounds: options.rounds,
        rows: Vec::new(),
    };
    println!("{:#?}\n{HEADING}", report.facts);
    let ready = shop.ready_after.as_secs_f64();
    let ready = Row::single("all programs ready after", "s", [ready], Target::AtMost(1.0));
    println!("{ready}");
    report.rows.push(ready);
    let mut failures = Vec::new();
    for part in Part::value_variants() {
        if !options.only.is_empty() && !options.only.contains(part) {
            continue;
        }
        let measured = match part {
            Part::Reads => reads::run(&shop, rounds, &options.filter).await,
            Part::OneCall => one_call::run(&shop, rounds).await,
            Part::Orders => orders::run(&mut shop, rounds).await,
            Part::Packs => packs::run(&shop, rounds).await,
            Part::Events => events::run(&mut shop, rounds.min(3)).await,
            Part::Logins => logins::run(&shop, rounds).await,
            Part::Searches => searches::run(&shop, rounds.min(3)).await,
            Part::Imports => imports::run(&shop, rounds.min(3)).await,
        };
        match measured {
            Ok(rows) => report.rows.extend(rows),
            // The other parts are still measured.
            Err(error) => failures.push(format!("{part:?} could not be measured: {error:#}")),
        }
    }
    report.rows.extend(memory(&shop)?);
    let json = serde_json::to_vec_pretty(&report)?;
    fs::write(&options.json, json).with_context(|| format!("write {}", options.json.display()))?;
    println!("The same as JSON: {}", options.json.display());
    ensure!(failures.is_empty(), "{}", failures.join("\n"));
    Ok(())
}

/// The memory of all processes at the end.
fn memory(shop: &Shop) -> anyhow::Result<Vec<Row>> {
    let (mut rows, mut all) = (Vec::new(), 0.0);
    for program in shop.programs() {
        let megabytes = program.resident_megabytes()?;
        all += megabytes;
        let name = format!("memory of {}", program.name);
        rows.push(Row::single(name, "MB", [megabytes], Target::None));
    }
    rows.push(Row::single(
        "memory of all programs",
        "MB",
        [all],
        Target::AtMost(120.0),
    ));
    // The memory of one server: each shared page counts once.
    let mut whole = shop.memory_of_programs()?;
    for (name, megabytes) in shop.memory_of_engines()? {
        whole += megabytes;
        let name = format!("memory of {name}");
        rows.push(Row::single(name, "MB", [megabytes], Target::None));
    }
    let name = "memory of the shop, PostgreSQL and NATS";
    rows.push(Row::single(name, "MB", [whole], Target::AtMost(512.0)));
    for row in &rows {
        println!("{row}");
    }
    Ok(rows)
}
