//! The entries of each event: the posting rules of the ledger. Pure.

use std::collections::BTreeMap;

use time::Date;
use uuid::Uuid;

use crate::{
    document::{
        document_store::Document,
        facts::{ChargeKind, DocumentLine, Facts},
        kind::DocumentKind,
    },
    ledger::{
        account::{Account, Method, OutputTax},
        booking::{Booking, EntryCause},
    },
};

/// The order of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderReference {
    /// The order number.
    pub number: String,
    /// The payment method at checkout.
    pub method: Method,
}

/// The provider of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// Owes the money to the shop until the payout.
    Razorpay,
    /// The shop's bank account, directly.
    Upi,
}

/// A payment through a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CapturedPayment {
    /// The payment's id.
    pub payment_id: Uuid,
    /// The provider.
    pub provider: Provider,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The provider's fee with tax, in paise.
    pub fee_paise: i64,
    /// The tax in the fee, in paise.
    pub fee_tax_paise: i64,
    /// True if the order accepted the payment.
    pub is_accepted: bool,
    /// The day in India.
    pub captured_on: Date,
}

/// The channel of a payment without a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReceiptChannel {
    /// The bank account: by UPI, by transfer, or a carrier's remittance.
    Bank,
    /// Cash in the shop.
    Cash,
}

/// A payment that was recorded for an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedPayment {
    /// The order's id, because an order is paid once.
    pub order_id: Uuid,
    /// The channel.
    pub channel: ReceiptChannel,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The day in India.
    pub received_on: Date,
}

/// A refund state that moves money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundStep {
    /// The shop owes it.
    Requested,
    /// It was paid back.
    Processed,
    /// It failed. A separate entry reverses `Requested`.
    Failed,
}

/// A refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefundMovement {
    /// The refund's id.
    pub refund_id: Uuid,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The state.
    pub step: RefundStep,
    /// True if the order had accepted the payment.
    pub is_of_accepted: bool,
    /// The provider of the payment.
    pub provider: Provider,
    /// The channel of a manual refund. `None` if a provider sends it.
    pub manual: Option<ReceiptChannel>,
    /// The day in India.
    pub changed_on: Date,
}

/// The entries of a document: the buyer's debt, by income and tax account. Reversed for a credit note.
pub fn of_document(document: &Document, method: Method, on: Date) -> Booking {
    let facts = &document.facts;
    let mut booking = Booking {
        cause: EntryCause::Document,
        cause_id: document.id,
        step: "issued",
        booked_on: on,
        order_number: facts.order_number.clone(),
        entries: Vec::new(),
    };
    let sign = if facts.kind == DocumentKind::CreditNote {
        -1
    } else {
        1
    };
    for (account, paise) in earned(facts) {
        let receivable = Account::Receivable(method);
        booking.add(&account.to_string(), receivable, account, sign * paise);
    }
    booking
}

/// The amounts of a document, by income and tax account.
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

fn income(line: &DocumentLine) -> Account {
    match line.charge {
        Some(ChargeKind::Delivery) => Account::Delivery,
        Some(ChargeKind::CodFee) => Account::CodFee,
        None => Account::Sales(line.rate_basis_points),
    }
}

/// The entries of a payment through a provider, with its fee.
pub fn of_captured(captured: &CapturedPayment, order: OrderReference) -> Booking {
    let mut booking = Booking {
        cause: EntryCause::Payment,
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

/// The entry of a payment without a provider.
pub fn of_received(received: &ReceivedPayment, order: OrderReference) -> Booking {
    let mut booking = Booking {
        cause: EntryCause::ReceivedPayment,
        cause_id: received.order_id,
        step: "received",
        booked_on: received.received_on,
        entries: Vec::new(),
        order_number: order.number,
    };
    let to = match received.channel {
        ReceiptChannel::Bank => Account::Bank,
        ReceiptChannel::Cash => Account::Cash,
    };
    booking.add("", to, Account::Receivable(order.method), received.amount_paise);
    booking
}

/// The entry of a refund's state: owed to the buyer when requested, paid when processed, reversed when
/// failed.
pub fn of_refund(refund: &RefundMovement, order: OrderReference) -> Booking {
    let of = if refund.is_of_accepted {
        Account::Receivable(order.method)
    } else {
        Account::Unallocated
    };
    let from = match (refund.manual, refund.provider) {
        (None, Provider::Razorpay) => Account::Razorpay,
        (None, Provider::Upi) | (Some(ReceiptChannel::Bank), _) => Account::Bank,
        (Some(ReceiptChannel::Cash), _) => Account::Cash,
    };
    let (step, debit, credit) = match refund.step {
        RefundStep::Requested => ("wanted", of, Account::RefundsPayable),
        RefundStep::Processed => ("processed", Account::RefundsPayable, from),
        RefundStep::Failed => ("failed", Account::RefundsPayable, of),
    };
    let mut booking = Booking {
        cause: EntryCause::Refund,
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
