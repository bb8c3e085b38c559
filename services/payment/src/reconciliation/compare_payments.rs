//! Compares the provider's payments of a day with the stored ones.

use jobs::Failure;
use time::OffsetDateTime;

use crate::{
    capture::poll_attempts,
    error::Error,
    payment::{captured_payment::CapturedPayment, payment_store},
    provider::{ProviderError, ProviderPayment, UnreadableItem, pages},
    reconciliation::{
        comparison::{Comparison, ComparisonResult, away},
        difference::Difference,
    },
};

/// Limit of look-ups per comparison. Each is one or two calls. More unknown payments suggest a wrong account.
const MOST_LOOKUPS: usize = 200;

/// Compares in both directions: listed payments must be stored, and stored payments must be listed.
pub(super) async fn compare(comparison: &Comparison<'_>) -> Result<ComparisonResult, Failure> {
    let Comparison {
        payments,
        provider,
        from,
        to,
    } = comparison;
    let listed = pages::read_all(
        |skip| provider.list_payments(*from, *to, skip),
        |payment: &ProviderPayment| payment.id.as_str(),
    );
    let pages::CompleteList {
        items: mut listed,
        unread,
    } = listed.await.map_err(away)?;
    let mut compared = ComparisonResult::default();
    compared.differences.extend(
        unread
            .values()
            .map(|unread| Difference::of_unread(unread, "payments")),
    );
    let now = OffsetDateTime::now_utc();
    let not_taken = listed
        .values()
        .filter_map(|payment| Difference::of_not_taken(payment, now));
    compared.differences.extend(not_taken);
    listed.retain(|_, payment| payment.is_captured);
    let ids: Vec<_> = listed.keys().cloned().collect();
    let known = payment_store::with_provider_ids(&payments.db, provider.name(), &ids).await?;
    let mut lookups = 0;
    for payment in listed.values() {
        let found = match known.get(&payment.id) {
            Some(money) => Some(money.clone()),
            None if lookups < MOST_LOOKUPS => {
                lookups += 1;
                let found = import_payment(comparison, payment).await?;
                compared.repaired += u64::from(found.is_some());
                found
            }
            None => None,
        };
        let difference = match &found {
            Some(money) => Difference::of_payment(money, payment),
            None => Difference::of_unknown(payment),
        };
        compared.same += u64::from(difference.is_none());
        compared.differences.extend(difference);
    }
    let ours = payment_store::captured_between(&payments.db, provider.name(), *from, *to).await?;
    let unlisted = ours.iter().filter(|money| {
        let id = &money.provider_payment_id;
        !listed.contains_key(id) && !unread.contains_key(id)
    });
    for money in unlisted.take(MOST_LOOKUPS) {
        compared
            .differences
            .extend(compare_unlisted(comparison, money).await?);
    }
    Ok(compared)
}

/// Looks up an unknown payment, as after a webhook. `None` if it belongs to no attempt of this shop.
async fn import_payment(
    comparison: &Comparison<'_>,
    payment: &ProviderPayment,
) -> Result<Option<CapturedPayment>, Failure> {
    let (payments, name) = (comparison.payments, comparison.provider.name());
    match poll_attempts::poll_payment(payments, name, &payment.id).await {
        // A payment that cannot be looked up belongs to no order. Continue with the others.
        Err(Error::ProviderUnavailable(ProviderError::Unreadable(_)) | Error::ProviderRejected(_)) => {
            return Ok(None);
        }
        polled => polled?,
    }
    let id = std::slice::from_ref(&payment.id);
    let mut found = payment_store::with_provider_ids(&payments.db, name, id).await?;
    Ok(found.remove(&payment.id))
}

/// Looks up a payment that the list left out. Returns the difference, or `None` if the provider has the payment
/// after all: the list may have shifted past it. An unreadable answer does not end the comparison.
async fn compare_unlisted(
    comparison: &Comparison<'_>,
    money: &CapturedPayment,
) -> Result<Option<Difference>, Failure> {
    let unlisted = Difference::of_unlisted(money);
    match comparison.provider.find_payment(&money.provider_payment_id).await {
        Ok(payment) => {
            let is_it =
                |payment: &ProviderPayment| payment.is_captured && payment.amount_paise == money.amount_paise;
            Ok((!payment.as_ref().is_some_and(is_it)).then_some(unlisted))
        }
        Err(error) if error.is_unknown() => Ok(Some(unlisted)),
        Err(ProviderError::Unreadable(_)) => {
            let unread = UnreadableItem {
                id: money.provider_payment_id.clone(),
                amount_paise: money.amount_paise,
            };
            Ok(Some(Difference::of_unread(&unread, "payments")))
        }
        Err(error) => Err(away(error)),
    }
}
