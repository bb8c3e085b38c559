//! Refunds that somebody made on the provider's own page. The money went back whether we like it or not, so they are written down and
//! told like any other: the order, the books and what of the payment is left are right again.

use time::OffsetDateTime;

use crate::{
    events,
    payment::{
        money::Money,
        money_store,
        refund::{self, Reason, Refund, RefundState},
        refund_store::{self, Change},
    },
    payments::Payments,
    provider::{ProviderRefund, ProviderRefundState},
    refunding::changing,
};

/// What colleagues read beside it.
const NOTE: &str = "Made on the provider's page.";

/// Writes a refund down that the provider has and nobody wanted here; none when its payment is not known or not settled yet, and when
/// more would have gone back than came.
pub async fn adopt(
    payments: &Payments,
    provider: &str,
    made: &ProviderRefund,
) -> sqlx::Result<Option<Refund>> {
    let ids = std::slice::from_ref(&made.payment_id);
    let money = money_store::with_provider_ids(&payments.db, provider, ids).await?;
    let Some(money) = money.get(&made.payment_id) else {
        return Ok(None);
    };
    let mut transaction = database::begin(&payments.db).await?;
    let money = money_store::lock(&mut transaction, money.id).await?;
    let Some(money) = money.filter(|money| money.outcome.is_some()) else {
        return Ok(None);
    };
    let refunds = refund_store::of_payments(&mut *transaction, &[money.id]).await?;
    let is_known = |refund: &&Refund| refund.provider_refund_id.as_ref() == Some(&made.id);
    if let Some(known) = refunds.iter().find(is_known) {
        return Ok(Some(known.clone()));
    }
    // What is wanted and has no name yet may be this one: the provider is asked about that first.
    let is_unnamed = |refund: &Refund| refund.state.is_on_its_way() && refund.provider_refund_id.is_none();
    let is_too_much = refund::left_paise(money.amount_paise, &refunds) < made.amount_paise;
    let to = match made.state {
        ProviderRefundState::Pending => RefundState::Pending,
        ProviderRefundState::Processed => RefundState::Processed,
        ProviderRefundState::Failed => return Ok(None),
    };
    if is_too_much || refunds.iter().any(is_unnamed) {
        return Ok(None);
    }
    let wanted = wanted(provider, made, &money);
    let Some(wanted) = refund_store::insert(&mut transaction, &wanted).await? else {
        return Ok(None);
    };
    outbox::write(&mut transaction, events::refund_changed(&wanted, Some(&money))).await?;
    // In the same transaction, so that nobody sends what is wanted: the provider has it.
    let answer = Change {
        to,
        provider_refund_id: Some(&made.id),
        manual: None,
    };
    let adopted = changing::write(&mut transaction, wanted.id, answer, Some(&money)).await?;
    transaction.commit().await?;
    payments.relay.wake();
    Ok(Some(adopted))
}

/// As if it had been wanted here, a moment ago.
fn wanted(provider: &str, made: &ProviderRefund, money: &Money) -> Refund {
    let now = OffsetDateTime::now_utc();
    Refund {
        id: refund::id_of_adopted(provider, &made.id),
        payment_id: money.id,
        order_id: money.order_id,
        amount_paise: made.amount_paise,
        reason: Reason::Goodwill,
        note: NOTE.to_owned(),
        staff_id: None,
        state: RefundState::Wanted,
        provider_refund_id: None,
        manual: None,
        version: 1,
        wanted_at: now,
        changed_at: now,
    }
}
