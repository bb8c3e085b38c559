use std::{collections::BTreeMap, fmt};

use uuid::Uuid;

/// How many ids of a difference are printed.
const SHOWN: usize = 20;

/// How many of a difference are kept; those beyond are counted.
pub(super) const LISTED: usize = 20_000;

/// Something that should not be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// Kept, and no event tells of it.
    WithoutEvent,
    /// An event tells of it, and it is not kept.
    NotStored,
    /// Marked as published, and the stream lacks it.
    NotInStream,
    /// In the stream, and the outbox never had it.
    Unknown,
    /// It waits to be published for longer than it should.
    Waiting,
    /// NATS never takes it.
    Parked,
    /// The stream has it; the consumer neither handled it nor has it in hand nor put it aside.
    Unhandled,
}

impl Difference {
    /// The differences that a publisher can find.
    pub(crate) const OF_PUBLISHER: [Self; 6] = [
        Self::WithoutEvent,
        Self::NotStored,
        Self::NotInStream,
        Self::Unknown,
        Self::Waiting,
        Self::Parked,
    ];

    /// The differences that a subscriber can find.
    pub(crate) const OF_SUBSCRIBER: [Self; 1] = [Self::Unhandled];

    /// Its name in metrics.
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

    /// What it is, after a number, and what to do.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::WithoutEvent => (
                "are kept and no event tells of them",
                "nobody was mailed: tell shopper and shop by hand, and look for who wrote them without an event",
            ),
            Self::NotStored => (
                "events tell of what is not kept",
                "somebody deleted it, or the table was set back without its outbox: see \"How to restore\"",
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
                "events were neither handled nor put aside, and nobody has them in hand",
                "publish them again: the service that told them, replay --id ID",
            ),
        }
    }

    /// Prometheus sees an increase only from a number that was there before.
    pub(crate) fn count_from_zero(differences: &[Self]) {
        for difference in differences {
            metrics::counter!("reconcile_differences_total", "kind" => difference.label()).absolute(0);
        }
    }
}

/// What was looked at, and what should not be.
#[derive(Debug, Default)]
pub struct Report {
    counts: Vec<(String, usize)>,
    found: BTreeMap<Difference, Found>,
}

/// The differences of one kind.
#[derive(Debug, Default)]
struct Found {
    count: usize,
    /// The first of them.
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

    /// How many differences there are.
    pub fn differences(&self) -> usize {
        self.found.values().map(|found| found.count).sum()
    }

    /// The first 20,000 of a kind.
    pub fn of(&self, difference: Difference) -> &[String] {
        self.found.get(&difference).map_or(&[], |found| &found.listed)
    }

    /// Their ids.
    pub(crate) fn ids(&self, difference: Difference) -> Vec<Uuid> {
        let first_word = |which: &String| which.split(' ').next()?.parse().ok();
        self.of(difference).iter().filter_map(first_word).collect()
    }

    /// Counts and logs what was found.
    pub(crate) fn record(&self) {
        for (difference, found) in &self.found {
            let count = u64::try_from(found.count).unwrap_or(u64::MAX);
            metrics::counter!("reconcile_differences_total", "kind" => difference.label()).increment(count);
            tracing::error!(
                kind = difference.label(),
                count,
                first = found.listed.first(),
                "what is kept, told and heard differs"
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
