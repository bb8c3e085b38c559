//! The simulator's records: orders, links, payments, refunds and settlements, with a limit for each.

mod balance;
mod dispute;
mod faults;
mod link;
mod notes;
mod order;
mod payment;
mod refund;
mod settlement;
mod table;

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

pub(crate) use self::{
    balance::Balance,
    dispute::{Dispute, DisputeStatus},
    faults::{Call, FailureMode, Fault},
    link::{Link, LinkStatus},
    notes::order_of,
    order::Order,
    payment::{Failure, Method, Payment, PaymentStatus},
    refund::{Refund, RefundStatus},
    settlement::{Settlement, SettlementDeviations},
};
use self::{faults::Faults, settlement::Line, table::Table};
use crate::{api_error::ApiError, id, scenario::PaymentScenario};

#[derive(Debug, Default)]
pub(crate) struct Records {
    pub(crate) orders: Table<Order>,
    pub(crate) links: Table<Link>,
    pub(crate) payments: Table<Payment>,
    pub(crate) refunds: Table<Refund>,
    pub(crate) settlements: Table<Settlement>,
    pub(crate) disputes: Table<Dispute>,
    /// The ids of settled payments and refunds.
    settled: HashSet<String>,
    /// The default scenario.
    pub(crate) scenario: PaymentScenario,
    /// Scenarios of links without one, by the order in their notes.
    scenarios: HashMap<String, PaymentScenario>,
    /// The balance of the account.
    pub(crate) balance: Balance,
    faults: Faults,
}

/// The most orders with a scenario. Later ones get the default scenario.
const MAX_SCENARIOS: usize = 20_000;

impl Records {
    /// The fault of this call, if there is one.
    pub(crate) fn fault(&mut self, call: Call, key: &str, scenario: PaymentScenario) -> Option<Fault> {
        self.faults.next(call, key, scenario)
    }

    /// Sets the scenario of links that name this order.
    pub(crate) fn set_order_scenario(&mut self, order: &str, scenario: PaymentScenario) {
        if self.scenarios.len() < MAX_SCENARIOS {
            self.scenarios.insert(order.to_owned(), scenario);
        }
    }

    /// The scenario for these notes, if they name none.
    pub(crate) fn scenario_for(&self, notes: &Map<String, Value>) -> PaymentScenario {
        let chosen = order_of(notes).and_then(|order| self.scenarios.get(order));
        chosen.copied().unwrap_or(self.scenario)
    }

    /// Settles all payments and refunds since the last settlement. Fails if nothing is left to pay out.
    pub(crate) fn pay_out(&mut self, deviations: SettlementDeviations, now: i64) -> Result<Value, ApiError> {
        let payments = self.payments.iter();
        let payments = payments.filter(|payment| payment.status.is_captured());
        let refunds = self.refunds.iter();
        let refunds = refunds.filter(|refund| refund.status == RefundStatus::Processed);
        let lines = payments.map(Line::of_payment).chain(refunds.map(Line::of_refund));
        let lines = lines.filter(|line| !self.settled.contains(&line.id));
        let settlement = Settlement::of(lines.collect(), deviations, now)?;
        let settled = settlement.lines.iter().map(|line| line.id.clone());
        self.settled.extend(settled);
        let entity = settlement.entity(now);
        self.balance.take(settlement.amount);
        self.settlements.push(settlement)?;
        Ok(entity)
    }

    /// The link that an order was created for.
    pub(crate) fn link_of(&self, order_id: &str) -> Option<&Link> {
        self.links.iter().find(|link| link.order_id == order_id)
    }

    /// Fails if an order cannot be paid any more.
    pub(crate) fn ensure_payable(&self, order_id: &str) -> Result<(), ApiError> {
        if let Some(link) = self.link_of(order_id)
            && link.status != LinkStatus::Created
        {
            let status = link.status.name();
            return Err(ApiError::bad_request(format!("The payment link is {status}")));
        }
        if self.orders.find(order_id)?.is_paid() {
            return Err(ApiError::bad_request("The order is paid"));
        }
        Ok(())
    }

    /// Starts a payment of an order without an outcome, and returns its id.
    pub(crate) fn start_payment(
        &mut self,
        order_id: &str,
        method: Method,
        now: i64,
    ) -> Result<String, ApiError> {
        let link = self.link_of(order_id);
        let order = self.orders.find(order_id)?;
        let customer = |name: &str| link.and_then(|link| link.customer.get(name).cloned());
        let payment = Payment {
            id: id::new("pay"),
            order_id: order_id.to_owned(),
            link_id: link.map(|link| link.id.clone()),
            amount: order.plan.amount_paid(order.amount),
            status: PaymentStatus::Created,
            method,
            // Real links use their id without its prefix.
            description: link.map(|link| format!("#{}", link.id.trim_start_matches("plink_"))),
            email: customer("email").unwrap_or_default(),
            contact: customer("contact").unwrap_or_default(),
            notes: order.notes.clone(),
            amount_refunded: 0,
            failure: None,
            created_at: now,
        };
        let payment_id = payment.id.clone();
        self.payments.push(payment)?;
        self.orders.find_mut(order_id)?.attempts += 1;
        Ok(payment_id)
    }

    /// Captures a payment. An open link becomes paid; a closed one stays as it is.
    pub(crate) fn capture(&mut self, payment_id: &str, now: i64) -> Result<(), ApiError> {
        let payment = self.payments.find_mut(payment_id)?;
        payment.status = PaymentStatus::Captured;
        payment.failure = None;
        let (amount, order_id) = (payment.amount, payment.order_id.clone());
        self.balance.add(amount.saturating_sub(payment.fee().0));
        self.orders.find_mut(&order_id)?.pay(amount);
        let link = self.links.iter_mut().find(|link| link.order_id == order_id);
        if let Some(link) = link {
            link.amount_paid += amount;
            link.updated_at = now;
            if link.status == LinkStatus::Created {
                link.status = LinkStatus::Paid;
            }
        }
        Ok(())
    }

    /// A link as in a response.
    pub(crate) fn link_entity(&self, link: &Link) -> Value {
        let captured = self
            .payments
            .iter()
            .filter(|payment| payment.order_id == link.order_id && payment.status.is_captured());
        let payments: Vec<_> = captured.map(|payment| payment.of_link(&link.id)).collect();
        let is_attempted = self
            .orders
            .find(&link.order_id)
            .is_ok_and(|order| order.attempts > 0);
        link.entity(payments, is_attempted)
    }
}
