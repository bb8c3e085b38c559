//! Metrics of a process for Prometheus, on an internal port of their own.

use std::{
    net::SocketAddr,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use anyhow::Context as _;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder};
use tokio_util::sync::CancellationToken;
use tonic::Code;

/// The interval of metrics that are measured periodically, in milliseconds.
static LOOK_EVERY_MS: AtomicU64 = AtomicU64::new(5_000);

/// The upper bounds of duration buckets, in seconds.
const DURATIONS: [f64; 12] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0,
];

/// The settings of metrics.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Address for Prometheus to read metrics from, such as 0.0.0.0:9100; without it, metrics are off
    #[arg(long, env)]
    pub metrics_listen: Option<SocketAddr>,
}

/// Installs metrics for the whole process. Needs a tokio runtime, and works once per process. Without an
/// address, metrics are dropped at almost no cost.
pub fn install(name: &'static str, settings: &Settings) -> anyhow::Result<()> {
    let Some(address) = settings.metrics_listen else {
        return Ok(());
    };
    PrometheusBuilder::new()
        .with_http_listener(address)
        .add_global_label("service", name)
        .set_buckets_for_metric(Matcher::Suffix("_duration_seconds".to_owned()), &DURATIONS)
        .and_then(PrometheusBuilder::install)
        .with_context(|| format!("metrics cannot be shown on {address}"))?;
    metrics::gauge!("build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    Ok(())
}

/// Sets the measuring interval, for tests. The default is five seconds.
pub fn look_every(pause: Duration) {
    let pause = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX);
    LOOK_EVERY_MS.store(pause, Ordering::Relaxed);
}

/// Waits until metrics must be measured again. Returns false on a stop.
pub async fn look_again(stopping: &CancellationToken) -> bool {
    let pause = tokio::time::sleep(Duration::from_millis(LOOK_EVERY_MS.load(Ordering::Relaxed)));
    stopping.run_until_cancelled(pause).await.is_some()
}

/// Periodic measurements. Each failure is counted; the first and the recovery are logged.
#[derive(Debug)]
pub struct Lookups {
    what: &'static str,
    is_failing: bool,
}

impl Lookups {
    /// Creates measurements. `what` is their name in logs and metrics.
    pub fn of(what: &'static str) -> Self {
        metrics::counter!("lookups_failed_total", "of" => what).absolute(0);
        Self {
            what,
            is_failing: false,
        }
    }

    /// Records the result of a measurement, and returns its value if it succeeded.
    pub fn record<T, E: std::fmt::Display>(&mut self, looked_up: Result<T, E>) -> Option<T> {
        let was_failing = std::mem::replace(&mut self.is_failing, looked_up.is_err());
        match looked_up {
            Ok(numbers) => {
                if was_failing {
                    tracing::info!(of = self.what, "numbers refreshed again");
                }
                Some(numbers)
            }
            Err(error) => {
                metrics::counter!("lookups_failed_total", "of" => self.what).increment(1);
                if !was_failing {
                    tracing::warn!(%error, of = self.what, "numbers not refreshed");
                }
                None
            }
        }
    }
}

/// The side of a call that is measured.
#[derive(Debug, Clone, Copy)]
pub(crate) enum RpcSide {
    /// The calling program.
    Client,
    /// The answering service.
    Server,
}

/// Records a finished call: its duration and status.
pub(crate) fn record_call(side: RpcSide, service: &str, method: &str, code: Code, began: Instant) {
    let name = match side {
        RpcSide::Client => "rpc_client_duration_seconds",
        RpcSide::Server => "rpc_server_duration_seconds",
    };
    let labels = [
        ("rpc_service", service.to_owned()),
        ("rpc_method", method.to_owned()),
        ("rpc_grpc_status_code", code_name(code).to_owned()),
    ];
    metrics::histogram!(name, &labels).record(began.elapsed());
}

/// The code in gRPC's spelling.
fn code_name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_that_fails_is_counted() {
        let recorder = PrometheusBuilder::new().build_recorder();
        let page = recorder.handle();
        metrics::with_local_recorder(&recorder, || {
            let mut lookups = Lookups::of("test");
            assert_eq!(lookups.record(Ok::<_, &str>(7)), Some(7));
            assert_eq!(lookups.record(Err::<u8, _>("the database is away")), None);
            assert_eq!(lookups.record(Err::<u8, _>("the database is away")), None);
        });
        let page = page.render();
        assert!(page.contains(r#"lookups_failed_total{of="test"} 2"#), "{page}");
    }
}
