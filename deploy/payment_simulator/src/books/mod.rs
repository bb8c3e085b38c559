//! What the simulator remembers: orders, links, payments, refunds and settlements, a bounded number of each.

mod balance;
mod dispute;
mod faults;
mod link;
mod notes;
mod order;
mod payment;
mod refund;
mod settlement;
mod shelf;

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

pub(crate) use self::{
    balance::Balance,
    dispute::{Dispute, DisputeStatus},
    faults::{Call, Failing, Fault},
    link::{Link, LinkStatus},
    notes::order_of,
    order::Order,
    payment::{Failure, Method, Payment, PaymentStatus},
    refund::{Refund, RefundStatus},
    settlement::{Oddity, Settlement},
};
use self::{faults::Faults, settlement::Line, shelf::Shelf};
use crate::{id, refusal::Refusal, script::Script};

#[derive(Debug, Default)]
pub(crate) struct Books {
    pub(crate) orders: Shelf<Order>,
    pub(crate) links: Shelf<Link>,
    pub(crate) payments: Shelf<Payment>,
    pub(crate) refunds: Shelf<Refund>,
    pub(crate) settlements: Shelf<Settlement>,
    pub(crate) disputes: Shelf<Dispute>,
    /// The ids of payments and refunds that were paid out.
    settled: HashSet<String>,
    /// The script of what names none.
    pub(crate) script: Script,
    /// The scripts of links that name none, by the order in their notes.
    scripts: HashMap<String, Script>,
    /// The money of the account.
    pub(crate) balance: Balance,
    faults: Faults,
}

/// Orders whose scripts are remembered; what comes later has the usual one.
const MOST_SCRIPTS: usize = 20_000;

impl Books {
    /// What goes wrong with this call, if anything.
    pub(crate) fn fault(&mut self, call: Call, about: &str, script: Script) -> Option<Fault> {
        self.faults.next(call, about, script)
    }

    /// Chooses the script of links that name this order.
    pub(crate) fn script_order(&mut self, order: &str, script: Script) {
        if self.scripts.len() < MOST_SCRIPTS {
            self.scripts.insert(order.to_owned(), script);
        }
    }

    /// The script of what has these notes and names none.
    pub(crate) fn script_of(&self, notes: &Map<String, Value>) -> Script {
        let chosen = order_of(notes).and_then(|order| self.scripts.get(order));
        chosen.copied().unwrap_or(self.script)
    }

    /// Pays out all that was taken and given back since the last time; refused when nothing is left of it.
    pub(crate) fn pay_out(&mut self, odd: Oddity, now: i64) -> Result<Value, Refusal> {
        let payments = self.payments.iter();
        let payments = payments.filter(|payment| payment.status.is_captured());
        let refunds = self.refunds.iter();
        let refunds = refunds.filter(|refund| refund.status == RefundStatus::Processed);
        let lines = payments.map(Line::of_payment).chain(refunds.map(Line::of_refund));
        let lines = lines.filter(|line| !self.settled.contains(&line.id));
        let settlement = Settlement::of(lines.collect(), odd, now)?;
        let settled = settlement.lines.iter().map(|line| line.id.clone());
        self.settled.extend(settled);
        let entity = settlement.entity(now);
        self.balance.take(settlement.amount);
        self.settlements.push(settlement)?;
        Ok(entity)
    }

    /// The link that an order was made for.
    pub(crate) fn link_of(&self, order_id: &str) -> Option<&Link> {
        self.links.iter().find(|link| link.order_id == order_id)
    }

    /// Whether an order can still be paid.
    pub(crate) fn check_payable(&self, order_id: &str) -> Result<(), Refusal> {
        if let Some(link) = self.link_of(order_id)
            && link.status != LinkStatus::Created
        {
            let status = link.status.name();
            return Err(Refusal::bad_request(format!("The payment link is {status}")));
        }
        if self.orders.find(order_id)?.is_paid() {
            return Err(Refusal::bad_request("The order is paid"));
        }
        Ok(())
    }

    /// Begins a payment of an order, whose outcome is open, and answers its id.
    pub(crate) fn begin_payment(
        &mut self,
        order_id: &str,
        method: Method,
        now: i64,
    ) -> Result<String, Refusal> {
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
            // As links do it: the id of the link without what it is.
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

    /// Takes the money of a payment. A link that was still open is paid; one that is closed stays as it is.
    pub(crate) fn capture(&mut self, payment_id: &str, now: i64) -> Result<(), Refusal> {
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

    /// A link as it is answered.
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
