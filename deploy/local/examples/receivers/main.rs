//! What receives traces and mails where Jaeger and Mailpit cannot be had, such as in `deploy/k8s/play.sh`: each span and
//! each mail becomes a line of JSON on stdout.

use clap::{Parser, Subcommand};
use tokio::signal::unix::{SignalKind, signal};

mod mails;
mod traces;

/// Receives what a shop sends, and prints it.
#[derive(Debug, Parser)]
#[command(name = "receivers")]
struct Options {
    #[command(subcommand)]
    of: Received,
}

#[derive(Debug, Subcommand)]
enum Received {
    /// OTLP over gRPC, at Jaeger's port; prints spans as a trace file has them
    Traces,
    /// SMTP at Mailpit's port, and at its other port the answer to its probes
    Mails,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut stop = signal(SignalKind::terminate())?;
    let receive = async {
        match Options::parse().of {
            Received::Traces => traces::receive().await,
            Received::Mails => mails::receive().await,
        }
    };
    tokio::select! {
        received = receive => received,
        _ = stop.recv() => Ok(()),
    }
}
