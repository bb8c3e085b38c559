//! A webhook is checked, stored and answered; nothing else is done before the answer.

use runtime::status::{Rule, Violation};
use serde::de::IgnoredAny;
use sha2::{Digest as _, Sha256};

use crate::{
    error::Error,
    payments::Payments,
    webhooks::{
        event_store::{self, ProviderEvent},
        handling,
    },
};

/// Bytes of a body at most.
pub const LARGEST_BODY: usize = 256 * 1024;

/// Characters of a signature and of an event's id at most.
const LONGEST_SIGNATURE: usize = 200;
const LONGEST_ID: usize = 100;

/// Why a webhook is refused, as operators count it: its signature is missing or wrong, the path names a provider that is not set, or
/// it cannot be read.
const REASONS: [&str; 4] = ["missing", "wrong", "no_provider", "malformed"];

/// A webhook as it arrived.
#[derive(Debug, Clone)]
pub struct Webhook {
    /// Whose it is, as the path says.
    pub provider: String,
    /// Byte for byte.
    pub body: Vec<u8>,
    /// What proves that it is the provider's.
    pub signature: String,
    /// The provider's id of it; outside of what is signed.
    pub event_id: String,
}

/// Shows the counters from the start, for Prometheus sees an increase only from a number that was there before.
pub fn count_from_zero() {
    for reason in REASONS {
        refused(reason).absolute(0);
    }
    for is_known in [false, true] {
        received(is_known).absolute(0);
    }
}

/// Stores what a provider told; answers whether it came before. Each is counted once, under what became of it.
pub async fn receive(payments: &Payments, webhook: Webhook) -> Result<bool, Error> {
    if let Err((reason, error)) = check(payments, &webhook) {
        refused(reason).increment(1);
        return Err(error);
    }
    let is_known = !store(payments, webhook).await?;
    received(is_known).increment(1);
    Ok(is_known)
}

/// Fails with the reason under which a refusal is counted.
fn check(payments: &Payments, webhook: &Webhook) -> Result<(), (&'static str, Error)> {
    let malformed = |error| ("malformed", error);
    let provider = payments.provider_named(&webhook.provider);
    let provider = provider.ok_or(("no_provider", Error::NoProvider))?;
    bounded(webhook).map_err(malformed)?;
    // Nothing in a body is read before it is known whose it is.
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

/// False when it was stored before.
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
    handling::enqueue(&mut transaction, &event).await?;
    transaction.commit().await?;
    payments.workers.wake();
    Ok(true)
}

fn bounded(webhook: &Webhook) -> Result<(), Error> {
    if !(1..=LARGEST_BODY).contains(&webhook.body.len()) {
        return Err(broken("body", Rule::Malformed, "has 1 byte to 256 KiB"));
    }
    if webhook.signature.len() > LONGEST_SIGNATURE {
        return Err(broken("signature", Rule::Malformed, "has 200 characters at most"));
    }
    // It is kept, and read in logs.
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
        assert!(bounded(&good).is_ok());
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
            assert!(bounded(&broken).is_err(), "{}", broken.event_id);
        }
    }
}
