//! Changes a refund's state: stores and publishes each change once.

use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    events,
    payment::{
        captured_payment::CapturedPayment,
        payment_store,
        refund::{Refund, RefundState},
        refund_store::{self, RefundUpdate},
    },
    payments::Payments,
    provider::ProviderRefundState,
};

/// Stores the provider's state of a refund. Ignores a state that is no allowed transition.
pub async fn apply_provider_state(
    payments: &Payments,
    refund_id: Uuid,
    to: RefundState,
    provider_refund_id: Option<&str>,
) -> sqlx::Result<()> {
    let mut transaction = database::begin(&payments.db).await?;
    let Some(refund) = refund_store::lock(&mut transaction, refund_id).await? else {
        return Ok(());
    };
    if !refund.state.leads_to(to) {
        return Ok(());
    }
    let money = payment_store::lock(&mut transaction, refund.payment_id).await?;
    let answer = RefundUpdate {
        to,
        provider_refund_id,
        manual: None,
    };
    update(&mut transaction, refund_id, answer, money.as_ref()).await?;
    transaction.commit().await?;
    payments.relay.wake();
    Ok(())
}

/// Converts a provider's refund state.
pub fn from_provider(state: ProviderRefundState) -> RefundState {
    match state {
        ProviderRefundState::Pending => RefundState::Pending,
        ProviderRefundState::Processed => RefundState::Processed,
        ProviderRefundState::Failed => RefundState::Failed,
    }
}

/// Stores and publishes a refund's new state, which must be an allowed transition. The caller holds the locks
/// on refund and payment, and wakes the relay after the commit.
pub async fn update(
    transaction: &mut PgConnection,
    refund_id: Uuid,
    change: RefundUpdate<'_>,
    money: Option<&CapturedPayment>,
) -> sqlx::Result<Refund> {
    let changed = refund_store::update(transaction, refund_id, change).await?;
    outbox::write(transaction, events::refund_changed(&changed, money)).await?;
    Ok(changed)
}
