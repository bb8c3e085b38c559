//! Runs a command with temporary engines.

use std::ffi::OsString;
use std::process::{Command, ExitStatus};

use anyhow::{Context, Result, bail};

use crate::{Engines, External, Options, checkout};

/// Runs a command with the URLs of new engines in `TEST_DATABASE_URL` and `TEST_NATS_URL`, and psql on its
/// PATH.
///
/// Ctrl-C reaches the command, not the engines. If this process ends first, the command is told to stop, and
/// then the engines.
pub fn exec(command: &[OsString]) -> Result<ExitStatus> {
    let [program, arguments @ ..] = command else {
        bail!("there is no command to run")
    };
    let options = Options::temporary(checkout())?;
    let mut engines = Engines::start(&options, External::default())?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let psql = engines.postgres().map(|postgres| postgres.programs().to_owned());
    let path = std::env::join_paths(std::env::split_paths(&path).chain(psql))?;
    let mut child = Command::new(program)
        .args(arguments)
        .env("PATH", path)
        .env("TEST_DATABASE_URL", engines.maintenance_url())
        .env("TEST_NATS_URL", engines.nats_url())
        .spawn()
        .with_context(|| format!("run {}", program.display()))?;
    let guard = options.folder.guard();
    guard.watch(child.id(), "TERM")?;
    let status = child.wait()?;
    guard.unwatch(child.id());
    Ok(status)
}
