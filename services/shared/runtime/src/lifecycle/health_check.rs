//! The command `healthcheck`, for containers without a shell: checks whether the program is ready.

use std::{
    net::{Ipv4Addr, SocketAddr},
    process::ExitCode,
    time::Duration,
};

use anyhow::{Context as _, ensure};
use clap::{Args, FromArgMatches as _};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::TcpStream,
    time::timeout,
};
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

use crate::{Target, client};

const NAME: &str = "healthcheck";

/// The timeout of the check.
const DEADLINE: Duration = Duration::from_secs(3);

#[derive(Debug, Args)]
struct HealthCheck {
    /// Check /readyz over HTTP, for gateways, instead of gRPC
    #[arg(long)]
    http: bool,
}

/// Adds the command to a program's commands.
pub(crate) fn add_to(command: clap::Command) -> clap::Command {
    let own = clap::Command::new(NAME).about(
        "Exit with 0 when the program that runs with the same settings is ready, else with 1 and the reason",
    );
    command.subcommand(HealthCheck::augment_args(own))
}

/// The command's argument, if it was given: true for HTTP.
pub(crate) fn asked(matches: &clap::ArgMatches) -> Option<bool> {
    let own = matches.subcommand_matches(NAME)?;
    let read = HealthCheck::from_arg_matches(own).unwrap_or_else(|error| error.exit());
    Some(read.http)
}

/// Checks the program that listens at this address.
pub(crate) async fn run(listen: SocketAddr, over_http: bool) -> ExitCode {
    let address = match listen {
        every if every.ip().is_unspecified() => SocketAddr::from((Ipv4Addr::LOCALHOST, every.port())),
        one => one,
    };
    let answer = async {
        if over_http {
            answers_http(address).await
        } else {
            answers_grpc(address).await
        }
    };
    match timeout(DEADLINE, answer).await {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(error)) => {
            eprintln!("{address} {error:#}");
            ExitCode::FAILURE
        }
        Err(_) => {
            eprintln!("{address} does not answer within {DEADLINE:?}");
            ExitCode::FAILURE
        }
    }
}

async fn answers_grpc(address: SocketAddr) -> anyhow::Result<()> {
    let target: Target = format!("http://{address}").parse()?;
    let mut health = HealthClient::new(client(target, DEADLINE));
    let answer = health.check(HealthCheckRequest::default()).await;
    let answer = answer.map_err(|status| anyhow::anyhow!("does not answer: {}", status.message()))?;
    let is_serving = answer.into_inner().status() == ServingStatus::Serving;
    ensure!(is_serving, "answers that it is not ready");
    Ok(())
}

async fn answers_http(address: SocketAddr) -> anyhow::Result<()> {
    let mut stream = TcpStream::connect(address).await.context("does not answer")?;
    stream
        .write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .await?;
    let mut status = String::new();
    BufReader::new(stream).read_line(&mut status).await?;
    ensure!(
        status.split(' ').nth(1) == Some("200"),
        "answers {}",
        status.trim_end()
    );
    Ok(())
}
