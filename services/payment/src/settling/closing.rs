//! Closes the open attempts of an order at the provider, after checking for a payment.

use std::time::Duration;

use outbox::Failure;
use uuid::Uuid;

use crate::{
    error::Error,
    payment::attempt_store,
    payments::Payments,
    settling::looking::{self, Purpose, look_at},
};

/// The pause before a provider that failed is asked again.
const PROVIDER_AWAY: Duration = Duration::from_secs(10);

/// Closes the open attempts of an order. Records and settles payments that arrived before.
pub async fn close_attempts(payments: &Payments, order_id: Uuid) -> Result<(), Failure> {
    let attempts = attempt_store::of_order(&payments.db, order_id).await?;
    for attempt in attempts.iter().filter(|attempt| attempt.state.is_open()) {
        look_at(payments, attempt, Purpose::Close)
            .await
            .map_err(|error| match error {
                Error::Database(error) => Failure::Database(error),
                error if looking::is_away(&error) => Failure::Postponed(PROVIDER_AWAY),
                error => Failure::Retry(anyhow::anyhow!(error.cause())),
            })?;
    }
    Ok(())
}
