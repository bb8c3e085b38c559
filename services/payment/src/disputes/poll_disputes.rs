//! Reads disputes from the provider: one after each webhook, and all of them periodically.

use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::{
    capture::poll_attempts,
    error::Error,
    events,
    payment::{
        captured_payment::CapturedPayment,
        dispute::{Dispute, DisputeState},
        dispute_store, payment_store,
    },
    payments::Payments,
    provider::{Provider, ProviderDispute, pages},
};

/// How far back disputes are listed. Banks take up to four months to open one and a month to end it.
const LISTED_FOR: Duration = Duration::days(150);

/// Reads one dispute from the provider.
pub async fn poll_dispute(payments: &Payments, provider: &Provider, dispute_id: &str) -> Result<(), Error> {
    match provider.find_dispute(dispute_id).await? {
        Some(found) => record(payments, provider, &found).await,
        None => Ok(()),
    }
}

/// Reads all recent disputes. Logs an unreadable dispute and continues with the others.
pub async fn poll_recent(payments: &Payments, provider: &Provider) -> Result<(), Error> {
    let now = OffsetDateTime::now_utc();
    let listed = pages::read_all(
        |skip| provider.list_disputes(now - LISTED_FOR, now, skip),
        |dispute: &ProviderDispute| dispute.id.as_str(),
    );
    let listed = listed.await?;
    for unread in listed.unread.values() {
        tracing::error!(dispute = unread.id, "a dispute cannot be read");
    }
    for found in listed.items.values() {
        record(payments, provider, found).await?;
    }
    Ok(())
}

/// Stores a dispute and publishes it if it changed. Ignores disputes of payments that belong to no order.
async fn record(payments: &Payments, provider: &Provider, found: &ProviderDispute) -> Result<(), Error> {
    let Some(money) = money(payments, provider, found).await? else {
        return Ok(());
    };
    let mut transaction = database::begin(&payments.db).await?;
    // Serialises with refunds of the same payment.
    let Some(money) = payment_store::lock(&mut transaction, money.id).await? else {
        return Ok(());
    };
    let dispute = Dispute {
        id: Uuid::now_v7(),
        provider_dispute_id: found.id.clone(),
        payment_id: money.id,
        order_id: money.order_id,
        amount_paise: found.amount_paise,
        state: found.state,
        respond_by: found.respond_by,
        opened_at: found.created_at,
        version: 1,
    };
    let Some((id, version)) = dispute_store::put(&mut transaction, provider.name(), &dispute).await? else {
        return Ok(());
    };
    let changed = Dispute {
        id,
        version,
        ..dispute
    };
    outbox::write(&mut transaction, events::payment_disputed(&changed)).await?;
    transaction.commit().await?;
    payments.relay.wake();
    Ok(())
}

/// The payment of a dispute. Looked up at the provider if it is not recorded yet.
async fn money(
    payments: &Payments,
    provider: &Provider,
    found: &ProviderDispute,
) -> Result<Option<CapturedPayment>, Error> {
    let (name, id) = (provider.name(), std::slice::from_ref(&found.payment_id));
    let known = payment_store::with_provider_ids(&payments.db, name, id)
        .await?
        .remove(&found.payment_id);
    if known.is_some() || !matches!(found.state, DisputeState::Open | DisputeState::UnderReview) {
        return Ok(known);
    }
    poll_attempts::poll_payment(payments, name, &found.payment_id).await?;
    Ok(payment_store::with_provider_ids(&payments.db, name, id)
        .await?
        .remove(&found.payment_id))
}
