//! The program of `make run`, started as developers start it.

use std::{
    fs::File,
    process::{Child, Command},
};

use serde_json::Value;

const LOG: &str = "log.json";

/// The real program, which sends its traces to the test.
pub struct Program {
    child: Child,
    folder: tempfile::TempDir,
    pub addresses: Value,
    metrics_port: u16,
}

impl Program {
    pub async fn start(collector: &str) -> Self {
        Self::start_with(collector, &[]).await
    }

    /// Starts the program with further arguments.
    pub async fn start_with(collector: &str, arguments: &[&str]) -> Self {
        Self::start_logging("info", collector, arguments).await
    }

    /// Starts the program with this log filter.
    pub async fn start_logging(filter: &str, collector: &str, arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let ready_file = folder.path().join("ready.json");
        // The metrics exporter does not accept port 0.
        let metrics_port = engines::free_port().expect("a port is free");
        let log = File::create(folder.path().join(LOG)).expect("a file of its own");
        let child = Command::new(env!("CARGO_BIN_EXE_shop"))
            .args(["run", "--throw-away", "--ready-file"])
            .arg(&ready_file)
            .args(arguments)
            .env("PORT", "0")
            .env("OFFICE_PORT", "0")
            .env("OTEL_EXPORTER_OTLP_ENDPOINT", collector)
            .env("OTEL_BSP_SCHEDULE_DELAY", "200")
            .env("METRICS_LISTEN", format!("127.0.0.1:{metrics_port}"))
            .env("LOG_FORMAT", "json")
            .env("RUST_LOG", filter)
            .stderr(log)
            .spawn()
            .expect("the program starts");
        let addresses = testkit::eventually("the shop is open", async || {
            std::fs::read(&ready_file)
                .ok()
                .map(|bytes| serde_json::from_slice(&bytes).expect("it is JSON"))
        })
        .await;
        Self {
            child,
            folder,
            addresses,
            metrics_port,
        }
    }

    /// The metrics, as Prometheus reads them.
    pub async fn metrics(&self) -> String {
        let url = format!("http://127.0.0.1:{}/metrics", self.metrics_port);
        let answer = reqwest::get(url).await.expect("the metrics are shown");
        answer.text().await.expect("they are text")
    }

    /// The URL of the shop.
    pub fn url(&self) -> &str {
        self.addresses["url"].as_str().expect("a text")
    }

    /// Stops the program with SIGTERM, and returns its log.
    pub fn stop(mut self) -> String {
        let asked = Command::new("kill")
            .arg(self.child.id().to_string())
            .status()
            .expect("kill runs");
        assert!(asked.success());
        let ended = self.child.wait().expect("the program ends");
        assert!(ended.success(), "{ended}");
        std::fs::read_to_string(self.folder.path().join(LOG)).expect("the log is text")
    }
}

/// Kills the program, so that a failed test leaves none running.
impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}
