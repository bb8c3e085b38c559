//! Closes the open attempts of an order at the provider, after checking for a payment.

use std::time::Duration;

use outbox::Failure;
use uuid::Uuid;

use crate::{
    capture::poll_attempts::{self, PollPurpose, poll_attempt},
    error::Error,
    payment::attempt_store,
    payments::Payments,
};

/// The pause before a provider that failed is asked again.
const PROVIDER_AWAY: Duration = Duration::from_secs(10);

/// Closes the open attempts of an order. Records and settles payments that arrived before.
pub async fn close_attempts(payments: &Payments, order_id: Uuid) -> Result<(), Failure> {
    let attempts = attempt_store::of_order(&payments.db, order_id).await?;
    for attempt in attempts.iter().filter(|attempt| attempt.state.is_open()) {
        poll_attempt(payments, attempt, PollPurpose::Close)
            .await
            .map_err(|error| match error {
                Error::Database(error) => Failure::Database(error),
                error if poll_attempts::is_retryable(&error) => Failure::Postponed(PROVIDER_AWAY),
                error => Failure::Retry(anyhow::anyhow!(error.cause())),
            })?;
    }
    Ok(())
}
