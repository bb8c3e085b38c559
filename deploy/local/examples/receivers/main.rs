//! Receivers of traces and mails for machines without Jaeger and Mailpit, for example in
//! `deploy/k8s/play.sh`. Each span and each mail is printed to stdout as a line of JSON.

use clap::{Parser, Subcommand};
use tokio::signal::unix::{SignalKind, signal};

mod mails;
mod traces;

/// Prints the traces or mails that a shop sends
#[derive(Debug, Parser)]
#[command(name = "receivers")]
struct Options {
    #[command(subcommand)]
    of: Received,
}

#[derive(Debug, Subcommand)]
enum Received {
    /// OTLP over gRPC, on Jaeger's port; prints spans in the format of a trace file
    Traces,
    /// SMTP on Mailpit's port, and health probes on its other port
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
