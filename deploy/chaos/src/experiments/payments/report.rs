//! The outcome of every cell, as a table.

use std::{collections::BTreeMap, fmt};

use super::cell::{Fault, Outcome, Scenario};

/// The outcomes of the orders by script and fault.
#[derive(Debug, Default)]
pub struct Report {
    rows: Vec<(String, BTreeMap<Fault, Vec<Outcome>>)>,
    /// Requests that failed or got no response and were sent again, by fault.
    pub(super) sent_again: BTreeMap<Fault, usize>,
    /// Webhooks that were stored before the call that requested the payment was answered.
    pub(super) told_before_answer: usize,
    /// Webhooks that were sent, accepted by the gateways, and new to the payment service.
    pub(super) webhooks: (i64, i64, i64),
    /// The captured and refunded sums in paise, on which all records agree.
    pub(super) sums: Option<Sums>,
}

/// Sums in paise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sums {
    /// Captured payments.
    pub(super) captured: i64,
    /// Processed refunds.
    pub(super) refunded: i64,
    /// The totals of orders that keep their payment.
    pub(super) orders: i64,
    /// Sums on hold for a person, because they match no order.
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

    /// The number of cells in the table.
    pub fn cells(&self) -> usize {
        self.outcomes().count()
    }

    /// The numbers of orders that ended paid, refunded, expired and on hold.
    pub fn ends(&self) -> [usize; 4] {
        let wanted = [Outcome::Paid, Outcome::Refunded, Outcome::Expired, Outcome::Held];
        wanted.map(|wanted| self.outcomes().filter(|outcome| **outcome == wanted).count())
    }

    /// Requests that met a dead program and were sent again.
    pub fn sent_again(&self) -> usize {
        self.sent_again.values().sum()
    }

    /// Webhooks that arrived before the response.
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
