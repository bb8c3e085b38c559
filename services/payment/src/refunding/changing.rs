//! Changes a refund's state: stores and publishes each change once.

use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    events,
    payment::{
        money::Money,
        money_store,
        refund::{Refund, RefundState},
        refund_store::{self, Change},
    },
    payments::Payments,
    provider::ProviderRefundState,
};

/// Stores the provider's state of a refund. Ignores a state that is no allowed transition.
pub async fn change(
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
    let money = money_store::lock(&mut transaction, refund.payment_id).await?;
    let answer = Change {
        to,
        provider_refund_id,
        manual: None,
    };
    write(&mut transaction, refund_id, answer, money.as_ref()).await?;
    transaction.commit().await?;
    payments.relay.wake();
    Ok(())
}

/// Converts a provider's refund state.
pub fn state(state: ProviderRefundState) -> RefundState {
    match state {
        ProviderRefundState::Pending => RefundState::Pending,
        ProviderRefundState::Processed => RefundState::Processed,
        ProviderRefundState::Failed => RefundState::Failed,
    }
}

/// Stores and publishes a refund's new state, which must be an allowed transition. The caller holds the locks
/// on refund and payment, and wakes the relay after the commit.
pub async fn write(
    transaction: &mut PgConnection,
    refund_id: Uuid,
    change: Change<'_>,
    money: Option<&Money>,
) -> sqlx::Result<Refund> {
    let changed = refund_store::change(transaction, refund_id, change).await?;
    outbox::write(transaction, events::refund_changed(&changed, money)).await?;
    Ok(changed)
}
