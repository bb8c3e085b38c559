//! Test helpers: databases, network faults, fakes of services, and waiting for conditions.
//!
//! Only for dev-dependencies. It panics if a test could not continue anyway.

mod fake_mailbox;
mod office_keys;
mod periodic_tasks;
mod program;
mod program_log;
mod running;
mod streams;
mod taken_mail;
mod test_database;

use std::time::Duration;

use runtime::{CallerSettings, Frame, GrpcService, Shutdown};
use tonic::{Code, Status};

pub use fake_mailbox::FakeMailbox;
pub use fault_proxy::FaultProxy;
pub use office_keys::OfficeKeys;
pub use periodic_tasks::run_task_now;
pub use program::Program;
pub use program_log::listens_at;
pub use running::Running;
pub use streams::jetstream;
pub use taken_mail::TakenMail;
pub use test_database::{TestDatabase, database, owned_database};

/// The address of PostgreSQL for tests, with a superuser.
pub fn database_url() -> String {
    from_environment("TEST_DATABASE_URL")
}

/// The address of JetStream for tests.
pub fn nats_url() -> String {
    from_environment("TEST_NATS_URL")
}

/// The address of a service that is down: the discard port.
pub fn away() -> runtime::Target {
    "http://127.0.0.1:9".parse().expect("it is a URL")
}

#[expect(clippy::disallowed_methods, reason = "tests have no command line, so no clap")]
fn from_environment(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| {
        panic!("no {name}: run it under `cargo run --bin engines -- exec -- cargo test --workspace`")
    })
}

/// How long a condition may take. Only a limit for tests that would otherwise wait forever; a busy machine
/// needs some of it.
const PATIENCE: Duration = Duration::from_mins(1);

/// Repeats a call while the service is unavailable, as callers do. Returns the final answer.
pub async fn decided<T>(mut call: impl AsyncFnMut() -> Result<T, Status>) -> Result<T, Status> {
    eventually("the service decides", async || match call().await {
        Err(status) if status.code() == Code::Unavailable => None,
        decided => Some(decided),
    })
    .await
}

/// Calls `probe` every 20 ms until it returns a value. Fails the test after a minute.
pub async fn eventually<T>(what: &str, mut probe: impl AsyncFnMut() -> Option<T>) -> T {
    let asking = async {
        loop {
            if let Some(answer) = probe().await {
                return answer;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, asking)
        .await
        .unwrap_or_else(|_| panic!("waited a minute in vain: {what}"))
}

/// A gRPC service on its own port. Stopped on drop.
#[derive(Debug)]
pub struct Served {
    url: http::Uri,
    shutdown: Shutdown,
}

impl Served {
    /// The URL of the service.
    pub fn url(&self) -> http::Uri {
        self.url.clone()
    }

    /// The URL as a setting for callers.
    pub fn target(&self) -> runtime::Target {
        let target = self.url.to_string().parse();
        target.expect("it was made of an address")
    }

    /// Stops the service as in a deployment: calls in progress are answered.
    pub fn stop(&self) {
        self.shutdown.request();
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.shutdown.request();
    }
}

/// Serves a tonic service, often a fake, in a real frame.
pub async fn grpc(service: impl GrpcService) -> Served {
    serve(|frame| frame.serve(service, runtime::Contract::default())).await
}

/// Runs a service's `service` function on its own port, like `main`. It accepts all callers; access control
/// is tested in `runtime` and `deploy/local`.
pub async fn serve<Run, Running>(run: Run) -> Served
where
    Run: FnOnce(Frame) -> Running,
    Running: Future<Output = anyhow::Result<()>> + Send + 'static,
{
    let everybody = CallerSettings {
        unproven_callers: true,
        ..CallerSettings::default()
    };
    serve_to(everybody, run).await
}

/// The same for these callers only.
#[expect(
    clippy::disallowed_methods,
    reason = "the test's runtime ends with the test, and its tasks with it"
)]
pub async fn serve_to<Run, Running>(callers: CallerSettings, run: Run) -> Served
where
    Run: FnOnce(Frame) -> Running,
    Running: Future<Output = anyhow::Result<()>> + Send + 'static,
{
    let shutdown = Shutdown::new();
    let settings = runtime::Settings {
        callers,
        ..runtime::Settings::default()
    };
    let frame = Frame::bind("test", settings, shutdown.clone())
        .await
        .expect("port 0 is free");
    let url = format!("http://{}", frame.address())
        .parse()
        .expect("an address is a URL");
    let running = run(frame);
    tokio::spawn(async move { running.await.expect("the service runs until it is stopped") });
    Served { url, shutdown }
}
