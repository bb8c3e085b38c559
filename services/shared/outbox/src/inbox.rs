//! What was handled: an event's note and its effect are one transaction.

use std::{panic::AssertUnwindSafe, time::Duration};

use futures_util::FutureExt as _;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::{Delivery, Failure};

/// How long a handler may take; settling a message must fit into the rest of the time that the server waits.
const HANDLER_TIMEOUT: Duration = Duration::from_secs(20);

/// Handles an event unless it was handled before.
pub(crate) async fn handle_once<H>(
    db: &PgPool,
    consumer: &str,
    delivery: Delivery,
    handle: &H,
) -> Result<(), Failure>
where
    H: AsyncFn(&mut PgConnection, Delivery) -> Result<(), Failure>,
{
    let mut transaction = db.begin().await.map_err(Failure::database)?;
    let is_new = claim(&mut transaction, consumer, delivery.event_id)
        .await
        .map_err(Failure::database)?;
    if !is_new {
        return Ok(());
    }
    let handling = AssertUnwindSafe(handle(&mut transaction, delivery)).catch_unwind();
    match tokio::time::timeout(HANDLER_TIMEOUT, handling).await {
        Ok(Ok(handled)) => handled?,
        Ok(Err(_)) => return Err(Failure::Retry(anyhow::anyhow!("the handler panicked"))),
        Err(_) => return Err(Failure::Retry(anyhow::anyhow!("the handler took too long"))),
    }
    transaction.commit().await.map_err(Failure::database)
}

/// Notes the event; false when it was handled before. Whoever else holds the same event waits here for the outcome.
#[tracing::instrument(name = "INSERT inbox", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn claim(transaction: &mut PgConnection, consumer: &str, event_id: Uuid) -> sqlx::Result<bool> {
    // A handler that waits for somebody else, such as a mail server, leaves the transaction idle.
    sqlx::query!("SELECT set_config('idle_in_transaction_session_timeout', '30s', true)")
        .fetch_one(&mut *transaction)
        .await?;
    let noted = sqlx::query!(
        "INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        consumer,
        event_id
    );
    Ok(noted.execute(transaction).await?.rows_affected() == 1)
}
