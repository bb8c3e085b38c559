//! A process of a program.

use std::{
    fs::File,
    net::SocketAddr,
    os::unix::process::ExitStatusExt as _,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::{Context as _, bail, ensure};

/// The longest time from a program's start to its first ready answer.
const READY_WITHIN: Duration = Duration::from_mins(1);

/// The time limit for a graceful shutdown; mails have 45 s.
const STOPPED_WITHIN: Duration = Duration::from_secs(50);

/// The longest time until a program reaches its failpoint.
const FAILED_WITHIN: Duration = Duration::from_mins(3);

/// The signal by which a program aborts.
const ABORTED: i32 = 6;

/// The pause between checks of its state.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A process that is killed on drop.
#[derive(Debug)]
pub(crate) struct Replica {
    pub(crate) name: &'static str,
    pub(crate) slot: usize,
    pub(crate) address: SocketAddr,
    metrics: SocketAddr,
    child: Child,
}

impl Replica {
    /// Starts a program and appends its log to `log`.
    pub(crate) fn start(
        name: &'static str,
        slot: usize,
        address: SocketAddr,
        metrics: SocketAddr,
        mut command: Command,
        log: &Path,
    ) -> anyhow::Result<Self> {
        let log = File::options().create(true).append(true).open(log)?;
        let child = command
            .env("LISTEN", address.to_string())
            .env("METRICS_LISTEN", metrics.to_string())
            .env("LOG_FORMAT", "json")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .with_context(|| format!("start {name}"))?;
        Ok(Self {
            name,
            slot,
            address,
            metrics,
            child,
        })
    }

    /// The process id.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Waits until `is_ready` is true. Fails if the process ends first.
    pub(crate) async fn wait_until_ready(
        &mut self,
        mut is_ready: impl AsyncFnMut() -> bool,
    ) -> anyhow::Result<()> {
        let (name, child) = (self.name, &mut self.child);
        let waiting = async {
            while !is_ready().await {
                if let Some(status) = child.try_wait()? {
                    bail!("{name} ended instead of serving: {status}");
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
            Ok(())
        };
        let waited = tokio::time::timeout(READY_WITHIN, waiting).await;
        waited.with_context(|| format!("{name} is not ready after {READY_WITHIN:?}"))?
    }

    /// Kills it with `kill -9`.
    pub(crate) fn kill(mut self) -> anyhow::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Stops the process; its sockets stay open and do not answer.
    pub(crate) fn freeze(&self) -> anyhow::Result<()> {
        self.signal("-STOP")
    }

    /// Resumes a frozen process.
    pub(crate) fn thaw(&self) -> anyhow::Result<()> {
        self.signal("-CONT")
    }

    fn signal(&self, signal: &str) -> anyhow::Result<()> {
        let pid = self.pid().to_string();
        let sent = Command::new("kill").args([signal, &pid]).status()?;
        ensure!(sent.success(), "{} does not get {signal}", self.name);
        Ok(())
    }

    /// Asks it to stop, as a cluster does, and waits until it has.
    pub(crate) async fn stop(mut self) -> anyhow::Result<()> {
        self.signal("-TERM")?;
        let waiting = async {
            loop {
                if let Some(status) = self.child.try_wait()? {
                    ensure!(status.success(), "{} did not stop in order: {status}", self.name);
                    return Ok(());
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        let waited = tokio::time::timeout(STOPPED_WITHIN, waiting).await;
        waited.with_context(|| format!("{} did not stop", self.name))?
    }

    /// Waits until it has died at its failpoint.
    pub(crate) async fn wait_for_failpoint(mut self) -> anyhow::Result<()> {
        let waiting = async {
            loop {
                if let Some(status) = self.child.try_wait()? {
                    ensure!(
                        status.signal() == Some(ABORTED),
                        "{} ended by itself: {status}",
                        self.name
                    );
                    return Ok(());
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        let waited = tokio::time::timeout(FAILED_WITHIN, waiting).await;
        let missed =
            "did not die at its failpoint: programs for this are built with --features runtime/failpoints";
        waited.with_context(|| format!("{} {missed}", self.name))?
    }

    /// The number of calls of a method that it answered, errors included.
    pub(crate) async fn calls_answered(&self, method: &str) -> anyhow::Result<u64> {
        let page = reqwest::get(format!("http://{}/metrics", self.metrics)).await?;
        let page = page.text().await?;
        let label = format!("rpc_method=\"{method}\"");
        let counts = page
            .lines()
            .filter(|line| line.starts_with("rpc_server_duration_seconds_count") && line.contains(&label))
            .filter_map(|line| line.rsplit(' ').next()?.parse::<u64>().ok());
        Ok(counts.sum())
    }
}

impl Drop for Replica {
    fn drop(&mut self) {
        // It fails only for a process that has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
