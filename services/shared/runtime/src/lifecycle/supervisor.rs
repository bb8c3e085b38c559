//! What systemd is told where it runs the program: that it is ready, and again and again that it lives.
//!
//! Nothing is told where the variable `NOTIFY_SOCKET` is absent: on a laptop, in a cluster, in tests.

use std::time::Duration;

use sd_notify::NotifyState;
use tokio_util::sync::CancellationToken;

/// Tells that the program is ready, and that it lives for as long as it does: at half the time after which systemd would
/// take it for stuck and kill it (`WatchdogSec`), so that one word may come late.
///
/// The words come from the threads that answer calls: where these are stuck, they stop.
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

/// Tells that a stop has begun.
pub(crate) fn stopping() {
    tell(&NotifyState::Stopping);
}

/// A word that does not arrive is no reason to end: systemd acts on the silence by itself.
fn tell(state: &NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(std::slice::from_ref(state)) {
        tracing::warn!(%error, "systemd cannot be told");
    }
}
