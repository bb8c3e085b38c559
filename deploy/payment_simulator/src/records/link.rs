//! Payment links, as in `markdown/api/payments/payment-links/entity.md`.

use serde_json::{Map, Value, json};
use url::Url;

use super::{notes::notes, table::Entity};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinkStatus {
    Created,
    Paid,
    Expired,
    Cancelled,
}

impl LinkStatus {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Paid => "paid",
            Self::Expired => "expired",
            Self::Cancelled => "cancelled",
        }
    }
}

#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) id: String,
    /// The order that Razorpay creates for a link. It is shown after the first payment attempt.
    pub(crate) order_id: String,
    pub(crate) amount: u64,
    pub(crate) amount_paid: u64,
    pub(crate) status: LinkStatus,
    pub(crate) reference_id: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) customer: Map<String, Value>,
    pub(crate) notify: Value,
    pub(crate) notes: Map<String, Value>,
    pub(crate) callback_url: Option<Url>,
    pub(crate) is_reminding: bool,
    pub(crate) short_url: Url,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
    /// 0 means no expiry here; a real link expires after six months.
    pub(crate) expire_by: i64,
    pub(crate) expired_at: i64,
    pub(crate) cancelled_at: i64,
}

impl Entity for Link {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Link {
    pub(super) fn entity(&self, payments: Vec<Value>, is_attempted: bool) -> Value {
        let mut entity = json!({
            "accept_partial": false,
            "amount": self.amount,
            "amount_paid": self.amount_paid,
            "callback_method": self.callback_url.as_ref().map_or("", |_| "get"),
            "callback_url": self.callback_url.as_ref().map_or("", Url::as_str),
            "cancelled_at": self.cancelled_at,
            "created_at": self.created_at,
            "currency": "INR",
            // Empty notes are an empty list here, too, as in the sample of `fetch-all-standard`.
            "customer": notes(&self.customer),
            "description": self.description.as_deref().unwrap_or_default(),
            "expire_by": self.expire_by,
            "expired_at": self.expired_at,
            "first_min_partial_amount": 0,
            "id": self.id,
            "notes": notes(&self.notes),
            "notify": self.notify,
            "payments": if payments.is_empty() { Value::Null } else { payments.into() },
            "reference_id": self.reference_id.as_deref().unwrap_or_default(),
            "reminder_enable": self.is_reminding,
            "reminders": [],
            "short_url": self.short_url.as_str(),
            "status": self.status.name(),
            "updated_at": self.updated_at,
            "upi_link": false,
            "user_id": "",
        });
        if is_attempted {
            entity["order_id"] = json!(self.order_id);
        }
        entity
    }
}
