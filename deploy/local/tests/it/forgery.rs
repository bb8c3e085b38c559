//! Forged and repeated webhooks: from strangers, and from attackers who intercepted the provider.

use payment_simulator::{Settings, signature::sign};
use serde_json::json;

/// A webhook that was received before.
pub struct Told {
    pub event_id: String,
    pub body: Vec<u8>,
}

/// A webhook to send.
pub struct Webhook {
    /// The provider in the path.
    pub provider: &'static str,
    pub body: Vec<u8>,
    /// The signature header, if any.
    pub signature: Option<String>,
    pub event_id: String,
    /// The expected HTTP status.
    pub status: u16,
    /// The counter of the payment service, with its label; `None` for a body that is too large to reach it.
    pub counted: Option<(&'static str, &'static str)>,
}

const REFUSED: &str = "webhooks_refused_total";
const RECEIVED: &str = "webhooks_received_total";
const WRONG: Option<(&str, &str)> = Some((REFUSED, r#"reason="wrong""#));
const MISSING: Option<(&str, &str)> = Some((REFUSED, r#"reason="missing""#));
const MALFORMED: Option<(&str, &str)> = Some((REFUSED, r#"reason="malformed""#));
const NO_PROVIDER: Option<(&str, &str)> = Some((REFUSED, r#"reason="no_provider""#));
const KNOWN: Option<(&str, &str)> = Some((RECEIVED, r#"outcome="known""#));

/// The counter for new events.
pub const NEW: (&str, &str) = (RECEIVED, r#"outcome="new""#);

/// The data for forging webhooks.
pub struct Forgery {
    /// The attempt that they say was paid.
    pub attempt: String,
    /// A recent event, and one from months ago.
    pub fresh: Told,
    pub stale: Told,
    /// The settings that the simulated provider shares with its shop.
    pub settings: Settings,
}

impl Forgery {
    /// Returns a webhook. The kinds take turns.
    pub fn webhook(&self, number: u32) -> Webhook {
        match number % 20 {
            kind @ 0..=5 => self.lie(kind, number),
            kind @ 6..=9 => self.again(kind, number),
            kind @ 10..=15 => self.spoilt(kind, number),
            kind => self.unreadable(kind, number),
        }
    }

    /// Claims that an attempt was paid by a payment that does not exist, without a valid signature.
    fn lie(&self, kind: u32, number: u32) -> Webhook {
        let entity = json!({
            "id": format!("pay_Forged{number:04}"),
            "entity": "payment",
            "amount": 24_900,
            "currency": "INR",
            "status": "captured",
            "notes": { "attempt": self.attempt },
        });
        let event = json!({ "event": "payment.captured", "payload": { "payment": { "entity": entity } } });
        let body = event.to_string().into_bytes();
        let (signature, counted) = match kind {
            0 => (Some(sign("a guess", &body)), WRONG),
            1 => (None, MISSING),
            2 => (Some(self.signed(&self.fresh.body)), WRONG),
            3 => (Some(sign(&self.settings.key_secret, &body)), WRONG),
            4 => (Some("0".repeat(64)), WRONG),
            _ => (Some(String::new()), MISSING),
        };
        Webhook {
            body,
            signature,
            ..webhook(number, 403, counted)
        }
    }

    /// A signed webhook of the provider, sent again.
    fn again(&self, kind: u32, number: u32) -> Webhook {
        let told = if kind == 6 { &self.stale } else { &self.fresh };
        let good = self.signed(&told.body);
        let again = webhook(number, 200, KNOWN);
        Webhook {
            body: told.body.clone(),
            // The same signature in upper case.
            signature: Some(if kind == 7 { good.to_uppercase() } else { good }),
            // The event's id is not part of the signed body.
            event_id: if kind == 8 {
                again.event_id
            } else {
                told.event_id.clone()
            },
            ..webhook(number, 200, KNOWN)
        }
    }

    /// A webhook with a changed signature, body or path.
    fn spoilt(&self, kind: u32, number: u32) -> Webhook {
        let mut body = self.fresh.body.clone();
        let good = self.signed(&body);
        let (signature, counted) = match kind {
            10 => (good[..62].to_owned(), WRONG),
            11 => (format!("{} {}", &good[..32], &good[32..]), WRONG),
            12 => (format!("sha256={good}"), WRONG),
            // Longer than any of the provider's signatures, so the gateway drops it.
            13 => (good.repeat(4), MISSING),
            14 => {
                body.push(b' ');
                (good, WRONG)
            }
            _ => {
                return Webhook {
                    provider: "upi",
                    body,
                    signature: Some(good),
                    ..webhook(number, 404, NO_PROVIDER)
                };
            }
        };
        Webhook {
            body,
            signature: Some(signature),
            event_id: self.fresh.event_id.clone(),
            ..webhook(number, 403, counted)
        }
    }

    /// A validly signed webhook with an unknown or unreadable body.
    fn unreadable(&self, kind: u32, number: u32) -> Webhook {
        let unheard = json!({ "event": "settlement.processed", "payload": {}, "number": number });
        let (body, status, counted) = match kind {
            16 => (Vec::new(), 422, MALFORMED),
            17 => (b"no JSON".to_vec(), 422, MALFORMED),
            18 => (vec![b' '; 257 * 1024], 413, None),
            _ => (unheard.to_string().into_bytes(), 200, Some(NEW)),
        };
        Webhook {
            signature: Some(self.signed(&body)),
            body,
            ..webhook(number, status, counted)
        }
    }

    fn signed(&self, body: &[u8]) -> String {
        sign(&self.settings.webhook_secret, body)
    }
}

/// An empty webhook with its own id.
fn webhook(number: u32, status: u16, counted: Option<(&'static str, &'static str)>) -> Webhook {
    Webhook {
        provider: "razorpay",
        body: Vec::new(),
        signature: None,
        event_id: format!("event_forged_{number}"),
        status,
        counted,
    }
}
