//! `chaos`: the shop as many processes, and what is taken away from it.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Runs the shop as separate processes under load, takes parts away, and says what shoppers saw.
#[derive(Debug, Parser)]
#[command(name = "chaos")]
struct Options {
    /// Folder with the programs
    #[arg(long, env, default_value = "target/debug")]
    programs: PathBuf,
    /// File for the logs of all programs
    #[arg(long, env, default_value = "target/chaos.log")]
    log: PathBuf,
    /// How many times longer everything may take than was promised, on a machine that is busy with something else
    #[arg(long, env, default_value_t = 1)]
    slack: u32,
    #[command(subcommand)]
    story: Story,
}

#[derive(Debug, Subcommand)]
enum Story {
    /// Two gateways and three order replicas, one of which is killed
    Replicas {
        /// Orders that are counted, and as many again while a replica is killed
        #[arg(long, default_value_t = 3_000)]
        orders: usize,
    },
    /// Two hundred buyers of fifty packs, over two order and two inventory replicas, which are killed; needs programs with the
    /// feature runtime/failpoints
    Buyers,
    /// Programs die at one exact step; needs programs with the feature runtime/failpoints
    Steps,
    /// Parts are killed, frozen and restarted under load, one after the other
    Faults,
    /// Data folders are destroyed and restored
    Restore,
    /// Every program is stopped and replaced in turn, two of each, under load
    Restart,
    /// A new version takes the place of an older one, program by program
    Upgrade {
        /// Folder with the older version's programs
        #[arg(long)]
        from: PathBuf,
    },
    /// The power of the disk goes while orders are written
    PowerCut,
    /// A disk fills up below PostgreSQL, and below NATS
    DiskFull,
    /// The clocks of all programs are wrong, and step
    Clock,
    /// More clients than the shop can serve, slow ones, and too little memory
    Overload,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    if matches!(options.story, Story::PowerCut | Story::DiskFull) {
        chaos::world::enter_namespace()?;
    }
    tell(options)
}

#[tokio::main]
async fn tell(
    Options {
        programs,
        log,
        slack,
        story,
    }: Options,
) -> anyhow::Result<()> {
    match story {
        Story::Replicas { orders } => println!("{}", chaos::replicas::run(&programs, &log, orders).await?),
        Story::Buyers => println!("{}", chaos::buyers::run(&programs, &log).await?),
        Story::Steps => println!("{}", chaos::steps::run(&programs, &log, slack).await?),
        Story::Faults => println!("{}", chaos::faults::run(&programs, &log, slack).await?),
        Story::Restore => println!("{}", chaos::restore::run(&programs, &log).await?),
        Story::Restart => println!("{}", chaos::faults::restart(&programs, &log, slack).await?),
        Story::Upgrade { from } => println!("{}", chaos::upgrade::run(&from, &programs, &log).await?),
        Story::Overload => println!("{}", chaos::world::overload::run(&programs, &log).await?),
        Story::Clock => println!("{}", chaos::world::clock::run(&programs, &log).await?),
        Story::DiskFull => println!("{}", chaos::world::disk_full::run(&programs, &log).await?),
        Story::PowerCut => println!("{}", chaos::world::power_cut::run(&programs, &log).await?),
    }
    Ok(())
}
