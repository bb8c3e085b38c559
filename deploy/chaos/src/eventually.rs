//! Waiting for a condition.

use std::time::Duration;

/// The pause between checks.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Checks until `is_true` holds. Returns false if it does not within the time.
pub(crate) async fn eventually(
    within: Duration,
    mut is_true: impl AsyncFnMut() -> anyhow::Result<bool>,
) -> anyhow::Result<bool> {
    let asking = async {
        while !is_true().await? {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        Ok(true)
    };
    tokio::time::timeout(within, asking).await.unwrap_or(Ok(false))
}
