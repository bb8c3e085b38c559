//! Polls refunds until they end.

use jobs::Failure;

use crate::{
    payment::refund_store,
    payments::Payments,
    provider::Provider,
    refunds::{import_external_refund, send_refund},
};

/// The number of refunds per round. Each may take the provider's deadline, and a periodic task has half a
/// minute.
const BATCH_SIZE: i64 = 20;

/// Polls a refund that the provider named. An unknown one is ours with its answer still under way, or comes
/// from the provider's page.
pub async fn poll_refund(
    payments: &Payments,
    provider: &Provider,
    provider_payment_id: &str,
    provider_refund_id: &str,
) -> Result<(), Failure> {
    if let Some(refund_id) = refund_store::with_provider_id(&payments.db, provider_refund_id).await? {
        return send_refund::send(payments, refund_id).await;
    }
    let listed = provider
        .refunds_of(provider_payment_id)
        .await
        .map_err(|error| Failure::Retry(error.into()))?;
    for listed in listed
        .iter()
        .filter(|listed| listed.refund.id == provider_refund_id)
    {
        import_external_refund::import_listed(payments, provider.name(), listed).await?;
    }
    Ok(())
}

/// Polls the due refunds and returns how many. One whose provider fails is due again soon.
pub async fn poll_due(payments: &Payments) -> anyhow::Result<u64> {
    let due = refund_store::claim_due(&payments.db, BATCH_SIZE).await?;
    let looking = due.iter().map(|refund_id| async move {
        if let Err(error) = send_refund::send(payments, *refund_id).await {
            tracing::warn!(%refund_id, %error, "a refund could not be looked at");
        }
    });
    futures_util::future::join_all(looking).await;
    Ok(u64::try_from(due.len())?)
}
