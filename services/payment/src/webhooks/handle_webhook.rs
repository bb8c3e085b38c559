//! The job that handles a webhook. It trusts only the ids in the body, and asks the provider for the rest.

use std::time::Duration;

use jobs::{Failure, Kind};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use crate::{
    capture::poll_attempts::{PollPurpose, poll_attempt, poll_payment},
    disputes::poll_disputes,
    payment::attempt_store,
    payments::Payments,
    provider::{Provider, WebhookHint},
    refunds::poll_refunds::poll_refund,
    webhooks::event_store::{self, ProviderEvent},
};

/// Handles a webhook. After three days it is pointless, because periodic polls cover the same objects.
pub const KIND: Kind = Kind {
    name: "webhook",
    retry_after: &[
        Duration::from_secs(1),
        Duration::from_secs(5),
        Duration::from_secs(30),
        Duration::from_mins(2),
        Duration::from_mins(10),
    ],
    repeat_after: &[Duration::from_secs(2); 20],
    max_attempts: 500,
    useful_for: Duration::from_hours(72),
};

#[derive(Debug, Serialize, Deserialize)]
struct Payload {
    provider: String,
    event_id: String,
}

/// Enqueues the job in the transaction that stores the event.
pub async fn enqueue(transaction: &mut PgConnection, event: &ProviderEvent) -> sqlx::Result<()> {
    let payload = Payload {
        provider: event.provider.clone(),
        event_id: event.event_id.clone(),
    };
    jobs::enqueue(transaction, &KIND, &payload).await?;
    Ok(())
}

/// Runs the job.
pub async fn run(payments: &Payments, job: &jobs::Job) -> Result<(), Failure> {
    let Payload { provider, event_id } = job.payload()?;
    let Some(asked) = payments.provider_named(&provider) else {
        return Err(Failure::Retry(anyhow::anyhow!("its provider is not set")));
    };
    let body = event_store::unhandled_body(&payments.db, &provider, &event_id).await?;
    let Some(body) = body else {
        return Ok(());
    };
    if let Some(hint) = asked.parse_webhook(&body) {
        poll_hinted(payments, asked, hint).await?;
    }
    Ok(event_store::mark_handled(&payments.db, &provider, &event_id).await?)
}

async fn poll_hinted(payments: &Payments, provider: &Provider, hint: WebhookHint) -> Result<(), Failure> {
    if let Some(dispute_id) = &hint.provider_dispute_id {
        return Ok(poll_disputes::poll_dispute(payments, provider, dispute_id).await?);
    }
    if let Some((payment_id, refund_id)) = hint
        .provider_payment_id
        .as_ref()
        .zip(hint.provider_refund_id.as_ref())
    {
        return poll_refund(payments, provider, payment_id, refund_id).await;
    }
    if let Some(payment_id) = &hint.provider_payment_id {
        return Ok(poll_payment(payments, provider.name(), payment_id).await?);
    }
    let Some(attempt_id) = hint.attempt_id else {
        return Ok(());
    };
    match attempt_store::find(&payments.db, attempt_id).await? {
        Some(attempt) => Ok(poll_attempt(payments, &attempt, PollPurpose::Update).await?),
        None => Ok(()),
    }
}
