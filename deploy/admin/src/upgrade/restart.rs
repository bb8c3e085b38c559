//! Programs are restarted one after another, so that what one of them does is away for as long as it takes to start, and never all.

use std::{
    thread,
    time::{Duration, Instant},
};

use anyhow::bail;

use crate::{command::systemctl, installation::programs};

const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Restarts NATS and each program, those first that others ask; fails at the first one that is not ready in time. Caddy goes on: it is
/// not of our package.
pub fn restart(ready_within: Duration) -> anyhow::Result<()> {
    let programs = programs().into_iter().map(|program| program.name);
    for name in std::iter::once("nats".to_owned()).chain(programs) {
        restart_one(&format!("vanmool-{name}.service"), ready_within)?;
    }
    Ok(())
}

/// systemd would wait for as long as the unit says, and try again without an end.
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
        thread::sleep(LOOK_EVERY);
    }
}

/// Which start of the unit this is, and whether it is ready.
fn invocation(unit: &str) -> anyhow::Result<(String, bool)> {
    let shown = systemctl(&["show", "--property=InvocationID,ActiveState", unit])?;
    let of = |name: &str| {
        let value = shown.lines().find_map(|line| line.strip_prefix(name));
        value.unwrap_or_default().to_owned()
    };
    Ok((of("InvocationID="), of("ActiveState=") == "active"))
}
