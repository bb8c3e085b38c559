//! Refunds on their way are asked about until they have come to their end.

use jobs::Failure;

use crate::{
    payment::refund_store,
    payments::Payments,
    provider::Provider,
    refunding::{adopting, sending},
};

/// Refunds that one round of the sweep asks about: each may take the provider's deadline, and a sweep has half a minute.
const A_ROUND: i64 = 20;

/// Asks about a refund that the provider named. One that is not known yet is ours, whose answer is on its way, or was made on the
/// provider's page.
pub async fn look_at_refund(
    payments: &Payments,
    provider: &Provider,
    provider_payment_id: &str,
    provider_refund_id: &str,
) -> Result<(), Failure> {
    if let Some(refund_id) = refund_store::with_provider_id(&payments.db, provider_refund_id).await? {
        return sending::send(payments, refund_id).await;
    }
    let listed = provider
        .refunds_of(provider_payment_id)
        .await
        .map_err(|error| Failure::Retry(error.into()))?;
    for listed in listed
        .iter()
        .filter(|listed| listed.refund.id == provider_refund_id)
    {
        adopting::take_in(payments, provider.name(), listed).await?;
    }
    Ok(())
}

/// Asks about the refunds on their way that are due; answers how many there were. One whose provider is away is due again soon.
pub async fn look_at_due(payments: &Payments) -> anyhow::Result<u64> {
    let due = refund_store::claim_due(&payments.db, A_ROUND).await?;
    let looking = due.iter().map(|refund_id| async move {
        if let Err(error) = sending::send(payments, *refund_id).await {
            tracing::warn!(%refund_id, %error, "a refund could not be looked at");
        }
    });
    futures_util::future::join_all(looking).await;
    Ok(u64::try_from(due.len())?)
}
