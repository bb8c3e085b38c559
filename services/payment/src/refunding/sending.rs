//! The job that has the provider send money back, and asks it later where that stands.

use std::time::Duration;

use jobs::{Failure, Kind};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    payment::{
        money::Money,
        money_store,
        refund::{Refund, RefundState},
        refund_store,
    },
    payments::Payments,
    provider::{Provider, ProviderError, ProviderRefund, ProviderRefundState},
    refunding::changing,
};

/// A refund is asked for until the provider answers; the same key makes it one.
pub const KIND: Kind = Kind {
    name: "refund",
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

/// Statuses of a refusal that is about the refund itself, and so its end: a wrong question, a state that does not allow it, another
/// body under the same key. 0: it was not worth asking. Others, such as a key that is not good, say nothing about it.
const FINAL: [u16; 3] = [0, 400, 409];

/// The first pause before a refund that is pending is looked at again, and the longest.
const FIRST_LOOK: Duration = Duration::from_mins(1);
const RARELY: Duration = Duration::from_hours(6);

#[derive(Debug, Serialize, Deserialize)]
struct Payload {
    refund_id: Uuid,
}

/// Within the transaction that writes the refund down.
pub async fn enqueue(transaction: &mut PgConnection, refund_id: Uuid) -> sqlx::Result<()> {
    jobs::enqueue(transaction, &KIND, &Payload { refund_id }).await?;
    Ok(())
}

/// Has a refund sent.
pub async fn run(payments: &Payments, job: &jobs::Job) -> Result<(), Failure> {
    let Payload { refund_id } = job.payload()?;
    send(payments, refund_id).await
}

/// Asks the provider for a refund, or where it stands, and writes its answer down.
pub async fn send(payments: &Payments, refund_id: Uuid) -> Result<(), Failure> {
    let refund = refund_store::find(&payments.db, refund_id).await?;
    let refund = refund.ok_or_else(|| Failure::Poison("there is no such refund".to_owned()))?;
    if !refund.state.is_on_its_way() {
        return Ok(());
    }
    let money = money_store::find(&payments.db, refund.payment_id).await?;
    let money = money.ok_or_else(|| Failure::Poison("there is no such payment".to_owned()))?;
    let provider = payments.provider_named(&money.provider);
    let provider = provider.ok_or_else(|| Failure::Retry(anyhow::anyhow!("its provider is not set")))?;
    match ask(provider, &refund, &money).await {
        Ok(answer) => {
            let state = state(answer.state);
            changing::change(payments, refund_id, state, Some(&answer.id)).await?;
            Ok(refund_store::look_again(&payments.db, refund_id, next_look(&refund)).await?)
        }
        // A person sends it; it stays as it is until they say so.
        Err(ProviderError::ByHand) => {
            let next = OffsetDateTime::now_utc() + RARELY;
            Ok(refund_store::look_again(&payments.db, refund_id, next).await?)
        }
        Err(ProviderError::Refused { status, code, .. })
            if refund.state == RefundState::Wanted && FINAL.contains(&status) =>
        {
            tracing::error!(%refund_id, status, code, "the provider refuses a refund");
            Ok(changing::change(payments, refund_id, RefundState::Failed, None).await?)
        }
        Err(error) => Err(Failure::Retry(error.into())),
    }
}

async fn ask(provider: &Provider, refund: &Refund, money: &Money) -> Result<ProviderRefund, ProviderError> {
    match &refund.provider_refund_id {
        Some(id) => provider.look_up_refund(&money.provider_payment_id, id).await,
        None => {
            provider
                .refund(refund.id, &money.provider_payment_id, refund.amount_paise)
                .await
        }
    }
}

/// A refund that takes longer is looked at less often.
fn next_look(refund: &Refund) -> OffsetDateTime {
    let now = OffsetDateTime::now_utc();
    let age = (now - refund.wanted_at).unsigned_abs();
    now + (age / 4).clamp(FIRST_LOOK, RARELY)
}

fn state(state: ProviderRefundState) -> RefundState {
    match state {
        ProviderRefundState::Pending => RefundState::Pending,
        ProviderRefundState::Processed => RefundState::Processed,
        ProviderRefundState::Failed => RefundState::Failed,
    }
}
