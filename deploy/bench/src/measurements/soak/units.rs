//! The memory limits of the programs on one server, from their systemd units.

use std::fs;

use anyhow::Context as _;

/// The memory limit of a program, in MB. Beyond it the kernel kills the program.
pub(super) fn memory(program: &str) -> anyhow::Result<f64> {
    let unit = engines::checkout().join(format!("deploy/server/units/vanmool-{program}.service"));
    let text = fs::read_to_string(&unit).with_context(|| format!("read {}", unit.display()))?;
    let most = text
        .lines()
        .find_map(|line| line.strip_prefix("MemoryMax=")?.strip_suffix('M'));
    let mebibytes: f64 = most
        .with_context(|| format!("{program} has no MemoryMax"))?
        .parse()?;
    Ok(mebibytes * 1_048_576.0 / 1e6)
}
