//! Payments that a shopper's bank disputes.

use serde_json::Value;

use super::account::Provider;
use crate::{
    api_error::ApiError,
    id,
    records::{Dispute, DisputeStatus, Records},
};

/// The time that shops have to respond, about a week.
const RESPOND_WITHIN: i64 = 7 * 24 * 60 * 60;

impl Provider {
    /// Opens a dispute of a whole payment, and returns it.
    pub(crate) fn open_dispute(&self, payment_id: &str) -> Result<Value, ApiError> {
        let mut records = self.records();
        let now = self.clock.now();
        let dispute = Dispute {
            id: id::new("disp"),
            payment_id: payment_id.to_owned(),
            amount: records.payments.find(payment_id)?.amount,
            status: DisputeStatus::Open,
            respond_by: now + RESPOND_WITHIN,
            created_at: now,
        };
        let dispute_id = dispute.id.clone();
        records.disputes.push(dispute)?;
        self.send_dispute_event(&records, &dispute_id, "payment.dispute.created")
    }

    /// Changes the status of a dispute, and returns it.
    pub(crate) fn change_dispute(&self, dispute_id: &str, status: DisputeStatus) -> Result<Value, ApiError> {
        let mut records = self.records();
        records.disputes.find_mut(dispute_id)?.status = status;
        self.send_dispute_event(
            &records,
            dispute_id,
            &format!("payment.dispute.{}", status.name()),
        )
    }

    fn send_dispute_event(&self, records: &Records, dispute_id: &str, name: &str) -> Result<Value, ApiError> {
        let dispute = records.disputes.find(dispute_id)?;
        let payment = records.payments.find(&dispute.payment_id)?;
        let plan = records.orders.find(&payment.order_id)?.plan;
        let entities = [("payment", payment.entity()), ("dispute", dispute.entity())];
        self.webhooks
            .send(self.event(name, &entities, &plan).into_iter().collect());
        Ok(dispute.entity())
    }
}
