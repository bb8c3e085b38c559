//! Reads a payment and its refunds from the provider, to decide what a refusal means. Apart from the
//! provider's answer, only a manual refund ends a refund.

use sqlx::PgConnection;

use crate::{
    error::Error,
    payment::{
        captured_payment::CapturedPayment,
        dispute_store, payment_store,
        refund::{self, Refund, RefundReason, RefundState},
        refund_store::{self, RefundUpdate},
    },
    payments::Payments,
    provider::{Provider, ProviderError},
    refunds::{
        at_provider::{PaymentAtProvider, RefundAtProvider},
        import_external_refund, remaining,
        request_refund::{self, RefundRequest},
        update_refund,
    },
};

/// Imports the provider's refunds of a payment. Returns false if `refund` must not be sent any more.
pub async fn sync_with_provider(
    payments: &Payments,
    provider: &Provider,
    refund: &Refund,
    money: &CapturedPayment,
) -> Result<bool, Error> {
    let mut found = fetch_payment(provider, money).await?;
    found.lost_paise = dispute_store::of_payment(&payments.db, money.id)
        .await?
        .lost_paise;
    let stored = refund_store::of_payments(&payments.db, &[money.id]).await?;
    let may_be_sent = match found.state_of(refund, &stored) {
        RefundAtProvider::Made(made) => {
            import_external_refund::apply_state(payments, provider.name(), refund, made).await?;
            false
        }
        RefundAtProvider::MayBeSent => true,
        RefundAtProvider::TooMuch => {
            fail_and_replace(payments, refund, &found).await?;
            false
        }
    };
    for made in found.unknown(&refund_store::of_payments(&payments.db, &[money.id]).await?) {
        import_external_refund::import(payments, provider.name(), &made.refund, RefundReason::Goodwill)
            .await?;
    }
    Ok(may_be_sent)
}

async fn fetch_payment(
    provider: &Provider,
    money: &CapturedPayment,
) -> Result<PaymentAtProvider, ProviderError> {
    let id = &money.provider_payment_id;
    let payment = provider.find_payment(id).await?;
    Ok(PaymentAtProvider {
        payment: payment.ok_or(ProviderError::Unreadable("a payment in another currency"))?,
        refunds: provider.refunds_of(id).await?,
        lost_paise: 0,
    })
}

/// Fails a refund that exceeds what the provider has left of the payment, and imports the refunds from its
/// page. Requests the remaining amount if the shop owes the whole payment; otherwise staff decide.
async fn fail_and_replace(
    payments: &Payments,
    refund: &Refund,
    found: &PaymentAtProvider,
) -> sqlx::Result<()> {
    let mut transaction = database::begin(&payments.db).await?;
    let locked = refund_store::lock(&mut transaction, refund.id).await?;
    let Some(refund) = locked.filter(|refund| refund.state == RefundState::Requested) else {
        return Ok(());
    };
    let Some(money) = payment_store::lock(&mut transaction, refund.payment_id).await? else {
        return Ok(());
    };
    let failed = RefundUpdate {
        to: RefundState::Failed,
        provider_refund_id: None,
        manual: None,
    };
    update_refund::update(&mut transaction, refund.id, failed, Some(&money)).await?;
    let stored = refund_store::of_payments(&mut *transaction, &[money.id]).await?;
    for made in found.unknown(&stored) {
        import_external_refund::insert(&mut transaction, &made.refund, RefundReason::Goodwill, &money)
            .await?;
    }
    request_rest(&mut transaction, &refund, &money).await?;
    transaction.commit().await?;
    payments.relay.wake();
    payments.workers.wake();
    Ok(())
}

async fn request_rest(
    transaction: &mut PgConnection,
    refund: &Refund,
    money: &CapturedPayment,
) -> sqlx::Result<()> {
    let left_paise = remaining::of_payment(transaction, money).await?.paise;
    let is_owed = matches!(
        refund.reason,
        RefundReason::TooLate | RefundReason::PaidTwice | RefundReason::Cancelled
    );
    // An equal or larger amount would be refused again, endlessly.
    if !is_owed || !(1..refund.amount_paise).contains(&left_paise) {
        return Ok(());
    }
    let request = RefundRequest {
        id: refund::id_of_rest(refund.id),
        amount_paise: left_paise,
        reason: refund.reason,
        note: String::new(),
        staff_id: None,
    };
    request_refund::request(transaction, money, request).await?;
    Ok(())
}
