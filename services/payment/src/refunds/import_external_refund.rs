//! Imports refunds that staff made on the provider's page. They are stored and published like any other
//! refund, so that orders and books stay right.

use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::{
    events,
    payment::{
        captured_payment::CapturedPayment,
        payment_store,
        refund::{self, Refund, RefundReason, RefundState},
        refund_store::{self, RefundUpdate},
    },
    payments::Payments,
    provider::{ListedRefund, ProviderRefund, ProviderRefundState},
    refunds::update_refund,
};

/// The note that staff see.
const NOTE: &str = "Made on the provider's page.";

/// Imports a listed refund. One with our receipt gets the provider's state; if it had failed here, an
/// imported refund replaces it. One without our receipt is stored as new.
pub async fn import_listed(
    payments: &Payments,
    provider: &str,
    listed: &ListedRefund,
) -> sqlx::Result<Option<Refund>> {
    let ours = match listed.refund_id {
        Some(id) => refund_store::find(&payments.db, id).await?,
        None => None,
    };
    let made = &listed.refund;
    let Some(ours) = ours else {
        return import(payments, provider, made, RefundReason::Goodwill).await;
    };
    let money = payment_store::find(&payments.db, ours.payment_id).await?;
    let is_of =
        |money: CapturedPayment| money.provider == provider && money.provider_payment_id == made.payment_id;
    if !money.is_some_and(is_of) || ours.amount_paise != made.amount_paise {
        return Ok(Some(ours));
    }
    apply_state(payments, provider, &ours, made).await
}

/// Stores the provider's state of one of our refunds.
pub async fn apply_state(
    payments: &Payments,
    provider: &str,
    ours: &Refund,
    made: &ProviderRefund,
) -> sqlx::Result<Option<Refund>> {
    if ours.state == RefundState::Failed {
        return import(payments, provider, made, ours.reason).await;
    }
    update_refund::apply_provider_state(
        payments,
        ours.id,
        update_refund::from_provider(made.state),
        Some(&made.id),
    )
    .await?;
    refund_store::find(&payments.db, ours.id).await
}

/// Stores a refund that only the provider has. `None` if its payment is unknown or undecided, if it failed,
/// or if it exceeds what is left of the payment.
pub async fn import(
    payments: &Payments,
    provider: &str,
    made: &ProviderRefund,
    reason: RefundReason,
) -> sqlx::Result<Option<Refund>> {
    let ids = std::slice::from_ref(&made.payment_id);
    let money = payment_store::with_provider_ids(&payments.db, provider, ids).await?;
    let Some(money) = money.get(&made.payment_id) else {
        return Ok(None);
    };
    let mut transaction = database::begin(&payments.db).await?;
    let Some(money) = payment_store::lock(&mut transaction, money.id).await? else {
        return Ok(None);
    };
    let imported = insert(&mut transaction, made, reason, &money).await?;
    transaction.commit().await?;
    payments.relay.wake();
    Ok(imported)
}

/// [`import`] for a locked payment. The caller wakes the relay after the commit.
pub async fn insert(
    transaction: &mut PgConnection,
    made: &ProviderRefund,
    reason: RefundReason,
    money: &CapturedPayment,
) -> sqlx::Result<Option<Refund>> {
    let refunds = refund_store::of_payments(&mut *transaction, &[money.id]).await?;
    let is_known = |refund: &&Refund| {
        refund.provider_refund_id.as_ref() == Some(&made.id) && refund.state != RefundState::Failed
    };
    if let Some(known) = refunds.iter().find(is_known) {
        return Ok(Some(known.clone()));
    }
    let is_too_much = refund::left_paise(money.amount_paise, &refunds) < made.amount_paise;
    if money.outcome.is_none() || is_too_much || made.state == ProviderRefundState::Failed {
        return Ok(None);
    }
    let Some(refund) = refund_store::insert(transaction, &new_refund(made, reason, money)).await? else {
        return Ok(None);
    };
    outbox::write(transaction, events::refund_changed(&refund, Some(money))).await?;
    // In the same transaction, so that no job sends the refund.
    let answer = RefundUpdate {
        to: update_refund::from_provider(made.state),
        provider_refund_id: Some(&made.id),
        manual: None,
    };
    update_refund::update(transaction, refund.id, answer, Some(money))
        .await
        .map(Some)
}

/// The refund as if it were requested now.
fn new_refund(made: &ProviderRefund, reason: RefundReason, money: &CapturedPayment) -> Refund {
    let now = OffsetDateTime::now_utc();
    Refund {
        id: refund::id_of_imported(&money.provider, &made.id),
        payment_id: money.id,
        order_id: money.order_id,
        amount_paise: made.amount_paise,
        reason,
        note: NOTE.to_owned(),
        staff_id: None,
        state: RefundState::Requested,
        provider_refund_id: None,
        manual: None,
        version: 1,
        wanted_at: now,
        changed_at: now,
    }
}
