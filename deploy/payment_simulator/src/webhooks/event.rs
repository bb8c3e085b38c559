//! An event as it is sent.

use serde_json::{Value, json};

use crate::{id, signature};

/// How an event reaches the shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Delivery {
    Once,
    /// Again, after it was taken.
    Twice,
    /// By two senders at the same moment.
    TwiceAtOnce,
    /// Once, under a secret that is not the shop's.
    WronglySigned,
}

#[derive(Debug, Clone)]
pub(crate) struct Event {
    /// `x-razorpay-event-id`
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) body: Vec<u8>,
    /// Milliseconds since 1970, as the next one.
    pub(crate) created_ms: i64,
    /// Not sent before.
    pub(crate) due_ms: i64,
    pub(crate) delivery: Delivery,
}

/// Not the shop's secret, whatever that is.
const SOMEBODY_ELSES: &str = "not the secret of this webhook";

impl Event {
    /// What happened to things, each by its kind and as it is at this moment.
    pub(crate) fn new(name: &str, things: &[(&str, Value)], now_ms: i64) -> Self {
        let contains: Vec<_> = things.iter().map(|(kind, _)| *kind).collect();
        let mut body = json!({
            "entity": "event",
            "account_id": "acc_Simulator00001",
            "event": name,
            "contains": contains,
            "payload": {},
            "created_at": now_ms.div_euclid(1000),
        });
        for (kind, entity) in things {
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
            SOMEBODY_ELSES
        } else {
            secret
        };
        signature::sign(secret, &self.body)
    }
}
