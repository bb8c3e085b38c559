//! `payment-simulator`: the simulated payment provider as a program; `lib.rs` says what it does.

use clap::Parser;
use payment_simulator::{Settings, Simulator};

/// A payment provider that speaks Razorpay's REST and webhooks and moves no money.
#[derive(Parser)]
struct Program {
    #[command(flatten)]
    settings: Settings,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let simulator = Simulator::start(Program::parse().settings).await?;
    println!("The simulated payment provider answers at {}", simulator.url());
    tokio::signal::ctrl_c().await?;
    simulator.stop().await;
    Ok(())
}
