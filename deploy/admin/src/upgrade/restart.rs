//! Rolling restart: one program at a time.

use std::{
    thread,
    time::{Duration, Instant},
};

use anyhow::bail;

use crate::{command::systemctl, installation::programs};

const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Restarts NATS and then each program, callers after the programs that they call. Fails at the first one
/// that is not ready in time. Caddy is not among them: the package's script restarts it if its files changed.
pub fn restart(ready_within: Duration) -> anyhow::Result<()> {
    let programs = programs().into_iter().map(|program| program.name);
    for name in std::iter::once("nats".to_owned()).chain(programs) {
        restart_one(&format!("vanmool-{name}.service"), ready_within)?;
    }
    Ok(())
}

/// Restarts a unit with a timeout. systemd itself would wait as long as the unit says, and retry forever.
fn restart_one(unit: &str, ready_within: Duration) -> anyhow::Result<()> {
    let before = invocation(unit)?.0;
    systemctl(&["restart", "--no-block", unit])?;
    let end = Instant::now() + ready_within;
    loop {
        let (invocation, is_active) = invocation(unit)?;
        if is_active && invocation != before {
            return Ok(());
        }
        if Instant::now() > end {
            bail!("{unit} is not ready within {} seconds", ready_within.as_secs());
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// Returns the id of the unit's current start, and if it is active.
fn invocation(unit: &str) -> anyhow::Result<(String, bool)> {
    let shown = systemctl(&["show", "--property=InvocationID,ActiveState", unit])?;
    let of = |name: &str| {
        let value = shown.lines().find_map(|line| line.strip_prefix(name));
        value.unwrap_or_default().to_owned()
    };
    Ok((of("InvocationID="), of("ActiveState=") == "active"))
}
