//! The memory that one server gives its programs, as their units say.

use std::fs;

use anyhow::Context as _;

/// The most memory of a program, in MB: the kernel ends it beyond that.
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
