//! The job that asks the order to decide about a payment, and stores the decision.

use std::time::Duration;

use jobs::{Failure, Kind};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::OffsetDateTime;
use tonic::Code;
use uuid::Uuid;

use crate::{
    events,
    payment::{
        captured_payment::PaymentOutcome,
        payment_store,
        refund::{self, RefundReason},
    },
    payments::Payments,
    refunds::request_refund::{self, RefundRequest},
};

/// Settles a payment. Retries until the order service answers.
pub const KIND: Kind = Kind {
    name: "accept-payment",
    retry_after: &[
        Duration::from_secs(1),
        Duration::from_secs(2),
        Duration::from_secs(5),
        Duration::from_secs(15),
        Duration::from_mins(1),
    ],
    // If the program crashes, the next one takes the job over and gets the same decision.
    repeat_after: &[Duration::from_secs(2); 50],
    max_attempts: i32::MAX,
    useful_for: Duration::from_hours(24 * 366),
};

#[derive(Debug, Serialize, Deserialize)]
struct Payload {
    payment_id: Uuid,
}

/// Enqueues the job in the transaction that records the payment.
pub async fn enqueue(transaction: &mut PgConnection, payment_id: Uuid) -> sqlx::Result<()> {
    jobs::enqueue(transaction, &KIND, &Payload { payment_id }).await?;
    Ok(())
}

/// Runs the job.
pub async fn run(payments: &Payments, job: &jobs::Job) -> Result<(), Failure> {
    let Payload { payment_id } = job.payload()?;
    let money = payment_store::find(&payments.db, payment_id).await?;
    let money = money.ok_or_else(|| Failure::Poison("there is no such payment".to_owned()))?;
    if money.outcome.is_some() {
        return Ok(());
    }
    let outcome = payments.orders.accept_payment(&money).await;
    let outcome = outcome.map_err(|status| match status.code() {
        Code::NotFound | Code::InvalidArgument => {
            Failure::Poison(format!("the order service refuses money: {}", status.message()))
        }
        _ => Failure::Retry(anyhow::anyhow!("the order service did not settle: {status}")),
    })?;
    store_outcome(payments, payment_id, outcome).await?;
    payments.relay.wake();
    payments.workers.wake();
    Ok(())
}

/// Stores and publishes the decision. Requests a refund if the order rejects the payment.
async fn store_outcome(payments: &Payments, payment_id: Uuid, outcome: PaymentOutcome) -> sqlx::Result<()> {
    let mut transaction = database::begin(&payments.db).await?;
    let Some(mut money) = payment_store::lock(&mut transaction, payment_id).await? else {
        return Ok(());
    };
    if money.outcome.is_some() {
        return Ok(());
    }
    payment_store::set_outcome(&mut transaction, payment_id, outcome).await?;
    money.outcome = Some(outcome);
    let event = events::payment_captured(&money, outcome, OffsetDateTime::now_utc());
    outbox::write(&mut transaction, event).await?;
    let reason = match outcome {
        PaymentOutcome::TooLate => Some(RefundReason::TooLate),
        PaymentOutcome::PaidBefore => Some(RefundReason::PaidTwice),
        PaymentOutcome::Accepted | PaymentOutcome::WrongAmount => None,
    };
    if let Some(reason) = reason {
        let request = RefundRequest {
            id: refund::id_of(payment_id, reason),
            amount_paise: money.amount_paise,
            reason,
            note: String::new(),
            staff_id: None,
        };
        request_refund::request(&mut transaction, &money, request).await?;
    }
    transaction.commit().await
}
