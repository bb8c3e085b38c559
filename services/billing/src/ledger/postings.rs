//! Which entries follow from what: the one table of the books, as code. Pure.

use std::collections::BTreeMap;

use time::Date;
use uuid::Uuid;

use crate::{
    document::{
        document_store::Document,
        facts::{ChargeKind, Facts, Line},
        kind::Kind,
    },
    ledger::{
        account::{Account, Method, OutputTax},
        booking::{Booking, Cause},
    },
};

/// Which order something is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The number a shopper reads out on the phone.
    pub number: String,
    /// How it was to be paid.
    pub method: Method,
}

/// By whom money came that a provider tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// It owes the money to the shop until it pays it out.
    Razorpay,
    /// The bank itself.
    Upi,
}

/// Money that came through a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Captured {
    /// The payment's id.
    pub payment_id: Uuid,
    /// By whom.
    pub provider: Provider,
    /// In paise.
    pub amount_paise: i64,
    /// What the provider keeps of it, tax included, in paise.
    pub fee_paise: i64,
    /// The tax in it, in paise.
    pub fee_tax_paise: i64,
    /// Whether the order is paid with it.
    pub is_accepted: bool,
    /// The day in India.
    pub captured_on: Date,
}

/// A way by which money comes that no provider tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// To the bank: by UPI, by transfer, or what a carrier remits.
    Bank,
    /// Into the shop's till.
    Cash,
}

/// Money that was written down for an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    /// The order's id: an order is paid once.
    pub order_id: Uuid,
    /// By which way.
    pub channel: Channel,
    /// In paise.
    pub amount_paise: i64,
    /// The day in India.
    pub received_on: Date,
}

/// A state of a refund that moves money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundStep {
    /// The shop owes it.
    Wanted,
    /// It went back.
    Processed,
    /// It could not go back: what was wanted is undone, by an entry of its own.
    Failed,
}

/// Money that goes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundMoved {
    /// The refund's id.
    pub refund_id: Uuid,
    /// In paise.
    pub amount_paise: i64,
    /// Where it stands.
    pub step: RefundStep,
    /// Whether the payment had paid the order.
    pub is_of_accepted: bool,
    /// By whom the money had come.
    pub provider: Provider,
    /// From where somebody of the shop sent it; none when a provider sends it.
    pub manual: Option<Channel>,
    /// The day in India.
    pub changed_on: Date,
}

/// A document: what the buyer owes, and what of it is whose. A credit note is the same the other way.
pub fn of_document(document: &Document, method: Method, on: Date) -> Booking {
    let facts = &document.facts;
    let mut booking = Booking {
        cause: Cause::Document,
        cause_id: document.id,
        step: "issued",
        booked_on: on,
        order_number: facts.order_number.clone(),
        entries: Vec::new(),
    };
    let sign = if facts.kind == Kind::CreditNote { -1 } else { 1 };
    for (account, paise) in earned(facts) {
        let receivable = Account::Receivable(method);
        booking.add(&account.to_string(), receivable, account, sign * paise);
    }
    booking
}

/// What a document comes to by the accounts that earn it.
fn earned(facts: &Facts) -> BTreeMap<Account, i64> {
    let mut earned = BTreeMap::new();
    let mut add = |account: Account, paise: i64| *earned.entry(account).or_insert(0) += paise;
    for line in &facts.lines {
        add(income(line), line.taxes.taxable_paise);
        add(Account::OutputTax(OutputTax::Cgst), line.taxes.cgst_paise);
        add(Account::OutputTax(OutputTax::Sgst), line.taxes.sgst_paise);
        add(Account::OutputTax(OutputTax::Igst), line.taxes.igst_paise);
    }
    earned
}

fn income(line: &Line) -> Account {
    match line.charge {
        Some(ChargeKind::Delivery) => Account::Delivery,
        Some(ChargeKind::CodFee) => Account::CodFee,
        None => Account::Sales(line.rate_basis_points),
    }
}

/// Money that came through a provider, and what that keeps of it.
pub fn of_captured(captured: &Captured, order: Order) -> Booking {
    let mut booking = Booking {
        cause: Cause::Payment,
        cause_id: captured.payment_id,
        step: "captured",
        booked_on: captured.captured_on,
        entries: Vec::new(),
        order_number: order.number,
    };
    let from = if captured.is_accepted {
        Account::Receivable(order.method)
    } else {
        Account::Unallocated
    };
    let with = match captured.provider {
        Provider::Razorpay => Account::Razorpay,
        Provider::Upi => Account::Bank,
    };
    booking.add("", with, from, captured.amount_paise);
    let fee_paise = captured.fee_paise - captured.fee_tax_paise;
    booking.add("fee", Account::ProviderFees, with, fee_paise);
    booking.add("fee_tax", Account::InputTax, with, captured.fee_tax_paise);
    booking
}

/// Money that came by no provider.
pub fn of_received(received: &Received, order: Order) -> Booking {
    let mut booking = Booking {
        cause: Cause::ReceivedPayment,
        cause_id: received.order_id,
        step: "received",
        booked_on: received.received_on,
        entries: Vec::new(),
        order_number: order.number,
    };
    let to = match received.channel {
        Channel::Bank => Account::Bank,
        Channel::Cash => Account::Cash,
    };
    booking.add("", to, Account::Receivable(order.method), received.amount_paise);
    booking
}

/// Money that goes back: owed to the buyer when it is wanted, gone when it is processed, and where it was when it failed.
pub fn of_refund(refund: &RefundMoved, order: Order) -> Booking {
    let of = if refund.is_of_accepted {
        Account::Receivable(order.method)
    } else {
        Account::Unallocated
    };
    let from = match (refund.manual, refund.provider) {
        (None, Provider::Razorpay) => Account::Razorpay,
        (None, Provider::Upi) | (Some(Channel::Bank), _) => Account::Bank,
        (Some(Channel::Cash), _) => Account::Cash,
    };
    let (step, debit, credit) = match refund.step {
        RefundStep::Wanted => ("wanted", of, Account::RefundsPayable),
        RefundStep::Processed => ("processed", Account::RefundsPayable, from),
        RefundStep::Failed => ("failed", Account::RefundsPayable, of),
    };
    let mut booking = Booking {
        cause: Cause::Refund,
        cause_id: refund.refund_id,
        step,
        booked_on: refund.changed_on,
        entries: Vec::new(),
        order_number: order.number,
    };
    booking.add("", debit, credit, refund.amount_paise);
    booking
}

#[cfg(test)]
mod tests;
