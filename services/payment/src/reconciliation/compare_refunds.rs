//! Compares the provider's refunds of a day with the stored ones.

use std::collections::HashMap;

use jobs::Failure;
use uuid::Uuid;

use crate::{
    payment::{
        captured_payment::CapturedPayment,
        payment_store,
        refund::{self, Refund, RefundState},
        refund_store,
    },
    provider::{ListedRefund, ProviderError, ProviderRefundState, UnreadableItem, pages},
    reconciliation::{
        comparison::{Comparison, ComparisonResult, away},
        difference::Difference,
    },
    refunds::import_external_refund,
};

/// Limit of look-ups per comparison.
const MOST_LOOKUPS: usize = 200;

/// Compares in both directions, as for payments. Ignores failed refunds that are unknown, because no money
/// moved.
pub(super) async fn compare(comparison: &Comparison<'_>) -> Result<ComparisonResult, Failure> {
    let Comparison {
        payments,
        provider,
        from,
        to,
    } = comparison;
    let listed = pages::read_all(
        |skip| provider.list_refunds(*from, *to, skip),
        |listed: &ListedRefund| listed.refund.id.as_str(),
    );
    let pages::CompleteList {
        items: listed,
        unread,
    } = listed.await.map_err(away)?;
    let ids: Vec<_> = listed.keys().cloned().collect();
    let known = refund_store::with_provider_ids(&payments.db, &ids).await?;
    let payment_ids: Vec<_> = listed
        .values()
        .map(|listed| listed.refund.payment_id.clone())
        .collect();
    let money = payment_store::with_provider_ids(&payments.db, provider.name(), &payment_ids).await?;
    let mut compared = ComparisonResult::default();
    compared.differences.extend(
        unread
            .values()
            .map(|unread| Difference::of_unread(unread, "refunds")),
    );
    for refund in listed.values() {
        let known = (known.get(&refund.refund.id), money.get(&refund.refund.payment_id));
        compare_one(comparison, refund, known, &mut compared).await?;
    }
    compared
        .differences
        .extend(more_went_back(comparison, &money).await?);
    let ours = refund_store::requested_between(&payments.db, provider.name(), *from, *to).await?;
    let unlisted = ours.iter().filter_map(|refund| {
        let reference = refund.provider_refund_id.as_deref()?;
        let is_listed = listed.contains_key(reference) || unread.contains_key(reference);
        (!is_listed).then_some((refund, reference))
    });
    for (refund, reference) in unlisted.take(MOST_LOOKUPS) {
        let money = payment_store::find(&payments.db, refund.payment_id).await?;
        let difference = compare_unlisted(comparison, refund, reference, money.as_ref()).await?;
        compared.differences.extend(difference);
    }
    Ok(compared)
}

/// The payments that were refunded by more than their amount.
async fn more_went_back(
    comparison: &Comparison<'_>,
    money: &HashMap<String, CapturedPayment>,
) -> Result<Vec<Difference>, Failure> {
    let ids: Vec<_> = money.values().map(|money| money.id).collect();
    let mut refunds: HashMap<Uuid, Vec<Refund>> = HashMap::new();
    for refund in refund_store::of_payments(&comparison.payments.db, &ids).await? {
        refunds.entry(refund.payment_id).or_default().push(refund);
    }
    let differences = money.values().filter_map(|money| {
        let refunds = refunds.get(&money.id)?;
        Difference::of_left(money, refund::left_paise(money.amount_paise, refunds))
    });
    Ok(differences.collect())
}

async fn compare_one(
    comparison: &Comparison<'_>,
    listed: &ListedRefund,
    (known, money): (Option<&Refund>, Option<&CapturedPayment>),
    compared: &mut ComparisonResult,
) -> Result<(), Failure> {
    let is_failed = listed.refund.state == ProviderRefundState::Failed;
    let found = match known {
        Some(refund) if is_failed || refund.state != RefundState::Failed => Some(refund.clone()),
        None if is_failed => return Ok(()),
        // The answer was lost, or it was recorded as failed, or it was made on the provider's page.
        _ => {
            let found = import_external_refund::import_listed(
                comparison.payments,
                comparison.provider.name(),
                listed,
            )
            .await?;
            compared.repaired += u64::from(found.is_some());
            found
        }
    };
    // A payment without an order is itself the difference, until it is refunded in full.
    let difference = match (&found, money) {
        (Some(refund), _) => Difference::of_refund(refund, listed, money),
        (None, Some(money)) => Some(Difference::of_unknown_refund(listed, money)),
        (None, None) => None,
    };
    compared.same += u64::from(difference.is_none());
    compared.differences.extend(difference);
    Ok(())
}

/// Looks up a refund that the list left out. Returns the difference, or `None` if the provider has the refund
/// after all: it may have created it on another day. An unreadable answer does not end the comparison.
async fn compare_unlisted(
    comparison: &Comparison<'_>,
    refund: &Refund,
    reference: &str,
    money: Option<&CapturedPayment>,
) -> Result<Option<Difference>, Failure> {
    let unlisted = || Difference::of_unlisted_refund(refund, reference, money);
    let Some(paid) = money else {
        return Ok(Some(unlisted()));
    };
    let answer = comparison
        .provider
        .look_up_refund(&paid.provider_payment_id, reference);
    match answer.await {
        Ok(found) => {
            let is_done = found.state == ProviderRefundState::Processed;
            let ends_alike = refund.state != RefundState::Processed || is_done;
            let is_there = found.amount_paise == refund.amount_paise && ends_alike;
            Ok((!is_there).then(unlisted))
        }
        Err(error) if error.is_unknown() => Ok(Some(unlisted())),
        Err(ProviderError::Unreadable(_)) => {
            let unread = UnreadableItem {
                id: reference.to_owned(),
                amount_paise: refund.amount_paise,
            };
            Ok(Some(Difference::of_unread(&unread, "refunds")))
        }
        Err(error) => Err(away(error)),
    }
}
