//! Waiting for what becomes true by itself.

use std::time::Duration;

/// How often what is waited for is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Asks every so often until `is_true`; answers false when it never was within the time.
pub(crate) async fn eventually(
    within: Duration,
    mut is_true: impl AsyncFnMut() -> anyhow::Result<bool>,
) -> anyhow::Result<bool> {
    let asking = async {
        while !is_true().await? {
            tokio::time::sleep(LOOK_EVERY).await;
        }
        Ok(true)
    };
    tokio::time::timeout(within, asking).await.unwrap_or(Ok(false))
}
