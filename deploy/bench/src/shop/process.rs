//! A process that is measured, and killed when it is dropped.

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::Context as _;

/// The unit of the times in `/proc`, on every Linux that Rust runs on.
const TICK: Duration = Duration::from_millis(10);

/// A process of ours.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) name: String,
    child: Child,
}

impl Process {
    /// Starts it; its log goes to the end of `log`.
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

    /// Whether it ended by itself.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|ended| ended.is_some())
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The processor's time that it took so far, in the kernel's work for it as in its own.
    pub(crate) fn cpu(&self) -> anyhow::Result<Duration> {
        cpu_of(self.pid())
    }

    /// What it holds of the machine's memory, in MB.
    pub(crate) fn resident_megabytes(&self) -> anyhow::Result<f64> {
        self.megabytes("VmRSS:")
    }

    /// The most that it held since it started, or since [`Process::forget_peak`], in MB.
    pub(crate) fn peak_megabytes(&self) -> anyhow::Result<f64> {
        self.megabytes("VmHWM:")
    }

    /// Has the kernel count the most anew.
    pub(crate) fn forget_peak(&self) -> anyhow::Result<()> {
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
        // It fails only for one that has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The processes of PostgreSQL and NATS, each by its name, as their folder says.
pub(crate) fn engine_pids(state: &Path) -> anyhow::Result<[(&'static str, u32); 2]> {
    let pid = |file: &str| {
        let text = fs::read_to_string(state.join(file))?;
        let first = text.lines().next().context("it is empty")?;
        anyhow::Ok(first.trim().parse()?)
    };
    let (postgres, nats) = (pid("postgres/data/postmaster.pid")?, pid("nats/pid")?);
    Ok([("postgres", postgres), ("nats", nats)])
}

/// The processor's time that a process took so far, with that of its children that ended.
pub(crate) fn cpu_of(pid: u32) -> anyhow::Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name, in brackets, may hold blanks.
    let (_, fields) = stat.rsplit_once(") ").context("this is no stat")?;
    let ticks = fields.split_whitespace().skip(11).take(4);
    let ticks: u32 = ticks.filter_map(|ticks| ticks.parse::<u32>().ok()).sum();
    Ok(TICK * ticks)
}

/// The processor's time of a process and those below it, such as the sessions of a PostgreSQL server.
pub(crate) fn cpu_of_tree(pid: u32) -> anyhow::Result<Duration> {
    // One that has ended meanwhile is in its parent's time.
    let below = children(pid).filter_map(|child| cpu_of(child).ok());
    Ok(cpu_of(pid)? + below.sum::<Duration>())
}

/// The memory of a process and those below it, in MB; of a page that several processes have, each holds its part.
pub(crate) fn memory_of_tree(pid: u32) -> anyhow::Result<f64> {
    // One that has ended meanwhile holds none.
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

/// What a file of the kernel's says in kB behind a name, in MB.
fn megabytes(text: &str, name: &str) -> anyhow::Result<f64> {
    let line = text.lines().find(|line| line.starts_with(name));
    let kib: Option<f64> = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    let kib = kib.context("the kernel does not say how much memory a process holds")?;
    Ok(kib * 1024.0 / 1e6)
}
