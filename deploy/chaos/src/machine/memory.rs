//! The memory of processes, and the kernel's reaction when it runs out.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};

/// The longest time until a process under load without memory is killed.
const KILLED_WITHIN: Duration = Duration::from_secs(30);

/// The resident memory of a process, in MiB.
pub(super) fn resident_mib(pid: u32) -> anyhow::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).context("only Linux shows it here")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next());
    let kib: u64 = kib.context("the process has ended")?.parse()?;
    Ok(kib / 1_024)
}

/// A control group whose processes can get almost no more memory.
#[derive(Debug)]
pub(super) struct MemoryLimit {
    folder: PathBuf,
}

impl MemoryLimit {
    /// Creates the group. Returns `None` without root or without control groups (v1 or v2).
    pub(super) fn create() -> Option<Self> {
        let name = format!("vanmool-chaos-{}", std::process::id());
        let controllers = [
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
            ("/sys/fs/cgroup", "memory.max"),
        ];
        controllers.into_iter().find_map(|(root, file)| {
            let folder = Path::new(root).join(&name);
            fs::create_dir(&folder).ok()?;
            let limit = Self { folder };
            // Memory that a process had before it joined does not count.
            fs::write(limit.folder.join(file), "4096").ok()?;
            Some(limit)
        })
    }

    /// Adds a process, and waits until the kernel has killed it for lack of memory.
    pub(super) async fn kill_process(&self, pid: u32) -> anyhow::Result<()> {
        fs::write(self.folder.join("cgroup.procs"), pid.to_string()).context("add the process")?;
        let began = Instant::now();
        while !has_ended(pid) {
            ensure!(began.elapsed() < KILLED_WITHIN, "it still runs without memory");
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

/// True if the process has ended or is a zombie.
fn has_ended(pid: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.is_empty() || stat.contains(") Z ")
}
