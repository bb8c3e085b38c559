//! Refunds, as in `markdown/api/refunds/entity.md`.

use serde_json::{Map, Value, json};

use super::{notes::notes, table::Entity};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RefundStatus {
    Pending,
    Processed,
    Failed,
    Reversed,
}

impl RefundStatus {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Processed => "processed",
            Self::Failed => "failed",
            Self::Reversed => "reversed",
        }
    }
}

#[derive(Debug)]
pub(crate) struct Refund {
    pub(crate) id: String,
    pub(crate) payment_id: String,
    pub(crate) amount: u64,
    pub(crate) status: RefundStatus,
    pub(crate) receipt: Option<String>,
    pub(crate) notes: Map<String, Value>,
    pub(crate) created_at: i64,
    /// The idempotency key of the request, and its body.
    pub(crate) key: Option<(String, Vec<u8>)>,
}

impl Entity for Refund {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Refund {
    pub(crate) fn entity(&self) -> Value {
        let arn = (self.status == RefundStatus::Processed).then_some("10000000000000");
        json!({
            "id": self.id,
            "entity": "refund",
            "amount": self.amount,
            "currency": "INR",
            "payment_id": self.payment_id,
            "notes": notes(&self.notes),
            "receipt": self.receipt,
            "acquirer_data": { "arn": arn },
            "created_at": self.created_at,
            "batch_id": null,
            "status": self.status.name(),
            "speed_processed": "normal",
            "speed_requested": "normal",
        })
    }
}
