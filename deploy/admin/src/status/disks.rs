//! Checks the free space of disks.

use std::path::Path;

use super::check::Check;
use crate::installation::Installation;

/// The minimum free space of a disk, in percent.
const MIN_FREE_PERCENT: u64 = 10;

const MIB: u64 = 1024 * 1024;

pub(super) fn checks(installation: &Installation) -> Vec<Check> {
    let folders = [
        ("disk of the shop", &installation.state),
        ("disk of backups", &installation.backups),
    ];
    folders
        .map(|(name, folder)| Check::of(name, check(name, folder)))
        .into()
}

fn check(name: &str, folder: &Path) -> anyhow::Result<Check> {
    let disk = rustix::fs::statvfs(folder)?;
    Ok(evaluate(
        name,
        disk.f_bavail * disk.f_frsize,
        disk.f_blocks * disk.f_frsize,
    ))
}

fn evaluate(name: &str, free: u64, whole: u64) -> Check {
    let percent = free * 100 / whole.max(1);
    let message = format!("{} MiB free, {percent} %", free / MIB);
    if percent < MIN_FREE_PERCENT {
        Check::failed(name, message)
    } else {
        Check::healthy(name, message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_that_is_nearly_full_fails_its_check() {
        assert!(evaluate("disk", 10 * MIB, 100 * MIB).is_healthy);
        assert!(!evaluate("disk", 9 * MIB, 100 * MIB).is_healthy);
        assert!(!evaluate("disk", 0, 0).is_healthy);
    }
}
