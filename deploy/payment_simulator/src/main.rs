//! `payment-simulator`: the simulated payment provider as a program; see `lib.rs`.

use clap::Parser;
use payment_simulator::{Settings, Simulator};

/// A payment provider with Razorpay's REST API and webhooks that moves no money
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
