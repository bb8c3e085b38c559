//! Records payments. Webhooks, shoppers' checks and periodic polls all end here, and only the first of them
//! records a payment.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    capture::{accept_payment, schedule},
    payment::{
        attempt::{Attempt, AttemptState},
        attempt_store,
        captured_payment::CapturedPayment,
        payment_store,
    },
    payments::Payments,
    provider::ProviderPayment,
};

/// Records a payment of an attempt, once per payment of the provider, and enqueues its settling. Returns
/// false if it was recorded before.
pub async fn record_capture(
    payments: &Payments,
    attempt: &Attempt,
    captured: &ProviderPayment,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let fee_paise = captured.fee_paise.max(0);
    let money = CapturedPayment {
        id: Uuid::now_v7(),
        attempt_id: Some(attempt.id),
        order_id: attempt.order_id,
        order_number: attempt.order_number.clone(),
        provider: attempt.provider.clone(),
        provider_payment_id: captured.id.clone(),
        amount_paise: captured.amount_paise,
        fee_paise,
        fee_tax_paise: captured.fee_tax_paise.clamp(0, fee_paise),
        captured_at: captured.created_at,
        outcome: None,
    };
    let mut transaction = database::begin(&payments.db).await?;
    let is_new = record(&mut transaction, &money).await?;
    let next_poll_at = schedule::next_poll(AttemptState::Paid, attempt.started_at, attempt.due_at, now);
    attempt_store::mark_paid(&mut *transaction, attempt.id, next_poll_at).await?;
    transaction.commit().await?;
    runtime::fail_at("payment", "after_capture");
    if is_new {
        payments.workers.wake();
    }
    Ok(is_new)
}

/// Records a payment and enqueues its settling. Returns false if it was recorded before. The caller wakes the
/// workers after the commit.
pub async fn record(transaction: &mut PgConnection, money: &CapturedPayment) -> sqlx::Result<bool> {
    let is_new = payment_store::insert(transaction, money).await?;
    if is_new {
        accept_payment::enqueue(transaction, money.id).await?;
    }
    Ok(is_new)
}
