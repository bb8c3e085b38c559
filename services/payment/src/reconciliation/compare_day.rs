//! The job that compares a day with the provider's lists, and the periodic task that enqueues it.
//!
//! Unknown payments are looked up as after a webhook, and refunds from the provider's page are recorded.
//! Every other difference becomes a finding, until a later comparison agrees.

use std::time::Duration;

use jobs::{Failure, Job, Kind};
use serde::{Deserialize, Serialize};
use time::{Date, OffsetDateTime, format_description::well_known::Iso8601};

use crate::{
    payment::payment_store,
    payments::Payments,
    provider::Provider,
    reconciliation::{
        compare_payments, compare_refunds, comparison::Comparison, day, day_store, difference::Difference,
    },
};

/// Compares a day with the provider's lists. Fails only with the database; the day stays due.
pub const KIND: Kind = Kind {
    name: "compare-day",
    retry_after: &[
        Duration::from_secs(30),
        Duration::from_mins(2),
        Duration::from_mins(10),
        Duration::from_mins(30),
    ],
    repeat_after: &[Duration::from_mins(1); 5],
    max_attempts: 5,
    useful_for: Duration::from_hours(2),
};

/// The pause after the provider failed.
const PROVIDER_AWAY: Duration = Duration::from_mins(5);

/// The number of days that one round claims.
const BATCH_SIZE: i64 = 5;

/// The outcomes of a compared item, for metrics.
const OUTCOMES: [&str; 3] = ["same", "repaired", "differs"];

#[derive(Debug, Serialize, Deserialize)]
struct Payload {
    provider: String,
    day: String,
}

/// Sets all counters to 0, so that the first increase is visible.
pub fn init_counters() {
    for outcome in OUTCOMES {
        for what in ["payments", "refunds"] {
            compared(what, outcome).absolute(0);
        }
    }
    compared("days", "failed").absolute(0);
}

fn compared(what: &'static str, outcome: &'static str) -> metrics::Counter {
    metrics::counter!("payment_comparisons_total", "what" => what, "outcome" => outcome)
}

/// Enqueues the due days and returns how many. Does nothing if the provider has no lists.
pub async fn enqueue_due(payments: &Payments) -> anyhow::Result<u64> {
    let Some(provider) = payments.provider.as_ref().filter(|provider| provider.has_lists()) else {
        return Ok(0);
    };
    let first = payment_store::first_captured(&payments.db, provider.name()).await?;
    let days = day::days(first, OffsetDateTime::now_utc());
    day_store::add(&payments.db, provider.name(), &days).await?;
    let mut transaction = database::begin(&payments.db).await?;
    let due = day_store::claim_due(&mut transaction, provider.name(), BATCH_SIZE).await?;
    for day in &due {
        let payload = Payload {
            provider: provider.name().to_owned(),
            day: day.to_string(),
        };
        jobs::enqueue(&mut *transaction, &KIND, &payload).await?;
    }
    transaction.commit().await?;
    if !due.is_empty() {
        payments.workers.wake();
    }
    // Fails the periodic task, which raises an alert.
    let is_late = day_store::is_late(&payments.db, provider.name()).await?;
    anyhow::ensure!(
        !is_late,
        "a day could not be held against the provider's lists for two days"
    );
    Ok(u64::try_from(due.len())?)
}

/// Compares a day. If the provider fails or refuses, the day is postponed and the job succeeds.
pub async fn run(payments: &Payments, job: &Job) -> Result<(), Failure> {
    let Payload { provider, day } = job.payload()?;
    let day = Date::parse(&day, &Iso8601::DATE).map_err(|_| Failure::Poison("it names no day".to_owned()))?;
    let Some(provider) = payments.provider_named(&provider) else {
        return Ok(());
    };
    let now = OffsetDateTime::now_utc();
    let differences = match compare(payments, provider, day, now).await {
        Ok(differences) => differences,
        Err(Failure::Retry(error)) => {
            tracing::warn!(%day, error = format!("{error:#}"), "a day could not be compared");
            compared("days", "failed").increment(1);
            return Ok(day_store::postpone(&payments.db, provider.name(), day, now + PROVIDER_AWAY).await?);
        }
        Err(failure) => return Err(failure),
    };
    let next = day::next_comparison(day, !differences.is_empty(), now);
    let mut transaction = database::begin(&payments.db).await?;
    day_store::record_comparison(&mut transaction, provider.name(), day, &differences, next).await?;
    Ok(transaction.commit().await?)
}

async fn compare(
    payments: &Payments,
    provider: &Provider,
    day: Date,
    now: OffsetDateTime,
) -> Result<Vec<Difference>, Failure> {
    let Some((from, to)) = day::span(day, now) else {
        return Ok(Vec::new());
    };
    let comparison = Comparison {
        payments,
        provider,
        from,
        to,
    };
    let of_payments = compare_payments::compare(&comparison).await?;
    let of_refunds = compare_refunds::compare(&comparison).await?;
    let mut differences = Vec::new();
    for (what, of) in [("payments", of_payments), ("refunds", of_refunds)] {
        compared(what, "same").increment(of.same);
        compared(what, "repaired").increment(of.repaired);
        compared(what, "differs").increment(u64::try_from(of.differences.len()).unwrap_or(u64::MAX));
        differences.extend(of.differences);
    }
    Ok(differences)
}
