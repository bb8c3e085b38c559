use std::{collections::BTreeMap, fmt};

use uuid::Uuid;

/// Limit of printed ids per difference.
const SHOWN: usize = 20;

/// Limit of stored ids per difference. Any more are only counted.
pub(super) const LISTED: usize = 20_000;

/// A kind of difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// A stored row without an event.
    WithoutEvent,
    /// An event without its stored row.
    NotStored,
    /// An event that is marked as published, but is not in the stream.
    NotInStream,
    /// An event in the stream that the outbox does not know.
    Unknown,
    /// An event that waits for publishing for too long.
    Waiting,
    /// An event that NATS will never accept.
    Parked,
    /// An event in the stream that the consumer has neither handled, nor is handling, nor dead-lettered.
    Unhandled,
}

impl Difference {
    /// The differences of a publisher.
    pub(crate) const OF_PUBLISHER: [Self; 6] = [
        Self::WithoutEvent,
        Self::NotStored,
        Self::NotInStream,
        Self::Unknown,
        Self::Waiting,
        Self::Parked,
    ];

    /// The differences of a subscriber.
    pub(crate) const OF_SUBSCRIBER: [Self; 1] = [Self::Unhandled];

    /// The label in metrics.
    fn label(self) -> &'static str {
        match self {
            Self::WithoutEvent => "untold",
            Self::NotStored => "not_kept",
            Self::NotInStream => "not_in_stream",
            Self::Unknown => "unknown",
            Self::Waiting => "waiting",
            Self::Parked => "parked",
            Self::Unhandled => "unhandled",
        }
    }

    /// The description, to follow a number, and the advice.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::WithoutEvent => (
                "are kept and no event tells of them",
                "no mail was sent: tell shopper and shop by hand, and look for who wrote them without an event",
            ),
            Self::NotStored => (
                "events tell of what is not kept",
                "it was deleted, or the table was set back without its outbox: see \"How to restore\"",
            ),
            Self::NotInStream => (
                "events are marked as published and the stream lacks them",
                "reconcile --mend publishes them again; consumers do nothing twice that they know",
            ),
            Self::Unknown => (
                "events are in the stream that the outbox never had",
                "the database was set back: enter them again from the shop's notices, see \"How to restore\"",
            ),
            Self::Waiting => (
                "events wait to be published",
                "NATS is away or refuses; last_error in the outbox says why",
            ),
            Self::Parked => (
                "events can never be published",
                "NATS takes none so large; last_error in the outbox says why",
            ),
            Self::Unhandled => (
                "events were neither handled nor put aside, and no consumer has them in hand",
                "publish them again: the service that told them, replay --id ID",
            ),
        }
    }

    /// Sets the counters to 0, because Prometheus needs a first value to see an increase.
    pub(crate) fn count_from_zero(differences: &[Self]) {
        for difference in differences {
            metrics::counter!("reconcile_differences_total", "kind" => difference.label()).absolute(0);
        }
    }
}

/// The counts and differences of a look.
#[derive(Debug, Default)]
pub struct Report {
    counts: Vec<(String, usize)>,
    found: BTreeMap<Difference, DifferenceList>,
}

/// The differences of one kind.
#[derive(Debug, Default)]
struct DifferenceList {
    count: usize,
    /// The ids of the first ones.
    listed: Vec<String>,
}

impl Report {
    pub(crate) fn count(&mut self, what: impl Into<String>, count: usize) {
        self.counts.push((what.into(), count));
    }

    pub(crate) fn add(&mut self, difference: Difference, which: impl fmt::Display) {
        let found = self.found.entry(difference).or_default();
        found.count += 1;
        if found.listed.len() < LISTED {
            found.listed.push(which.to_string());
        }
    }

    /// The number of differences.
    pub fn differences(&self) -> usize {
        self.found.values().map(|found| found.count).sum()
    }

    /// The first 20,000 ids of a kind.
    pub fn of(&self, difference: Difference) -> &[String] {
        self.found.get(&difference).map_or(&[], |found| &found.listed)
    }

    /// The ids of a kind, parsed.
    pub(crate) fn ids(&self, difference: Difference) -> Vec<Uuid> {
        let first_word = |which: &String| which.split(' ').next()?.parse().ok();
        self.of(difference).iter().filter_map(first_word).collect()
    }

    /// Counts and logs the differences.
    pub(crate) fn record(&self) {
        for (difference, found) in &self.found {
            let count = u64::try_from(found.count).unwrap_or(u64::MAX);
            metrics::counter!("reconcile_differences_total", "kind" => difference.label()).increment(count);
            tracing::error!(
                kind = difference.label(),
                count,
                first = found.listed.first(),
                "reconciliation found differences"
            );
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, count) in &self.counts {
            writeln!(f, "{count:>9}  {what}")?;
        }
        for (difference, found) in &self.found {
            let (what, advice) = difference.words();
            writeln!(f, "DIFFERENCE: {} {what}", found.count)?;
            for which in found.listed.iter().take(SHOWN) {
                writeln!(f, "    {which}")?;
            }
            if found.count > SHOWN {
                writeln!(f, "    and {} more", found.count - SHOWN)?;
            }
            writeln!(f, "  -> {advice}")?;
        }
        Ok(())
    }
}
