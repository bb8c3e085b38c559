//! `chaos`: runs the shop as many processes, and injects faults.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Runs the shop as separate processes under load, injects faults, and reports their effects on shoppers
#[derive(Debug, Parser)]
#[command(name = "chaos")]
struct Options {
    /// Folder with the programs
    #[arg(long, env, default_value = "target/debug")]
    programs: PathBuf,
    /// File for the logs of all programs
    #[arg(long, env, default_value = "target/chaos.log")]
    log: PathBuf,
    /// Factor for all time limits, on a machine with other work
    #[arg(long, env, default_value_t = 1)]
    slack: u32,
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Debug, Subcommand)]
enum Experiment {
    /// Two gateways and three order replicas, one of which is killed
    Replicas {
        /// Orders to count, and as many again while a replica is killed
        #[arg(long, default_value_t = 3_000)]
        orders: usize,
    },
    /// Two hundred buyers of fifty packs, over two order and two inventory replicas, which are killed; needs
    /// programs with the feature runtime/failpoints
    Buyers,
    /// Programs die at one exact step; needs programs with the feature runtime/failpoints
    Steps,
    /// Parts are killed, frozen and restarted under load, one after the other
    Faults,
    /// Every scenario of the payment provider while browsers, gateways and the payment service fail: each order
    /// is paid once, refunded once, or expires
    Payments,
    /// Data folders are destroyed and restored
    Restore,
    /// Databases are restored to an earlier moment: all of them with NATS kept or lost, and single ones
    PointInTimeRestore,
    /// Every program is stopped and replaced in turn, two of each, under load
    Restart,
    /// A rolling upgrade from an older version, program by program
    Upgrade {
        /// Folder with the older version's programs
        #[arg(long)]
        from: PathBuf,
    },
    /// The disk loses power during orders
    PowerCut,
    /// The disk of PostgreSQL, then of NATS, is full
    DiskFull,
    /// The clocks of all programs are wrong, and step
    Clock,
    /// More clients than the shop can serve, slow clients, and too little memory
    Overload,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    if matches!(options.experiment, Experiment::PowerCut | Experiment::DiskFull) {
        chaos::enter_namespace()?;
    }
    run(options)
}

#[tokio::main]
async fn run(
    Options {
        programs,
        log,
        slack,
        experiment,
    }: Options,
) -> anyhow::Result<()> {
    match experiment {
        Experiment::Replicas { orders } => {
            println!("{}", chaos::replicas::run(&programs, &log, orders).await?);
        }
        Experiment::Buyers => println!("{}", chaos::buyers::run(&programs, &log).await?),
        Experiment::Steps => println!("{}", chaos::steps::run(&programs, &log, slack).await?),
        Experiment::Faults => println!("{}", chaos::faults::run(&programs, &log, slack).await?),
        Experiment::Payments => println!("{}", chaos::payments::run(&programs, &log).await?),
        Experiment::Restore => println!("{}", chaos::restore::run(&programs, &log).await?),
        Experiment::PointInTimeRestore => {
            println!("{}", chaos::point_in_time_restore::run(&programs, &log).await?);
        }
        Experiment::Restart => println!("{}", chaos::faults::restart(&programs, &log, slack).await?),
        Experiment::Upgrade { from } => println!("{}", chaos::upgrade::run(&from, &programs, &log).await?),
        Experiment::Overload => println!("{}", chaos::overload::run(&programs, &log).await?),
        Experiment::Clock => println!("{}", chaos::clock::run(&programs, &log).await?),
        Experiment::DiskFull => println!("{}", chaos::disk_full::run(&programs, &log).await?),
        Experiment::PowerCut => println!("{}", chaos::power_cut::run(&programs, &log).await?),
    }
    Ok(())
}
