//! What memory processes take, and what the kernel does when it is too much.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};

/// How long a process under load may live on with no memory left.
const KILLED_WITHIN: Duration = Duration::from_secs(30);

/// MiB that a process has in memory.
pub(super) fn resident_mib(pid: u32) -> anyhow::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).context("only Linux shows it here")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next());
    let kib: u64 = kib.context("the process has ended")?.parse()?;
    Ok(kib / 1_024)
}

/// A group of processes that may take almost no more memory than they have.
#[derive(Debug)]
pub(super) struct MemoryLimit {
    folder: PathBuf,
}

impl MemoryLimit {
    /// None where groups cannot be made: that needs root and the kernel's control groups, of either version.
    pub(super) fn make() -> Option<Self> {
        let name = format!("vanmool-chaos-{}", std::process::id());
        let ways = [
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
            ("/sys/fs/cgroup", "memory.max"),
        ];
        ways.into_iter().find_map(|(root, file)| {
            let folder = Path::new(root).join(&name);
            fs::create_dir(&folder).ok()?;
            let limit = Self { folder };
            // What a process had before it came does not count.
            fs::write(limit.folder.join(file), "4096").ok()?;
            Some(limit)
        })
    }

    /// Takes a process in, and ends when the kernel has killed it for want of memory.
    pub(super) async fn kill_process(&self, pid: u32) -> anyhow::Result<()> {
        fs::write(self.folder.join("cgroup.procs"), pid.to_string()).context("take the process in")?;
        let began = Instant::now();
        while !has_ended(pid) {
            ensure!(began.elapsed() < KILLED_WITHIN, "it lives on without memory");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }
}

impl Drop for MemoryLimit {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.folder);
    }
}

/// Whether nothing runs under this number but what waits to be counted out.
fn has_ended(pid: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.is_empty() || stat.contains(") Z ")
}
