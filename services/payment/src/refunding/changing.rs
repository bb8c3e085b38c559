//! Changes of a refund: each is written down and told, once, whether a provider or somebody of the shop says so.

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

/// Writes down what a provider says of a refund. What does not lead on from where it stood changes nothing.
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

/// A provider's state of a refund, as it is kept here.
pub fn state(state: ProviderRefundState) -> RefundState {
    match state {
        ProviderRefundState::Pending => RefundState::Pending,
        ProviderRefundState::Processed => RefundState::Processed,
        ProviderRefundState::Failed => RefundState::Failed,
    }
}

/// Writes down where a refund of this payment stands by now, which leads on from where it stood, and tells it. Both are locked; the
/// relay is to be woken after the commit.
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
