//! Runs system programs.

use std::process::Command;

use anyhow::{Context as _, bail};

/// Runs a command and returns its output. Fails with its error output.
pub(crate) fn finish(command: &mut Command, what: &str) -> anyhow::Result<String> {
    let output = command.output().with_context(|| what.to_owned())?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    bail!("{what}: {}", String::from_utf8_lossy(&output.stderr).trim())
}

/// Runs systemctl and waits for the result.
pub(crate) fn systemctl(arguments: &[&str]) -> anyhow::Result<String> {
    finish(
        Command::new("systemctl").args(arguments),
        &format!("systemctl {}", arguments.join(" ")),
    )
}
