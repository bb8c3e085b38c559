//! Disputes, as in `markdown/api/disputes/entity.md`.

use serde::Deserialize;
use serde_json::{Value, json};

use super::table::Entity;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DisputeStatus {
    Open,
    UnderReview,
    Won,
    Lost,
    Closed,
}

impl DisputeStatus {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::UnderReview => "under_review",
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Closed => "closed",
        }
    }

    pub(crate) fn is_open(self) -> bool {
        matches!(self, Self::Open | Self::UnderReview)
    }
}

#[derive(Debug)]
pub(crate) struct Dispute {
    pub(crate) id: String,
    pub(crate) payment_id: String,
    /// In paise.
    pub(crate) amount: u64,
    pub(crate) status: DisputeStatus,
    pub(crate) respond_by: i64,
    pub(crate) created_at: i64,
}

impl Entity for Dispute {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Dispute {
    pub(crate) fn entity(&self) -> Value {
        let is_lost = self.status == DisputeStatus::Lost;
        json!({
            "id": self.id,
            "entity": "dispute",
            "payment_id": self.payment_id,
            "amount": self.amount,
            "currency": "INR",
            "amount_deducted": if is_lost { self.amount } else { 0 },
            "reason_code": "chargeback",
            "respond_by": self.respond_by,
            "status": self.status.name(),
            "phase": "chargeback",
            "created_at": self.created_at,
            "evidence": null,
        })
    }
}
