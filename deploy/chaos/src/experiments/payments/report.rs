//! How every cell ended, as a table.

use std::{collections::BTreeMap, fmt};

use super::cell::{Fault, Outcome, Scenario};

/// How many orders ended how, of each script under each fault.
#[derive(Debug, Default)]
pub struct Report {
    rows: Vec<(String, BTreeMap<Fault, Vec<Outcome>>)>,
    /// Requests that were answered otherwise or not at all, and sent again, by fault.
    pub(super) sent_again: BTreeMap<Fault, usize>,
    /// Webhooks that were stored before the call that asked for the money was answered.
    pub(super) told_before_answer: usize,
    /// Webhooks that were sent, those that the gateways took, and those that the payment service had not stored before.
    pub(super) webhooks: (i64, i64, i64),
    /// What was captured and sent back, in paise, which all books agree on.
    pub(super) sums: Option<Sums>,
}

/// Sums in paise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sums {
    /// What came.
    pub(super) captured: i64,
    /// What went back.
    pub(super) refunded: i64,
    /// What orders cost that keep the money.
    pub(super) orders: i64,
    /// What waits for a person: sums that fit no order.
    pub(super) held: i64,
}

impl Report {
    pub(super) fn add(&mut self, scenario: Scenario, fault: Fault, outcome: Outcome) {
        let name = scenario.to_string();
        let at = self.rows.iter().position(|(known, _)| *known == name);
        let at = at.unwrap_or_else(|| {
            self.rows.push((name, BTreeMap::new()));
            self.rows.len() - 1
        });
        self.rows[at].1.entry(fault).or_default().push(outcome);
    }

    fn outcomes(&self) -> impl Iterator<Item = &Outcome> {
        self.rows.iter().flat_map(|(_, faults)| faults.values().flatten())
    }

    /// Cells of the table.
    pub fn cells(&self) -> usize {
        self.outcomes().count()
    }

    /// Orders that ended paid, refunded, expired and held.
    pub fn ends(&self) -> [usize; 4] {
        let wanted = [Outcome::Paid, Outcome::Refunded, Outcome::Expired, Outcome::Held];
        wanted.map(|wanted| self.outcomes().filter(|outcome| **outcome == wanted).count())
    }

    /// Requests that met a program that had died, and were sent again.
    pub fn sent_again(&self) -> usize {
        self.sent_again.values().sum()
    }

    /// Webhooks that came before the answer.
    pub fn told_before_answer(&self) -> usize {
        self.told_before_answer
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<36}", "script")?;
        for fault in Fault::ALL {
            write!(f, " {:>15}", fault.name())?;
        }
        for (scenario, faults) in &self.rows {
            write!(f, "\n{scenario:<36}")?;
            for fault in Fault::ALL {
                let outcomes = faults.get(&fault).into_iter().flatten();
                let told: Vec<_> = outcomes.map(ToString::to_string).collect();
                write!(f, " {:>15}", told.join(" "))?;
            }
        }
        write!(f, "\n{:<36}", "requests sent again")?;
        for fault in Fault::ALL {
            write!(f, " {:>15}", self.sent_again.get(&fault).unwrap_or(&0))?;
        }
        let [paid, refunded, expired, held] = self.ends();
        write!(
            f,
            "\n{} orders: {paid} paid, {refunded} refunded, {expired} expired, {held} held for a person; ",
            self.cells()
        )?;
        write!(f, "{} webhooks before the answer", self.told_before_answer)?;
        let (sent, taken, stored) = self.webhooks;
        write!(f, "\nwebhooks: {sent} sent, {taken} taken, {stored} stored")?;
        if let Some(sums) = self.sums {
            let [captured, sent_back, orders, waiting] =
                [sums.captured, sums.refunded, sums.orders, sums.held].map(rupees);
            write!(
                f,
                "\ncaptured {captured} = refunded {sent_back} + orders {orders} + held {waiting}, "
            )?;
            f.write_str("as provider, payment, order and billing say")?;
        }
        Ok(())
    }
}

fn rupees(paise: i64) -> String {
    format!("₹{}.{:02}", paise / 100, paise % 100)
}
