//! The job that sends a refund through the provider.

use std::time::Duration;

use jobs::Kind;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use uuid::Uuid;

/// Retries until the provider answers. The idempotency key prevents a second refund.
pub const KIND: Kind = Kind {
    name: "send-refund",
    retry_after: &[
        Duration::from_secs(1),
        Duration::from_secs(5),
        Duration::from_secs(30),
        Duration::from_mins(2),
        Duration::from_mins(10),
        Duration::from_hours(1),
    ],
    repeat_after: &[Duration::from_secs(5); 50],
    max_attempts: i32::MAX,
    useful_for: Duration::from_hours(24 * 366),
};

/// The job's payload.
#[derive(Debug, Serialize, Deserialize)]
pub struct Payload {
    /// The refund's id.
    pub refund_id: Uuid,
}

/// Enqueues the job in the transaction that stores the refund.
pub async fn enqueue(transaction: &mut PgConnection, refund_id: Uuid) -> sqlx::Result<()> {
    jobs::enqueue(transaction, &KIND, &Payload { refund_id }).await?;
    Ok(())
}
