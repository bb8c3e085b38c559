//! The outcome of every cell, as a table.

use std::{collections::BTreeMap, fmt};

use super::cell::{Fault, OrderOutcome, Scenario};

/// The outcomes of the orders by scenario and fault.
#[derive(Debug, Default)]
pub struct Report {
    rows: Vec<(String, BTreeMap<Fault, Vec<OrderOutcome>>)>,
    /// Requests that failed or got no response and were sent again, by fault.
    pub(super) retried_requests: BTreeMap<Fault, usize>,
    /// Webhooks that were stored before the call that requested the payment was answered.
    pub(super) webhooks_before_response: usize,
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
    pub(super) fn add(&mut self, scenario: Scenario, fault: Fault, outcome: OrderOutcome) {
        let name = scenario.to_string();
        let index = self.rows.iter().position(|(known, _)| *known == name);
        let index = index.unwrap_or_else(|| {
            self.rows.push((name, BTreeMap::new()));
            self.rows.len() - 1
        });
        self.rows[index].1.entry(fault).or_default().push(outcome);
    }

    fn outcomes(&self) -> impl Iterator<Item = &OrderOutcome> {
        self.rows.iter().flat_map(|(_, faults)| faults.values().flatten())
    }

    /// The number of cells in the table.
    pub fn cells(&self) -> usize {
        self.outcomes().count()
    }

    /// The numbers of orders that ended paid, refunded, expired and on hold.
    pub fn outcome_counts(&self) -> [usize; 4] {
        let counted = [
            OrderOutcome::Paid,
            OrderOutcome::Refunded,
            OrderOutcome::Expired,
            OrderOutcome::Held,
        ];
        counted.map(|counted| self.outcomes().filter(|outcome| **outcome == counted).count())
    }

    /// Requests that met a dead program and were sent again.
    pub fn retried_requests(&self) -> usize {
        self.retried_requests.values().sum()
    }

    /// Webhooks that arrived before the response.
    pub fn webhooks_before_response(&self) -> usize {
        self.webhooks_before_response
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<36}", "scenario")?;
        for fault in Fault::ALL {
            write!(f, " {:>15}", fault.name())?;
        }
        for (scenario, faults) in &self.rows {
            write!(f, "\n{scenario:<36}")?;
            for fault in Fault::ALL {
                let outcomes = faults.get(&fault).into_iter().flatten();
                let outcomes: Vec<_> = outcomes.map(ToString::to_string).collect();
                write!(f, " {:>15}", outcomes.join(" "))?;
            }
        }
        write!(f, "\n{:<36}", "requests sent again")?;
        for fault in Fault::ALL {
            write!(f, " {:>15}", self.retried_requests.get(&fault).unwrap_or(&0))?;
        }
        let [paid, refunded, expired, held] = self.outcome_counts();
        write!(
            f,
            "\n{} orders: {paid} paid, {refunded} refunded, {expired} expired, {held} on hold for a person; ",
            self.cells()
        )?;
        write!(
            f,
            "{} webhooks before the response",
            self.webhooks_before_response
        )?;
        let (sent, accepted, stored) = self.webhooks;
        write!(f, "\nwebhooks: {sent} sent, {accepted} accepted, {stored} stored")?;
        if let Some(sums) = self.sums {
            let [captured, refunded, orders, held] =
                [sums.captured, sums.refunded, sums.orders, sums.held].map(rupees);
            write!(
                f,
                "\ncaptured {captured} = refunded {refunded} + orders {orders} + held {held}, "
            )?;
            f.write_str("as provider, payment, order and billing say")?;
        }
        Ok(())
    }
}

fn rupees(paise: i64) -> String {
    format!("₹{}.{:02}", paise / 100, paise % 100)
}
