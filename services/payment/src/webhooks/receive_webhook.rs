//! Receives webhooks: verifies, stores and acknowledges them. A job does the rest.

use runtime::status::{Rule, Violation};
use serde::de::IgnoredAny;
use sha2::{Digest as _, Sha256};

use crate::{
    error::Error,
    payments::Payments,
    webhooks::{
        event_store::{self, ProviderEvent},
        handle_webhook,
    },
};

/// Size limit of a body, in bytes.
pub const LARGEST_BODY: usize = 256 * 1024;

/// Length limits of a signature and of an event id, in characters.
const LONGEST_SIGNATURE: usize = 200;
const LONGEST_ID: usize = 100;

/// The reasons for refusing a webhook, for metrics: signature missing or wrong, provider not configured, or
/// body or event id malformed.
const REASONS: [&str; 4] = ["missing", "wrong", "no_provider", "malformed"];

/// A webhook as received.
#[derive(Debug, Clone)]
pub struct Webhook {
    /// The provider in the request's path.
    pub provider: String,
    /// The body, byte for byte.
    pub body: Vec<u8>,
    /// The provider's signature of the body.
    pub signature: String,
    /// The provider's id of the event, which is not signed.
    pub event_id: String,
}

/// Sets all counters to 0, because Prometheus needs a first value to see an increase.
pub fn init_counters() {
    for reason in REASONS {
        refused(reason).absolute(0);
    }
    for is_known in [false, true] {
        received(is_known).absolute(0);
    }
}

/// Stores a webhook. Returns whether it was known. Counts each webhook once, by its outcome.
pub async fn receive(payments: &Payments, webhook: Webhook) -> Result<bool, Error> {
    if let Err((reason, error)) = verify(payments, &webhook) {
        refused(reason).increment(1);
        return Err(error);
    }
    let is_known = !store(payments, webhook).await?;
    received(is_known).increment(1);
    Ok(is_known)
}

/// Verifies a webhook. Fails with the reason for metrics.
fn verify(payments: &Payments, webhook: &Webhook) -> Result<(), (&'static str, Error)> {
    let malformed = |error| ("malformed", error);
    let provider = payments.provider_named(&webhook.provider);
    let provider = provider.ok_or(("no_provider", Error::NoProvider))?;
    check_bounds(webhook).map_err(malformed)?;
    // The body is not parsed before its signature is verified.
    if !provider.verify(&webhook.body, &webhook.signature) {
        let reason = if webhook.signature.is_empty() {
            "missing"
        } else {
            "wrong"
        };
        return Err((reason, Error::BadSignature));
    }
    if serde_json::from_slice::<IgnoredAny>(&webhook.body).is_err() {
        return Err(malformed(broken("body", Rule::Malformed, "is no JSON")));
    }
    Ok(())
}

/// Stores a webhook. Returns false if it was stored before.
async fn store(payments: &Payments, webhook: Webhook) -> Result<bool, Error> {
    let body_sha256 = Sha256::digest(&webhook.body).to_vec();
    let event_id = if webhook.event_id.is_empty() {
        hex::encode(&body_sha256)
    } else {
        webhook.event_id
    };
    let event = ProviderEvent {
        provider: webhook.provider,
        event_id,
        body_sha256,
        body: webhook.body,
    };
    let mut transaction = database::begin(&payments.db).await?;
    if !event_store::insert(&mut transaction, &event).await? {
        return Ok(false);
    }
    handle_webhook::enqueue(&mut transaction, &event).await?;
    transaction.commit().await?;
    payments.workers.wake();
    Ok(true)
}

fn check_bounds(webhook: &Webhook) -> Result<(), Error> {
    if !(1..=LARGEST_BODY).contains(&webhook.body.len()) {
        return Err(broken("body", Rule::Malformed, "has 1 byte to 256 KiB"));
    }
    if webhook.signature.len() > LONGEST_SIGNATURE {
        return Err(broken("signature", Rule::Malformed, "has 200 characters at most"));
    }
    // The id is stored and logged.
    let is_plain = webhook.event_id.bytes().all(|byte| byte.is_ascii_graphic());
    if webhook.event_id.len() > LONGEST_ID || !is_plain {
        return Err(broken(
            "event_id",
            Rule::Malformed,
            "has 100 plain characters at most",
        ));
    }
    Ok(())
}

fn broken(field: &'static str, rule: Rule, message: &'static str) -> Error {
    Error::Invalid(vec![Violation::new(field, rule.says(message))])
}

fn refused(reason: &'static str) -> metrics::Counter {
    metrics::counter!("webhooks_refused_total", "reason" => reason)
}

fn received(is_known: bool) -> metrics::Counter {
    let outcome = if is_known { "known" } else { "new" };
    metrics::counter!("webhooks_received_total", "outcome" => outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_a_stranger_sends_has_a_bound() {
        let good = Webhook {
            provider: "razorpay".to_owned(),
            body: b"{}".to_vec(),
            signature: "0".repeat(LONGEST_SIGNATURE),
            event_id: "e".repeat(LONGEST_ID),
        };
        assert!(check_bounds(&good).is_ok());
        for broken in [
            Webhook {
                body: Vec::new(),
                ..good.clone()
            },
            Webhook {
                body: vec![b' '; LARGEST_BODY + 1],
                ..good.clone()
            },
            Webhook {
                signature: "0".repeat(LONGEST_SIGNATURE + 1),
                ..good.clone()
            },
            Webhook {
                event_id: "e".repeat(LONGEST_ID + 1),
                ..good.clone()
            },
            Webhook {
                event_id: "a b".to_owned(),
                ..good.clone()
            },
            Webhook {
                event_id: "a\nb".to_owned(),
                ..good
            },
        ] {
            assert!(check_bounds(&broken).is_err(), "{}", broken.event_id);
        }
    }
}
