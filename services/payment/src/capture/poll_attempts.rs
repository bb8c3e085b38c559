//! Polls attempts at the provider.

use futures_util::{StreamExt as _, stream};
use time::OffsetDateTime;

use crate::{
    capture::{record_capture::record_capture, schedule::next_poll},
    error::Error,
    payment::{
        attempt::{Attempt, AttemptState},
        attempt_store,
    },
    payments::Payments,
    provider::{ProviderAttempt, ProviderError},
};

/// The number of attempts per round of the periodic task.
const BATCH_SIZE: i64 = 40;

/// The number of concurrent polls. If the provider hangs, a round takes three deadlines; it has half a
/// minute.
const AT_ONCE: usize = 20;

/// The purpose of a poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PollPurpose {
    /// Update the state. Close the attempt if its time is over.
    Update,
    /// Close the attempt.
    Close,
}

/// Polls an attempt, and records its payments. Closes it at the provider if `purpose` says so or its time is
/// over.
pub async fn poll_attempt(payments: &Payments, attempt: &Attempt, purpose: PollPurpose) -> Result<(), Error> {
    let now = OffsetDateTime::now_utc();
    let is_over = purpose == PollPurpose::Close || attempt.due_at <= now || !attempt.state.is_open();
    let Some(provider) = payments.provider_named(&attempt.provider) else {
        return poll_without_provider(payments, attempt, is_over).await;
    };
    let reference = attempt.provider_reference.as_deref();
    let mut at_provider = provider.look_up(attempt.id, reference).await?;
    if at_provider.is_open && is_over {
        let reference = at_provider.reference.as_deref().or(reference);
        at_provider = provider.close(attempt.id, reference).await?;
    }
    let mut is_paid = attempt.state == AttemptState::Paid;
    for captured in at_provider.payments.iter().filter(|payment| payment.is_captured) {
        record_capture(payments, attempt, captured, now).await?;
        is_paid = true;
    }
    let state = if is_paid {
        AttemptState::Paid
    } else {
        state_of(attempt.state, &at_provider, is_over)
    };
    let result = attempt_store::PollResult {
        state,
        decline: decline(state, &at_provider),
        next_poll_at: next_poll(state, attempt.started_at, attempt.due_at, now),
    };
    Ok(attempt_store::record_poll(&payments.db, attempt, &result).await?)
}

/// Polls a payment that the provider named, and records it if it is captured. Leaves a payment without an
/// attempt to reconciliation.
pub async fn poll_payment(
    payments: &Payments,
    provider: &str,
    provider_payment_id: &str,
) -> Result<(), Error> {
    let Some(asked) = payments.provider_named(provider) else {
        return Ok(());
    };
    let Some(payment) = asked.find_payment(provider_payment_id).await? else {
        tracing::warn!(provider, "a payment is in another currency");
        return Ok(());
    };
    let attempt = match payment.attempt_id {
        Some(id) => attempt_store::find(&payments.db, id).await?,
        None => None,
    };
    let Some(attempt) = attempt else {
        tracing::warn!(provider, "a payment is no attempt's of ours");
        return Ok(());
    };
    if payment.is_captured {
        record_capture(payments, &attempt, &payment, OffsetDateTime::now_utc()).await?;
        return Ok(());
    }
    poll_attempt(payments, &attempt, PollPurpose::Update).await
}

/// Polls the due attempts and returns how many. One whose provider fails is due again soon.
pub async fn poll_due(payments: &Payments) -> anyhow::Result<u64> {
    let due = attempt_store::claim_due(&payments.db, BATCH_SIZE).await?;
    let polled = u64::try_from(due.len())?;
    stream::iter(due)
        .for_each_concurrent(AT_ONCE, |attempt| async move {
            if let Err(error) = poll_attempt(payments, &attempt, PollPurpose::Update).await {
                tracing::warn!(id = %attempt.id, error = error.cause(), "an attempt could not be looked at");
            }
        })
        .await;
    Ok(polled)
}

/// Handles an attempt of a provider that is no longer configured. It ends at its deadline.
async fn poll_without_provider(payments: &Payments, attempt: &Attempt, is_over: bool) -> Result<(), Error> {
    let (state, next_poll_at) = match attempt.state {
        AttemptState::Paid => (AttemptState::Paid, None),
        _ if is_over => (AttemptState::Closed, None),
        state => (state, Some(attempt.due_at)),
    };
    let decline = attempt.decline.clone();
    let result = attempt_store::PollResult {
        state,
        decline,
        next_poll_at,
    };
    Ok(attempt_store::record_poll(&payments.db, attempt, &result).await?)
}

/// The state of an attempt without a payment.
fn state_of(before: AttemptState, at_provider: &ProviderAttempt, is_over: bool) -> AttemptState {
    if is_over {
        return AttemptState::Closed;
    }
    match (before, at_provider.is_open) {
        // The answer was lost, or the link does not exist yet. The next request with the same id finds it.
        (AttemptState::Starting, true) => AttemptState::Starting,
        (AttemptState::Starting, false) if at_provider.reference.is_none() => AttemptState::Starting,
        (_, true)
            if at_provider
                .payments
                .iter()
                .any(|payment| payment.decline.is_some()) =>
        {
            AttemptState::Declined
        }
        (_, true) => AttemptState::Open,
        (_, false) => AttemptState::Closed,
    }
}

/// The decline reason of the last try. `None` unless the shopper can try again.
fn decline(state: AttemptState, at_provider: &ProviderAttempt) -> Option<String> {
    let last = at_provider
        .payments
        .iter()
        .max_by_key(|payment| payment.created_at);
    let decline = last.and_then(|payment| payment.decline.clone());
    decline.filter(|_| state == AttemptState::Declined)
}

/// True if the call can be repeated later.
pub fn is_retryable(error: &Error) -> bool {
    matches!(
        error,
        Error::ProviderUnavailable(ProviderError::Unavailable(_) | ProviderError::Unreadable(_))
    )
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;
    use crate::provider::ProviderPayment;

    fn at_provider(reference: Option<&str>, is_open: bool, declines: &[Option<&str>]) -> ProviderAttempt {
        let payments = declines.iter().zip(0..).map(|(decline, minute)| ProviderPayment {
            id: format!("pay_{minute}"),
            attempt_id: None,
            amount_paise: 100,
            fee_paise: 0,
            fee_tax_paise: 0,
            is_captured: false,
            is_authorized: false,
            refunded_paise: 0,
            decline: decline.map(str::to_owned),
            created_at: datetime!(2026-11-26 10:00 UTC) + time::Duration::minutes(minute),
        });
        ProviderAttempt {
            reference: reference.map(str::to_owned),
            is_open,
            payments: payments.collect(),
        }
    }

    #[test]
    fn an_attempt_ends_by_its_time_and_by_the_providers_word() {
        use AttemptState::{Closed, Declined, Open, Starting};
        let known = Some("plink_1");
        for (before, at_provider, is_over, expected) in [
            (Open, at_provider(known, true, &[]), false, Open),
            (Open, at_provider(known, true, &[Some("No")]), false, Declined),
            (
                Declined,
                at_provider(known, true, &[Some("No"), None]),
                false,
                Declined,
            ),
            (Open, at_provider(known, false, &[]), false, Closed),
            (Open, at_provider(known, true, &[]), true, Closed),
            (Starting, at_provider(None, false, &[]), false, Starting),
            (Starting, at_provider(known, true, &[]), false, Starting),
            (Starting, at_provider(known, false, &[]), false, Closed),
            (Starting, at_provider(None, false, &[]), true, Closed),
        ] {
            assert_eq!(
                state_of(before, &at_provider, is_over),
                expected,
                "{before:?} {at_provider:?} {is_over}"
            );
        }
    }

    #[test]
    fn the_last_try_says_why_it_was_declined() {
        let twice = at_provider(None, true, &[Some("Wrong PIN"), Some("No money")]);
        assert_eq!(
            decline(AttemptState::Declined, &twice).as_deref(),
            Some("No money")
        );
        assert_eq!(decline(AttemptState::Closed, &twice), None);
        let tried_again = at_provider(None, true, &[Some("Wrong PIN"), None]);
        assert_eq!(decline(AttemptState::Declined, &tried_again), None);
    }
}
