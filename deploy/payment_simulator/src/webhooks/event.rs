//! An event as it is sent.

use serde_json::{Value, json};

use crate::{id, signature};

/// The delivery of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Delivery {
    Once,
    /// Again, after it was accepted.
    Twice,
    /// By two senders at the same time.
    TwiceAtOnce,
    /// Once, signed with another secret.
    WronglySigned,
}

#[derive(Debug, Clone)]
pub(crate) struct Event {
    /// `x-razorpay-event-id`
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) body: Vec<u8>,
    /// Milliseconds since 1970, like `due_ms`.
    pub(crate) created_ms: i64,
    /// The earliest time to send it.
    pub(crate) due_ms: i64,
    pub(crate) delivery: Delivery,
}

/// A secret that is not the shop's.
const OTHER_SECRET: &str = "not the secret of this webhook";

impl Event {
    /// Creates an event about entities, each with its kind and current state.
    pub(crate) fn new(name: &str, entities: &[(&str, Value)], now_ms: i64) -> Self {
        let contains: Vec<_> = entities.iter().map(|(kind, _)| *kind).collect();
        let mut body = json!({
            "entity": "event",
            "account_id": "acc_Simulator00001",
            "event": name,
            "contains": contains,
            "payload": {},
            "created_at": now_ms.div_euclid(1000),
        });
        for (kind, entity) in entities {
            body["payload"][kind] = json!({ "entity": entity });
        }
        Self {
            id: id::new("evt"),
            name: name.to_owned(),
            body: body.to_string().into_bytes(),
            created_ms: now_ms,
            due_ms: now_ms,
            delivery: Delivery::Once,
        }
    }

    /// `X-Razorpay-Signature`
    pub(crate) fn signature(&self, secret: &str) -> String {
        let secret = if self.delivery == Delivery::WronglySigned {
            OTHER_SECRET
        } else {
            secret
        };
        signature::sign(secret, &self.body)
    }
}
