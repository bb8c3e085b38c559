//! Refunds.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::account::Provider;
use crate::{
    api_error::ApiError,
    id,
    records::{PaymentStatus, Records, Refund, RefundStatus},
    scenario::{PaymentScenario, Plan},
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
    pub(crate) fn refund(self: &Arc<Self>, payment_id: &str, new: NewRefund) -> Result<Value, ApiError> {
        let mut records = self.records();
        if let Some(earlier_response) = earlier_response(&records, payment_id, &new)? {
            return Ok(earlier_response);
        }
        let amount = refundable_amount(&records, payment_id, new.amount)?;
        records.balance.pay_refund(amount)?;
        let plan = plan(&records, payment_id)?;
        let is_pending = matches!(
            plan.scenario,
            PaymentScenario::RefundPending | PaymentScenario::RefundPendingThenFailed
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
        records.refunds.push(refund)?;
        add_to_payment(&mut records, payment_id, amount)?;
        let mut events = self.events(&records, &refund_id, "refund.created")?;
        if is_pending || plan.scenario == PaymentScenario::RefundReversed {
            self.finish_later(&refund_id, plan);
        }
        if !is_pending {
            events.extend(self.events(&records, &refund_id, "refund.processed")?);
        }
        self.webhooks.send(events);
        Ok(records.refunds.find(&refund_id)?.entity())
    }

    fn finish_later(self: &Arc<Self>, refund_id: &str, plan: Plan) {
        let due_ms = self.clock.now_ms() + plan.delay_ms;
        let (provider, refund_id) = (Arc::clone(self), refund_id.to_owned());
        self.tasks.start(async move {
            provider.clock.sleep_until(due_ms).await;
            // Refunds are never removed.
            if let Ok(events) = provider.finish(&refund_id, plan.scenario) {
                provider.webhooks.send(events);
            }
        });
    }

    fn finish(&self, refund_id: &str, scenario: PaymentScenario) -> Result<Vec<Event>, ApiError> {
        let mut records = self.records();
        let refund = records.refunds.find_mut(refund_id)?;
        if scenario == PaymentScenario::RefundPending {
            refund.status = RefundStatus::Processed;
            return self.events(&records, refund_id, "refund.processed");
        }
        if scenario == PaymentScenario::RefundReversed {
            refund.status = RefundStatus::Reversed;
            return Ok(Vec::new());
        }
        refund.status = RefundStatus::Failed;
        let (amount, payment_id) = (refund.amount, refund.payment_id.clone());
        undo(&mut records, &payment_id, amount)?;
        self.events(&records, refund_id, "refund.failed")
    }

    fn events(&self, records: &Records, refund_id: &str, name: &str) -> Result<Vec<Event>, ApiError> {
        let refund = records.refunds.find(refund_id)?;
        let payment = records.payments.find(&refund.payment_id)?;
        let plan = plan(records, &payment.id)?;
        let entities = [("refund", refund.entity()), ("payment", payment.entity())];
        Ok(self.event(name, &entities, &plan).into_iter().collect())
    }
}

fn plan(records: &Records, payment_id: &str) -> Result<Plan, ApiError> {
    let payment = records.payments.find(payment_id)?;
    Ok(records.orders.find(&payment.order_id)?.plan)
}

/// The earlier response for the same key (`markdown/api/refunds/normal-refunds-idempotent.md`).
fn earlier_response(records: &Records, payment_id: &str, new: &NewRefund) -> Result<Option<Value>, ApiError> {
    let Some((key, body)) = &new.key else {
        return Ok(None);
    };
    let with_key = |refund: &&Refund| refund.key.as_ref().is_some_and(|(earlier, _)| earlier == key);
    let Some(refund) = records.refunds.iter().find(with_key) else {
        return Ok(None);
    };
    let is_same =
        refund.payment_id == payment_id && refund.key.as_ref().is_some_and(|(_, earlier)| earlier == body);
    if is_same {
        return Ok(Some(refund.entity()));
    }
    let why = "Different request with the same idempotency key has already been processed.";
    Err(ApiError::conflict(why))
}

/// The amount to refund, if it is allowed (`markdown/api/refunds/create-normal.md`, "Errors").
fn refundable_amount(records: &Records, payment_id: &str, requested: Option<u64>) -> Result<u64, ApiError> {
    let payment = records.payments.find(payment_id)?;
    let left = payment.amount.saturating_sub(payment.amount_refunded);
    match (payment.status, requested.unwrap_or(left)) {
        (PaymentStatus::Refunded, _) => Err(ApiError::bad_request(
            "The payment has been fully refunded already",
        )),
        _ if records
            .disputes
            .iter()
            .any(|dispute| dispute.payment_id == payment_id && dispute.status.is_open()) =>
        {
            Err(ApiError::bad_request(
                "The payment is disputed and cannot be refunded",
            ))
        }
        (PaymentStatus::Created | PaymentStatus::Authorized | PaymentStatus::Failed, _) => Err(
            ApiError::bad_request("The payment status should be captured for action to be taken"),
        ),
        (PaymentStatus::Captured, amount) if amount < 100 => Err(ApiError::invalid_field(
            "amount",
            "The amount must be at least INR 1.00",
        )),
        (PaymentStatus::Captured, amount) if amount > left => Err(ApiError::invalid_field(
            "amount",
            "The refund amount provided is greater than amount captured",
        )),
        (PaymentStatus::Captured, amount) => Ok(amount),
    }
}

fn add_to_payment(records: &mut Records, payment_id: &str, amount: u64) -> Result<(), ApiError> {
    let payment = records.payments.find_mut(payment_id)?;
    payment.amount_refunded += amount;
    if payment.amount_refunded >= payment.amount {
        payment.status = PaymentStatus::Refunded;
    }
    Ok(())
}

fn undo(records: &mut Records, payment_id: &str, amount: u64) -> Result<(), ApiError> {
    let payment = records.payments.find_mut(payment_id)?;
    payment.amount_refunded = payment.amount_refunded.saturating_sub(amount);
    payment.status = PaymentStatus::Captured;
    records.balance.add(amount);
    Ok(())
}
