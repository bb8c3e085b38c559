//! Refunds.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::account::Provider;
use crate::{
    books::{Books, PaymentStatus, Refund, RefundStatus},
    id,
    refusal::Refusal,
    script::{Plan, Script},
    webhooks::Event,
};

/// A request for a refund.
#[derive(Debug)]
pub(crate) struct NewRefund {
    /// In paise; `None` for all that is left.
    pub(crate) amount: Option<u64>,
    pub(crate) receipt: Option<String>,
    pub(crate) notes: Map<String, Value>,
    /// The idempotency key, and the body of the request.
    pub(crate) key: Option<(String, Vec<u8>)>,
}

impl Provider {
    /// Refunds a payment fully or partly. Repeated requests with the same key make one refund.
    pub(crate) fn refund(self: &Arc<Self>, payment_id: &str, new: NewRefund) -> Result<Value, Refusal> {
        let mut books = self.books();
        if let Some(known) = known(&books, payment_id, &new)? {
            return Ok(known);
        }
        let amount = amount(&books, payment_id, new.amount)?;
        books.balance.pay_refund(amount)?;
        let plan = plan(&books, payment_id)?;
        let is_pending = matches!(
            plan.script,
            Script::RefundPending | Script::RefundPendingThenFailed
        );
        let refund = Refund {
            id: id::new("rfnd"),
            payment_id: payment_id.to_owned(),
            amount,
            status: if is_pending {
                RefundStatus::Pending
            } else {
                RefundStatus::Processed
            },
            receipt: new.receipt,
            notes: new.notes,
            created_at: self.clock.now(),
            key: new.key,
        };
        let refund_id = refund.id.clone();
        books.refunds.push(refund)?;
        add(&mut books, payment_id, amount)?;
        let mut events = self.told(&books, &refund_id, "refund.created")?;
        if is_pending || plan.script == Script::RefundReversed {
            self.settle_later(&refund_id, plan);
        }
        if !is_pending {
            events.extend(self.told(&books, &refund_id, "refund.processed")?);
        }
        self.webhooks.send(events);
        Ok(books.refunds.find(&refund_id)?.entity())
    }

    fn settle_later(self: &Arc<Self>, refund_id: &str, plan: Plan) {
        let due_ms = self.clock.now_ms() + plan.delay_ms;
        let (provider, refund_id) = (Arc::clone(self), refund_id.to_owned());
        self.tasks.start(async move {
            provider.clock.sleep_until(due_ms).await;
            // Refunds are never removed.
            if let Ok(events) = provider.settle(&refund_id, plan.script) {
                provider.webhooks.send(events);
            }
        });
    }

    fn settle(&self, refund_id: &str, script: Script) -> Result<Vec<Event>, Refusal> {
        let mut books = self.books();
        let refund = books.refunds.find_mut(refund_id)?;
        if script == Script::RefundPending {
            refund.status = RefundStatus::Processed;
            return self.told(&books, refund_id, "refund.processed");
        }
        if script == Script::RefundReversed {
            refund.status = RefundStatus::Reversed;
            return Ok(Vec::new());
        }
        refund.status = RefundStatus::Failed;
        let (amount, payment_id) = (refund.amount, refund.payment_id.clone());
        take_back(&mut books, &payment_id, amount)?;
        self.told(&books, refund_id, "refund.failed")
    }

    fn told(&self, books: &Books, refund_id: &str, name: &str) -> Result<Vec<Event>, Refusal> {
        let refund = books.refunds.find(refund_id)?;
        let payment = books.payments.find(&refund.payment_id)?;
        let plan = plan(books, &payment.id)?;
        let things = [("refund", refund.entity()), ("payment", payment.entity())];
        Ok(self.event(name, &things, &plan).into_iter().collect())
    }
}

fn plan(books: &Books, payment_id: &str) -> Result<Plan, Refusal> {
    let payment = books.payments.find(payment_id)?;
    Ok(books.orders.find(&payment.order_id)?.plan)
}

/// The earlier response for the same key (`markdown/api/refunds/normal-refunds-idempotent.md`).
fn known(books: &Books, payment_id: &str, new: &NewRefund) -> Result<Option<Value>, Refusal> {
    let Some((key, body)) = &new.key else {
        return Ok(None);
    };
    let with_key = |refund: &&Refund| refund.key.as_ref().is_some_and(|(known, _)| known == key);
    let Some(refund) = books.refunds.iter().find(with_key) else {
        return Ok(None);
    };
    let is_same =
        refund.payment_id == payment_id && refund.key.as_ref().is_some_and(|(_, known)| known == body);
    if is_same {
        return Ok(Some(refund.entity()));
    }
    let why = "Different request with the same idempotency key has already been processed.";
    Err(Refusal::conflict(why))
}

/// The amount to refund, if it is allowed (`markdown/api/refunds/create-normal.md`, "Errors").
fn amount(books: &Books, payment_id: &str, wanted: Option<u64>) -> Result<u64, Refusal> {
    let payment = books.payments.find(payment_id)?;
    let left = payment.amount.saturating_sub(payment.amount_refunded);
    match (payment.status, wanted.unwrap_or(left)) {
        (PaymentStatus::Refunded, _) => Err(Refusal::bad_request(
            "The payment has been fully refunded already",
        )),
        _ if books
            .disputes
            .iter()
            .any(|dispute| dispute.payment_id == payment_id && dispute.status.is_open()) =>
        {
            Err(Refusal::bad_request(
                "The payment is disputed and cannot be refunded",
            ))
        }
        (PaymentStatus::Created | PaymentStatus::Authorized | PaymentStatus::Failed, _) => Err(
            Refusal::bad_request("The payment status should be captured for action to be taken"),
        ),
        (PaymentStatus::Captured, amount) if amount < 100 => Err(Refusal::of_field(
            "amount",
            "The amount must be at least INR 1.00",
        )),
        (PaymentStatus::Captured, amount) if amount > left => Err(Refusal::of_field(
            "amount",
            "The refund amount provided is greater than amount captured",
        )),
        (PaymentStatus::Captured, amount) => Ok(amount),
    }
}

fn add(books: &mut Books, payment_id: &str, amount: u64) -> Result<(), Refusal> {
    let payment = books.payments.find_mut(payment_id)?;
    payment.amount_refunded += amount;
    if payment.amount_refunded >= payment.amount {
        payment.status = PaymentStatus::Refunded;
    }
    Ok(())
}

fn take_back(books: &mut Books, payment_id: &str, amount: u64) -> Result<(), Refusal> {
    let payment = books.payments.find_mut(payment_id)?;
    payment.amount_refunded = payment.amount_refunded.saturating_sub(amount);
    payment.status = PaymentStatus::Captured;
    books.balance.add(amount);
    Ok(())
}
