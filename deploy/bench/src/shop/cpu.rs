//! CPU time by process.

use std::{collections::BTreeMap, time::Duration};

/// The CPU time of each process.
#[derive(Debug)]
pub(crate) struct Cpu(pub(super) BTreeMap<String, Duration>);

/// The CPU time of one order by process, in milliseconds.
#[derive(Debug)]
pub(crate) struct CpuOfOrder(BTreeMap<String, f64>);

impl Cpu {
    /// The CPU time per order since `before`, by process.
    pub(crate) fn since(&self, before: &Self, orders: f64) -> CpuOfOrder {
        let of = |(name, now): (&String, &Duration)| {
            // The time of an ended PostgreSQL session is missing now.
            let spent = now.saturating_sub(before.0.get(name).copied().unwrap_or_default());
            (name.clone(), spent.as_secs_f64() * 1000.0 / orders)
        };
        CpuOfOrder(self.0.iter().map(of).collect())
    }
}

impl CpuOfOrder {
    pub(crate) fn all(&self) -> f64 {
        self.0.values().sum()
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    pub(crate) fn of(&self, name: &str) -> f64 {
        self.0.get(name).copied().unwrap_or_default()
    }
}
