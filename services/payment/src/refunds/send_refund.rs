//! Sends refunds through the provider, and polls their state.

use std::time::Duration;

use jobs::Failure;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    payment::{
        captured_payment::CapturedPayment, dispute_store, payment_store, refund::Refund, refund_store,
    },
    payments::Payments,
    provider::{Provider, ProviderError, ProviderRefund},
    refunds::{provider_sync::sync_with_provider, refund_job::Payload, update_refund},
};

/// The shortest and the longest pause between polls of a refund.
const SHORTEST_PAUSE: Duration = Duration::from_mins(1);
const LONGEST_PAUSE: Duration = Duration::from_hours(6);

/// How long the provider is sure to know a refund's idempotency key. The documentation names no time; older
/// refunds are looked up before they are sent.
const KEY_IS_KNOWN_FOR: time::Duration = time::Duration::HOUR;

/// The stored reason for not sending a refund of a disputed payment. The bank may take the same money back.
const DISPUTED: &str = "the payment is disputed";

/// Runs the job.
pub async fn run(payments: &Payments, job: &jobs::Job) -> Result<(), Failure> {
    let Payload { refund_id } = job.payload()?;
    send(payments, refund_id).await
}

/// Sends a refund, or polls it if it was sent, and stores the answer.
pub async fn send(payments: &Payments, refund_id: Uuid) -> Result<(), Failure> {
    let refund = refund_store::find(&payments.db, refund_id).await?;
    let refund = refund.ok_or_else(|| Failure::Poison("there is no such refund".to_owned()))?;
    if !refund.state.is_on_its_way() {
        return Ok(());
    }
    let money = payment_store::find(&payments.db, refund.payment_id).await?;
    let money = money.ok_or_else(|| Failure::Poison("there is no such payment".to_owned()))?;
    if money.is_refunded_manually() {
        // A staff member sends it. It stays as it is until they record it.
        let next = OffsetDateTime::now_utc() + LONGEST_PAUSE;
        return Ok(refund_store::schedule_poll(&payments.db, refund_id, next).await?);
    }
    let provider = payments.provider_named(&money.provider);
    let provider = provider.ok_or_else(|| Failure::Retry(anyhow::anyhow!("its provider is not set")))?;
    let Some(reference) = &refund.provider_refund_id else {
        return submit(payments, provider, &refund, &money).await;
    };
    let found = provider
        .look_up_refund(&money.provider_payment_id, reference)
        .await;
    record_answer(payments, &refund, &found.map_err(away)?).await
}

/// Sends a refund for the first time or again. A refusal does not end it: the provider's data decides.
async fn submit(
    payments: &Payments,
    provider: &Provider,
    refund: &Refund,
    money: &CapturedPayment,
) -> Result<(), Failure> {
    let disputed = dispute_store::of_payment(&payments.db, money.id).await?;
    if disputed.is_open {
        let again = next_poll(refund);
        return Ok(refund_store::record_refusal(&payments.db, refund.id, DISPUTED, again).await?);
    }
    let is_old = OffsetDateTime::now_utc() - refund.wanted_at > KEY_IS_KNOWN_FOR;
    if (is_old || disputed.lost_paise > 0) && !sync_with_provider(payments, provider, refund, money).await? {
        return Ok(());
    }
    if !refund_store::record_submission(&payments.db, refund.id).await? {
        return Ok(());
    }
    let asked = provider.refund(refund.id, &money.provider_payment_id, refund.amount_paise);
    let refused = match asked.await {
        Ok(answer) => return record_answer(payments, refund, &answer).await,
        Err(error @ ProviderError::Unavailable(_)) => return Err(away(error)),
        Err(error) => error,
    };
    tracing::warn!(refund_id = %refund.id, error = %refused, "the provider refuses a refund");
    let words = refused.to_string();
    refund_store::record_refusal(&payments.db, refund.id, &words, next_poll(refund)).await?;
    sync_with_provider(payments, provider, refund, money).await?;
    Ok(())
}

async fn record_answer(payments: &Payments, refund: &Refund, answer: &ProviderRefund) -> Result<(), Failure> {
    let state = update_refund::from_provider(answer.state);
    update_refund::apply_provider_state(payments, refund.id, state, Some(&answer.id)).await?;
    Ok(refund_store::schedule_poll(&payments.db, refund.id, next_poll(refund)).await?)
}

fn away(error: ProviderError) -> Failure {
    Failure::Retry(error.into())
}

/// When to poll next. Older refunds are polled less often.
fn next_poll(refund: &Refund) -> OffsetDateTime {
    let now = OffsetDateTime::now_utc();
    let age = (now - refund.wanted_at).unsigned_abs();
    now + (age / 4).clamp(SHORTEST_PAUSE, LONGEST_PAUSE)
}
