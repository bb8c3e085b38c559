//! Payments that a shopper's bank disputes.

use serde_json::Value;

use super::account::Provider;
use crate::{
    books::{Books, Dispute, DisputeStatus},
    id,
    refusal::Refusal,
};

/// The time that shops have to respond, about a week.
const RESPOND_WITHIN: i64 = 7 * 24 * 60 * 60;

impl Provider {
    /// Opens a dispute of a whole payment, and returns it.
    pub(crate) fn open_dispute(&self, payment_id: &str) -> Result<Value, Refusal> {
        let mut books = self.books();
        let now = self.clock.now();
        let dispute = Dispute {
            id: id::new("disp"),
            payment_id: payment_id.to_owned(),
            amount: books.payments.find(payment_id)?.amount,
            status: DisputeStatus::Open,
            respond_by: now + RESPOND_WITHIN,
            created_at: now,
        };
        let dispute_id = dispute.id.clone();
        books.disputes.push(dispute)?;
        self.tell_dispute(&books, &dispute_id, "payment.dispute.created")
    }

    /// Changes the status of a dispute, and returns it.
    pub(crate) fn change_dispute(&self, dispute_id: &str, status: DisputeStatus) -> Result<Value, Refusal> {
        let mut books = self.books();
        books.disputes.find_mut(dispute_id)?.status = status;
        self.tell_dispute(&books, dispute_id, &format!("payment.dispute.{}", status.name()))
    }

    fn tell_dispute(&self, books: &Books, dispute_id: &str, name: &str) -> Result<Value, Refusal> {
        let dispute = books.disputes.find(dispute_id)?;
        let payment = books.payments.find(&dispute.payment_id)?;
        let plan = books.orders.find(&payment.order_id)?.plan;
        let things = [("payment", payment.entity()), ("dispute", dispute.entity())];
        self.webhooks
            .send(self.event(name, &things, &plan).into_iter().collect());
        Ok(dispute.entity())
    }
}
