//! Refunds on their way are asked about until they have come to their end.

use crate::{payment::refund_store, payments::Payments, refunding::sending};

/// Refunds that one round of the sweep asks about: each may take the provider's deadline, and a sweep has half a minute.
const A_ROUND: i64 = 20;

/// Asks about a refund that the provider named; one that is not known yet is told by the answer to our own call.
pub async fn look_at_refund(payments: &Payments, provider_refund_id: &str) -> Result<(), jobs::Failure> {
    match refund_store::with_provider_id(&payments.db, provider_refund_id).await? {
        Some(refund_id) => sending::send(payments, refund_id).await,
        None => Ok(()),
    }
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
