//! The job that reads the provider's payouts with their lines and matches them.

use std::{collections::HashMap, time::Duration as StdDuration};

use jobs::{Failure, Job, Kind};
use serde::{Deserialize, Serialize};
use time::{Date, Duration, OffsetDateTime};
use values::day_in_india;

use crate::{
    disputes,
    payment::{payment_store, refund_store},
    payments::Payments,
    provider::{self, Provider, ProviderError, SettlementLine, pages},
    settlements::{
        events::payments_settled,
        match_settlement::{self, MatchedSettlement, Mismatch, StoredRecords},
        settlement::{MatchState, Settlement},
        settlement_store,
    },
};

/// Reads payouts. Fails only with the database; the periodic task enqueues it again.
pub const KIND: Kind = Kind {
    name: "read-settlements",
    retry_after: &[
        StdDuration::from_secs(30),
        StdDuration::from_mins(2),
        StdDuration::from_mins(10),
    ],
    repeat_after: &[StdDuration::from_mins(1); 5],
    max_attempts: 5,
    useful_for: StdDuration::from_hours(2),
};

/// How far before the latest known payout the list starts. It also includes every payout that is on its way.
const AGAIN: StdDuration = StdDuration::from_hours(10 * 24);

/// The days after its creation under which a payout's lines may be listed: a weekend with holidays.
const LINES_WITHIN: usize = 7;

/// How far back the first read goes. Older payouts belong to earlier books.
const FURTHEST_BACK: Duration = Duration::days(90);

/// The number of payouts that one round matches.
const BATCH_SIZE: i64 = 50;

/// The outcomes of a payout or of a read, for metrics.
const OUTCOMES: [&str; 3] = ["matched", "unmatched", "failed"];

#[derive(Debug, Serialize, Deserialize)]
struct Payload {
    provider: String,
}

/// Sets all counters to 0, so that the first increase is visible.
pub fn init_counters() {
    for outcome in OUTCOMES {
        metrics::counter!("payment_settlements_total", "outcome" => outcome).absolute(0);
    }
}

/// Enqueues a read if the provider has payouts.
pub async fn enqueue(payments: &Payments) -> anyhow::Result<u64> {
    let Some(provider) = payments.provider.as_ref().filter(|provider| provider.has_lists()) else {
        return Ok(0);
    };
    let payload = Payload {
        provider: provider.name().to_owned(),
    };
    jobs::enqueue(&payments.db, &KIND, &payload).await?;
    payments.workers.wake();
    Ok(1)
}

/// Reads disputes and payouts, and matches payouts. If the provider fails, the next periodic run tries again.
pub async fn run(payments: &Payments, job: &Job) -> Result<(), Failure> {
    let Payload { provider } = job.payload()?;
    let Some(provider) = payments.provider_named(&provider) else {
        return Ok(());
    };
    match disputes::poll_disputes::poll_recent(payments, provider)
        .await
        .map_err(Failure::from)
    {
        Err(Failure::Retry(error)) => {
            tracing::warn!(error = format!("{error:#}"), "disputes could not be read");
        }
        read => read?,
    }
    match read_from_provider(payments, provider).await {
        Err(Failure::Retry(error)) => {
            tracing::warn!(error = format!("{error:#}"), "settlements could not be read");
            count("failed");
            Ok(())
        }
        read => read,
    }
}

async fn read_from_provider(payments: &Payments, provider: &Provider) -> Result<(), Failure> {
    let (db, name, now) = (&payments.db, provider.name(), OffsetDateTime::now_utc());
    let from = match settlement_store::read_from(db, name, AGAIN).await? {
        Some(from) => from,
        None => payment_store::first_captured(db, name).await?.unwrap_or(now),
    };
    let from = from.clamp(now - FURTHEST_BACK, now);
    let listed = pages::read_all(
        |skip| provider.list_settlements(from, now, skip),
        |settlement: &provider::Settlement| settlement.id.as_str(),
    );
    let listed = listed.await.map_err(away)?;
    for unread in listed.unread.values() {
        count("failed");
        tracing::error!(settlement = unread.id, "a settlement cannot be read");
    }
    for settlement in listed.items.values() {
        settlement_store::put(db, name, settlement).await?;
    }
    let mut days = SettlementLineCache {
        provider,
        today: day_in_india(now),
        lines: HashMap::new(),
    };
    for settlement in settlement_store::to_match(db, name, BATCH_SIZE).await? {
        match_one(payments, &settlement, &mut days).await?;
    }
    payments.relay.wake();
    Ok(())
}

/// The payout lines of days. Each day is read once.
struct SettlementLineCache<'a> {
    provider: &'a Provider,
    today: Date,
    lines: HashMap<Date, Vec<SettlementLine>>,
}

impl SettlementLineCache<'_> {
    /// The lines of a payout, from the day of its creation on. Stops once they add up to its amount.
    async fn lines_of(&mut self, settlement: &Settlement) -> Result<Vec<SettlementLine>, ProviderError> {
        let (made_on, today) = (day_in_india(settlement.settled_at), self.today);
        let days = std::iter::successors(Some(made_on), |day| day.next_day());
        let mut found: Vec<SettlementLine> = Vec::new();
        for day in days.take(1 + LINES_WITHIN).take_while(|day| *day <= today) {
            let lines = self.lines_of_day(day).await?.iter();
            let lines = lines.filter(|line| line.settlement_id == settlement.provider_settlement_id);
            found.extend(lines.cloned());
            let sum = found.iter().map(|line| line.net_paise).sum::<i64>();
            if !found.is_empty() && sum == settlement.amount_paise {
                break;
            }
        }
        Ok(found)
    }

    async fn lines_of_day(&mut self, day: Date) -> Result<&[SettlementLine], ProviderError> {
        let provider = self.provider;
        let lines = if let Some(known) = self.lines.remove(&day) {
            known
        } else {
            pages::read_in_order(|skip| provider.list_settled(day, skip)).await?
        };
        Ok(self.lines.entry(day).or_insert(lines))
    }
}

async fn match_one(
    payments: &Payments,
    settlement: &Settlement,
    days: &mut SettlementLineCache<'_>,
) -> Result<(), Failure> {
    let lines = days.lines_of(settlement).await.map_err(away)?;
    let known = load_stored_records(payments, settlement, &lines).await?;
    match match_settlement::add_up(settlement.amount_paise, &lines, &known) {
        Ok(matched) => Ok(publish_matched(payments, settlement, &matched, &lines).await?),
        Err(mismatch) => {
            let is_new = settlement.state != MatchState::Unmatched;
            // A recent payout may have no lines yet.
            let is_early = mismatch == Mismatch::NoLines && settlement.state == MatchState::Waiting;
            if is_early && settlement.settled_at > OffsetDateTime::now_utc() - Duration::DAY {
                return Ok(());
            }
            settlement_store::mark_unmatched(&payments.db, settlement.id, &mismatch.to_string()).await?;
            if is_new {
                count("unmatched");
                tracing::warn!(
                    settlement = settlement.provider_settlement_id,
                    "a settlement does not match"
                );
            }
            Ok(())
        }
    }
}

async fn load_stored_records(
    payments: &Payments,
    settlement: &Settlement,
    lines: &[SettlementLine],
) -> sqlx::Result<StoredRecords> {
    let db = &payments.db;
    let references: Vec<_> = lines.iter().map(|line| line.id.clone()).collect();
    Ok(StoredRecords {
        payments: payment_store::with_provider_ids(db, &settlement.provider, &references).await?,
        refunds: refund_store::with_provider_ids(db, &references).await?,
        settled_before: settlement_store::settled_before(db, settlement.id, &references).await?,
    })
}

/// Stores and publishes that a payout is matched, once.
async fn publish_matched(
    payments: &Payments,
    settlement: &Settlement,
    matched: &MatchedSettlement,
    lines: &[SettlementLine],
) -> sqlx::Result<()> {
    let mut transaction = database::begin(&payments.db).await?;
    if !settlement_store::mark_matched(&mut transaction, settlement.id, matched, lines).await? {
        return Ok(());
    }
    let event = payments_settled(settlement, matched, OffsetDateTime::now_utc());
    outbox::write(&mut transaction, event).await?;
    transaction.commit().await?;
    count("matched");
    Ok(())
}

fn count(outcome: &'static str) {
    metrics::counter!("payment_settlements_total", "outcome" => outcome).increment(1);
}

fn away(error: ProviderError) -> Failure {
    Failure::Retry(error.into())
}
