//! Webhooks: `markdown/webhooks/validate-test.md`, and the shapes of `markdown/webhooks/payments.md`,
//! <https://razorpay.com/docs/webhooks/payment-links.md> and <https://razorpay.com/docs/webhooks/refunds?preferred-country=IN>.

use hmac::{Hmac, KeyInit as _, Mac as _};
use runtime::Secret;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;
use sha2::Sha256;
use uuid::Uuid;

use super::{api::is_part, entities::Notes};
use crate::provider::port::WebhookHint;

/// Minimum length of each secret in a list, in characters. With a shorter part, the whole setting is one
/// secret.
const SHORTEST_OF_SEVERAL: usize = 16;

/// The secrets of a setting. Razorpay signs retries with the old secret for a day after a change, so both are
/// accepted: `markdown/webhooks/validate-test.md`.
pub(super) fn secrets(setting: Secret) -> Vec<Secret> {
    let parts: Vec<_> = setting.expose().split(',').map(str::trim).collect();
    if parts.len() > 1 && parts.iter().all(|part| part.len() >= SHORTEST_OF_SEVERAL) {
        return parts
            .into_iter()
            .map(|part| Secret::from(part.to_owned()))
            .collect();
    }
    vec![setting]
}

/// Verifies a signature: HMAC-SHA256 in hexadecimal, compared in constant time.
pub(super) fn is_signed(secret: &Secret, body: &[u8], signature: &str) -> bool {
    let Ok(signature) = hex::decode(signature) else {
        return false;
    };
    let mut code = Hmac::<Sha256>::new_from_slice(secret.expose().as_bytes())
        .expect("an HMAC takes a key of any length");
    code.update(body);
    code.verify_slice(&signature).is_ok()
}

#[derive(Deserialize)]
struct Event {
    payload: Payload,
}

/// Each part is parsed on its own, so that an unreadable part does not affect the others.
#[derive(Deserialize)]
struct Payload {
    #[serde(default)]
    payment_link: Value,
    #[serde(default)]
    payment: Value,
    #[serde(default)]
    refund: Value,
    #[serde(default)]
    dispute: Value,
}

#[derive(Deserialize)]
struct Envelope<T> {
    entity: T,
}

fn entity<T: DeserializeOwned>(part: Value) -> Option<T> {
    let envelope = serde_json::from_value::<Envelope<T>>(part);
    envelope.ok().map(|envelope| envelope.entity)
}

#[derive(Deserialize)]
struct Link {
    reference_id: Option<String>,
}

#[derive(Deserialize)]
struct Payment {
    id: String,
    #[serde(default)]
    notes: Notes,
}

#[derive(Deserialize)]
struct Refund {
    id: String,
    payment_id: String,
}

#[derive(Deserialize)]
struct Dispute {
    id: String,
}

/// Reads the ids to look up from a webhook with a valid signature.
pub(crate) fn parse_webhook(body: &[u8]) -> Option<WebhookHint> {
    let payload = serde_json::from_slice::<Event>(body).ok()?.payload;
    let reference = entity::<Link>(payload.payment_link).and_then(|link| link.reference_id);
    let of_link = reference.and_then(|reference| Uuid::try_parse(&reference).ok());
    let payment = entity::<Payment>(payload.payment);
    let of_payment = payment.as_ref().and_then(|payment| payment.notes.attempt_id());
    let refund = entity::<Refund>(payload.refund);
    let payment_id = payment.map(|payment| payment.id);
    let payment_id = payment_id.or_else(|| refund.as_ref().map(|refund| refund.payment_id.clone()));
    let payment_id = payment_id.filter(|id| is_part(id));
    let dispute = entity::<Dispute>(payload.dispute).map(|dispute| dispute.id);
    let hint = WebhookHint {
        provider_dispute_id: dispute.filter(|id| is_part(id)),
        attempt_id: of_link.or(of_payment),
        provider_refund_id: refund
            .map(|refund| refund.id)
            .filter(|id| is_part(id) && payment_id.is_some()),
        provider_payment_id: payment_id,
    };
    (hint != WebhookHint::default()).then_some(hint)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn is_signed_by(secret: &str, body: &[u8], signature: &str) -> bool {
        is_signed(&Secret::from(secret.to_owned()), body, signature)
    }

    /// `test/utils/razorpay-utils.spec.js` of <https://github.com/razorpay/razorpay-node>
    const BODY: &[u8] = br#"{"a":1,"b":2,"c":{"d":3}}"#;
    const SIGNATURE: &str = "2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc";

    #[test]
    fn the_signature_of_razorpays_own_tests_is_good() {
        assert!(is_signed_by("123456", BODY, SIGNATURE));
    }

    /// RFC 4231, test cases 1 and 2, whose keys are text.
    #[test]
    fn the_codes_of_rfc_4231_are_good() {
        let first = "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7";
        assert!(is_signed_by(&"\u{b}".repeat(20), b"Hi There", first));
        let second = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert!(is_signed_by("Jefe", b"what do ya want for nothing?", second));
    }

    #[test]
    fn takes_the_old_secret_too_while_it_is_changed() {
        let texts = |setting: &str| -> Vec<String> {
            let secrets = secrets(Secret::from(setting.to_owned()));
            secrets.iter().map(|secret| secret.expose().to_owned()).collect()
        };
        assert_eq!(
            texts("0123456789abcdef, fedcba9876543210"),
            ["0123456789abcdef", "fedcba9876543210"]
        );
        // A single secret may contain a comma.
        for one in ["one,two", "0123456789abcdef,", "0123456789abcdef"] {
            assert_eq!(texts(one), [one]);
        }
    }

    #[test]
    fn anything_else_is_not() {
        assert!(!is_signed_by("123457", BODY, SIGNATURE), "another secret");
        assert!(!is_signed_by("123456", &BODY[1..], SIGNATURE), "another body");
        for signature in [
            "",
            "2fe0",
            &SIGNATURE[2..],
            &format!("{SIGNATURE}00"),
            "not hex",
            "é",
        ] {
            assert!(!is_signed_by("123456", BODY, signature), "{signature:?}");
        }
    }

    #[test]
    fn a_notice_says_where_to_look_and_nothing_else() {
        let attempt_id = Uuid::from_u128(7);
        let paid = json!({
            "event": "payment_link.paid",
            "payload": {
                "payment_link": { "entity": { "id": "plink_1", "reference_id": attempt_id } },
                "order": { "entity": { "id": "order_1" } },
                "payment": { "entity": { "id": "pay_1", "amount": 1, "notes": [] } },
            },
        });
        let expected = WebhookHint {
            attempt_id: Some(attempt_id),
            provider_payment_id: Some("pay_1".to_owned()),
            ..WebhookHint::default()
        };
        assert_eq!(parse_webhook(paid.to_string().as_bytes()), Some(expected));

        let malformed = json!({
            "payload": {
                "payment": { "entity": { "id": "pay_1" } },
                "refund": { "entity": { "id": 7 } },
                "payment_link": "none",
            },
        });
        let expected = WebhookHint {
            provider_payment_id: Some("pay_1".to_owned()),
            ..WebhookHint::default()
        };
        assert_eq!(parse_webhook(malformed.to_string().as_bytes()), Some(expected));

        let refunded = json!({
            "event": "refund.failed",
            "payload": { "refund": { "entity": { "id": "rfnd_1", "payment_id": "pay_1" } } },
        });
        let expected = WebhookHint {
            provider_payment_id: Some("pay_1".to_owned()),
            provider_refund_id: Some("rfnd_1".to_owned()),
            ..WebhookHint::default()
        };
        assert_eq!(parse_webhook(refunded.to_string().as_bytes()), Some(expected));
    }

    #[test]
    fn an_event_about_others_is_no_notice() {
        for body in [
            "",
            "[]",
            "{}",
            r#"{"payload":{}}"#,
            r#"{"payload":{"payment":{"entity":{"id":"../orders"}}}}"#,
            r#"{"payload":{"payment_link":{"entity":{"id":"plink_1","reference_id":"VM-1"}}}}"#,
        ] {
            assert_eq!(parse_webhook(body.as_bytes()), None, "{body}");
        }
    }
}
