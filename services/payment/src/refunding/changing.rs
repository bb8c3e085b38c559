//! Changes of a refund: each is written down and told, once.

use uuid::Uuid;

use crate::{
    events,
    payment::{money::Outcome, money_store, refund::RefundState, refund_store},
    payments::Payments,
};

/// Writes down where a refund stands by now. What does not lead on from where it stood changes nothing.
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
    let is_of_accepted = money.is_some_and(|money| money.outcome == Some(Outcome::Accepted));
    let changed = refund_store::change(&mut transaction, refund_id, to, provider_refund_id).await?;
    outbox::write(&mut transaction, events::refund_changed(&changed, is_of_accepted)).await?;
    transaction.commit().await?;
    payments.relay.wake();
    Ok(())
}
