//! A measured process, which is killed on drop.

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::Context as _;

/// The unit of times in `/proc`, on every Linux that Rust supports.
const TICK: Duration = Duration::from_millis(10);

/// A process of the bench.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) name: String,
    child: Child,
}

impl Process {
    /// Starts a process and appends its log to `log`.
    pub(crate) fn start(name: &str, mut command: Command, log: &fs::File) -> anyhow::Result<Self> {
        let child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log.try_clone()?)
            .spawn()
            .with_context(|| format!("start {name}: build the programs first"))?;
        Ok(Self {
            name: name.to_owned(),
            child,
        })
    }

    /// True if it ended by itself.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|ended| ended.is_some())
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Its CPU time so far, in user and kernel mode.
    pub(crate) fn cpu(&self) -> anyhow::Result<Duration> {
        cpu_of(self.pid())
    }

    /// Its resident memory, in MB.
    pub(crate) fn resident_megabytes(&self) -> anyhow::Result<f64> {
        self.megabytes("VmRSS:")
    }

    /// Its peak memory in MB since its start, or since [`Process::reset_peak`].
    pub(crate) fn peak_megabytes(&self) -> anyhow::Result<f64> {
        self.megabytes("VmHWM:")
    }

    /// Resets the kernel's peak memory counter.
    pub(crate) fn reset_peak(&self) -> anyhow::Result<()> {
        fs::write(format!("/proc/{}/clear_refs", self.pid()), "5")?;
        Ok(())
    }

    fn megabytes(&self, name: &str) -> anyhow::Result<f64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid()))?;
        megabytes(&status, name)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It fails only for a process that has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The process ids of PostgreSQL and NATS, from their folder.
pub(crate) fn engine_pids(state: &Path) -> anyhow::Result<[(&'static str, u32); 2]> {
    let pid = |file: &str| {
        let text = fs::read_to_string(state.join(file))?;
        let first = text.lines().next().context("it is empty")?;
        anyhow::Ok(first.trim().parse()?)
    };
    let (postgres, nats) = (pid("postgres/data/postmaster.pid")?, pid("nats/pid")?);
    Ok([("postgres", postgres), ("nats", nats)])
}

/// The CPU time of a process so far, with that of its ended children.
pub(crate) fn cpu_of(pid: u32) -> anyhow::Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name, in brackets, may contain spaces.
    let (_, fields) = stat.rsplit_once(") ").context("this is no stat")?;
    let ticks = fields.split_whitespace().skip(11).take(4);
    let ticks: u32 = ticks.filter_map(|ticks| ticks.parse::<u32>().ok()).sum();
    Ok(TICK * ticks)
}

/// The CPU time of a process and its children, for example the sessions of a PostgreSQL server.
pub(crate) fn cpu_of_tree(pid: u32) -> anyhow::Result<Duration> {
    // The time of a child that has just ended is in its parent's.
    let below = children(pid).filter_map(|child| cpu_of(child).ok());
    Ok(cpu_of(pid)? + below.sum::<Duration>())
}

/// The memory of a process and its children, in MB. A shared page is divided among its processes.
pub(crate) fn memory_of_tree(pid: u32) -> anyhow::Result<f64> {
    // A child that has just ended has no memory.
    let below = children(pid).filter_map(|child| memory_of(child).ok());
    Ok(memory_of(pid)? + below.sum::<f64>())
}

fn memory_of(pid: u32) -> anyhow::Result<f64> {
    let sums = fs::read_to_string(format!("/proc/{pid}/smaps_rollup"))?;
    megabytes(&sums, "Pss:")
}

fn children(pid: u32) -> impl Iterator<Item = u32> {
    let children = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    let children: Vec<u32> = children
        .split_whitespace()
        .filter_map(|child| child.parse().ok())
        .collect();
    children.into_iter()
}

/// Reads the value of a field, in kB in a kernel file, as MB.
fn megabytes(text: &str, name: &str) -> anyhow::Result<f64> {
    let line = text.lines().find(|line| line.starts_with(name));
    let kib: Option<f64> = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    let kib = kib.context("the kernel does not say how much memory a process holds")?;
    Ok(kib * 1024.0 / 1e6)
}
