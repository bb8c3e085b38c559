use std::{fmt::Debug, process::ExitCode};

use anyhow::Context as _;
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use tokio::signal::unix::{SignalKind, signal};

use crate::{
    Frame, Settings, Shutdown, Stopped,
    lifecycle::{health_check, supervisor},
    observability::{metrics, telemetry},
};

/// A command's failure with an exit code, for a calling program that reads it, such as a mail server.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Exit {
    code: u8,
    message: String,
}

impl Exit {
    /// Exits with this code, and prints the message on standard error.
    pub fn new(code: u8, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code, message }
    }
}

#[derive(Debug, Parser)]
struct Program<S: Args> {
    #[command(flatten)]
    frame: Settings,
    #[command(flatten)]
    telemetry: telemetry::Settings,
    #[command(flatten)]
    metrics: metrics::Settings,
    #[command(flatten)]
    service: S,
}

/// The `main` of a service's program: reads settings, starts telemetry, runs, drains and flushes, even after
/// a failure.
///
/// Exits with 2 for a wrong setting, 1 if the service failed, and 0 after a requested stop.
pub fn main<S, F>(name: &'static str, service: F) -> ExitCode
where
    S: Args + Debug,
    F: AsyncFnOnce(S, Frame) -> anyhow::Result<()>,
{
    let matches = command::<S>(name).get_matches();
    check_health::<S>(name, &matches).unwrap_or_else(|| start(name, &matches, service))
}

/// Like [`main`], for a program with commands besides serving, such as `order replay --since …`. An operator
/// runs them where the program runs, with its settings. They print on the terminal. A failed command exits
/// with 1, or the code of its [`Exit`].
pub fn main_with_commands<S, F, C, G>(name: &'static str, service: F, run: G) -> ExitCode
where
    S: Args + Debug,
    F: AsyncFnOnce(S, Frame) -> anyhow::Result<()>,
    C: Subcommand,
    G: AsyncFnOnce(S, C) -> anyhow::Result<()>,
{
    let matches = C::augment_subcommands(command::<S>(name)).get_matches();
    if matches.subcommand().is_none() {
        return start(name, &matches, service);
    }
    if let Some(health) = check_health::<S>(name, &matches) {
        return health;
    }
    let settings = Program::<S>::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let command = C::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    install_process_defaults();
    match on_threads(name, run(settings.service, command)) {
        Some(Ok(())) => ExitCode::SUCCESS,
        Some(Err(error)) => {
            eprintln!("{error:#}");
            let exit = error.downcast_ref::<Exit>();
            exit.map_or(ExitCode::FAILURE, |exit| ExitCode::from(exit.code))
        }
        None => ExitCode::FAILURE,
    }
}

fn command<S: Args>(name: &'static str) -> clap::Command {
    let command = Program::<S>::command()
        .name(name)
        .about(format!("The {name} service of the shop"));
    health_check::add_to(command)
}

/// Runs the health check. `None` if the command was not given.
fn check_health<S: Args>(name: &'static str, matches: &clap::ArgMatches) -> Option<ExitCode> {
    let over_http = health_check::asked(matches)?;
    let program = Program::<S>::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
    install_process_defaults();
    let asking = health_check::run(program.frame.listen, over_http);
    Some(on_threads(name, asking).unwrap_or(ExitCode::FAILURE))
}

fn start<S, F>(name: &'static str, matches: &clap::ArgMatches, service: F) -> ExitCode
where
    S: Args + Debug,
    F: AsyncFnOnce(S, Frame) -> anyhow::Result<()>,
{
    let program = Program::<S>::from_arg_matches(matches).unwrap_or_else(|error| error.exit());
    install_process_defaults();
    on_threads(name, run(name, program, service)).unwrap_or(ExitCode::FAILURE)
}

/// Runs a future on a new runtime. `None` if its threads cannot be started.
fn on_threads<T>(name: &'static str, life: impl Future<Output = T>) -> Option<T> {
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("{name} cannot start its threads: {error}");
            return None;
        }
    };
    let outcome = runtime.block_on(life);
    // Work that is abandoned after the stop timeout must not block the exit.
    runtime.shutdown_background();
    Some(outcome)
}

/// Sets the process's TLS implementation. Every program needs this once, before its first connection.
pub fn install_process_defaults() {
    // Fails only if it is already set, which is fine.
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
}

/// Panics if two settings of a program have the same name. Each service has a test that calls this.
pub fn check<S: Args>() {
    Program::<S>::command().debug_assert();
}

async fn run<S, F>(name: &'static str, program: Program<S>, service: F) -> ExitCode
where
    S: Args + Debug,
    F: AsyncFnOnce(S, Frame) -> anyhow::Result<()>,
{
    let telemetry = match telemetry::install(name, &program.telemetry) {
        Ok(telemetry) => telemetry,
        Err(error) => {
            eprintln!("{error:#}");
            return ExitCode::from(2);
        }
    };
    if let Err(error) = metrics::install(name, &program.metrics) {
        eprintln!("{error:#}");
        return ExitCode::from(2);
    }
    tracing::info!(settings = ?program.service, frame = ?program.frame, "{name} is starting");
    let outcome = serve(name, program, service).await;
    if let Err(error) = &outcome {
        tracing::error!("{error:#}");
    }
    telemetry.flush().await;
    if outcome.is_ok() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

async fn serve<S, F>(name: &'static str, program: Program<S>, service: F) -> anyhow::Result<()>
where
    S: Args,
    F: AsyncFnOnce(S, Frame) -> anyhow::Result<()>,
{
    let shutdown = Shutdown::new();
    let frame = Frame::bind(name, program.frame, shutdown.clone())
        .await?
        .of_process();
    let mut terminate = signal(SignalKind::terminate()).context("SIGTERM cannot be watched")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("SIGINT cannot be watched")?;
    let asked = async {
        tokio::select! { _ = terminate.recv() => (), _ = interrupt.recv() => () }
        supervisor::stopping();
        shutdown.request();
        shutdown.timed_out().await;
    };
    let outcome = tokio::select! {
        outcome = service(program.service, frame) => outcome,
        () = asked => anyhow::bail!("{name} did not stop within {:?}", shutdown.stop_timeout()),
    };
    match outcome {
        Err(error)
            if error
                .chain()
                .any(|cause| cause.downcast_ref::<Stopped>().is_some()) =>
        {
            tracing::info!("{name} has stopped before it was ready");
            Ok(())
        }
        outcome => outcome,
    }
}
