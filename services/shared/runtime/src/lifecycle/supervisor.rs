//! Reports to systemd: readiness, and regular signs of life.
//!
//! Does nothing without the variable `NOTIFY_SOCKET`: on a laptop, in a cluster, in tests.

use std::time::Duration;

use sd_notify::NotifyState;
use tokio_util::sync::CancellationToken;

/// Reports readiness, then signs of life at half of systemd's watchdog time (`WatchdogSec`), after which it
/// would kill the program. So one sign may be late.
///
/// The signs come from the threads that answer calls. If these are stuck, the signs stop.
pub(crate) async fn report(stop: CancellationToken) {
    tell(&NotifyState::Ready);
    let Some(patience) = sd_notify::watchdog_enabled().filter(|patience| *patience > Duration::ZERO) else {
        return;
    };
    let mut words = tokio::time::interval(patience / 2);
    words.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = words.tick() => tell(&NotifyState::Watchdog),
            () = stop.cancelled() => return,
        }
    }
}

/// Reports that a stop has begun.
pub(crate) fn stopping() {
    tell(&NotifyState::Stopping);
}

/// Sends a message to systemd. A failure only means that systemd acts on the silence.
fn tell(state: &NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(std::slice::from_ref(state)) {
        tracing::warn!(%error, "systemd cannot be told");
    }
}
