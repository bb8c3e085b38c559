//! Orders, as in `markdown/api/orders/entity.md`.

use serde_json::{Map, Value, json};

use super::{notes::notes, table::Entity};
use crate::scenario::Plan;

#[derive(Debug)]
pub(crate) struct Order {
    pub(crate) id: String,
    /// In paise, like every amount here.
    pub(crate) amount: u64,
    pub(crate) amount_paid: u64,
    /// The number of started payments.
    pub(crate) attempts: u32,
    pub(crate) receipt: Option<String>,
    pub(crate) notes: Map<String, Value>,
    pub(crate) created_at: i64,
    /// The plan of its payments, also if it was created for a link.
    pub(crate) plan: Plan,
    has_captured: bool,
}

impl Entity for Order {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Order {
    pub(crate) fn new(
        amount: u64,
        receipt: Option<String>,
        notes: Map<String, Value>,
        plan: Plan,
        now: i64,
    ) -> Self {
        Self {
            id: crate::id::new("order"),
            amount,
            amount_paid: 0,
            attempts: 0,
            receipt,
            notes,
            created_at: now,
            plan,
            has_captured: false,
        }
    }

    pub(crate) fn is_paid(&self) -> bool {
        self.has_captured
    }

    pub(crate) fn pay(&mut self, amount: u64) {
        self.amount_paid += amount;
        self.has_captured = true;
    }

    pub(crate) fn entity(&self) -> Value {
        let status = match (self.has_captured, self.attempts) {
            (true, _) => "paid",
            (false, 0) => "created",
            (false, _) => "attempted",
        };
        json!({
            "id": self.id,
            "entity": "order",
            "amount": self.amount,
            "amount_paid": self.amount_paid,
            "amount_due": self.amount.saturating_sub(self.amount_paid),
            "currency": "INR",
            "receipt": self.receipt,
            "offer_id": null,
            "status": status,
            "attempts": self.attempts,
            "notes": notes(&self.notes),
            "created_at": self.created_at,
        })
    }
}
