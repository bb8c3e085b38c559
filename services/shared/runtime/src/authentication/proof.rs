//! The caller token: `name.expiry.signature`, signed over name, expiry and target service. Reused for many
//! calls until it is renewed.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};

use crate::authentication::caller_key::{CallerKey, PublicKey};

/// The request header with the caller token.
pub(crate) const HEADER: &str = "caller-proof";

/// Lifetime of a token, in seconds. Tolerates a service's clock that is ahead by less than this minus
/// [`RENEWED_AFTER`].
pub(crate) const VALID_FOR: i64 = 3_600;

/// The age at which a caller renews its token, in seconds.
pub(crate) const RENEWED_AFTER: i64 = 300;

/// A parsed token, with its signature not yet verified.
#[derive(Debug)]
pub(crate) struct Proof<'a> {
    /// The claimed name of the caller.
    pub(crate) caller: &'a str,
    /// Unix time, in seconds.
    pub(crate) expires: i64,
    signature: Vec<u8>,
}

/// Creates a token for calls of `audience`, a gRPC service.
pub(crate) fn write(key: &CallerKey, caller: &str, audience: &str, now: i64) -> String {
    let expires = now + VALID_FOR;
    let signature = BASE64_URL_SAFE_NO_PAD.encode(key.sign(&message(caller, audience, expires)));
    format!("{caller}.{expires}.{signature}")
}

impl<'a> Proof<'a> {
    pub(crate) fn read(text: &'a str) -> Option<Self> {
        let mut parts = text.splitn(3, '.');
        Some(Self {
            caller: parts.next()?,
            expires: parts.next()?.parse().ok()?,
            signature: BASE64_URL_SAFE_NO_PAD.decode(parts.next()?).ok()?,
        })
    }

    /// True if this key signed the token for calls of `audience`.
    pub(crate) fn is_signed_by(&self, key: &PublicKey, audience: &str) -> bool {
        key.signed(&message(self.caller, audience, self.expires), &self.signature)
    }
}

/// The signed message. Names of callers and services have no line breaks.
fn message(caller: &str, audience: &str, expires: i64) -> String {
    format!("caller proof 1\n{caller}\n{audience}\n{expires}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDERS: &str = "shop.order.v1.OrderService";

    #[test]
    fn a_proof_is_good_for_one_caller_one_service_and_one_time() {
        let key = CallerKey::generate();
        let text = write(&key, "gateway", ORDERS, 1_000);
        let proof = Proof::read(&text).expect("it was written here");
        assert_eq!((proof.caller, proof.expires), ("gateway", 1_000 + VALID_FOR));
        assert!(proof.is_signed_by(&key.public(), ORDERS));
        assert!(!proof.is_signed_by(&key.public(), "shop.catalog.v1.CatalogService"));
        assert!(!proof.is_signed_by(&CallerKey::generate().public(), ORDERS));
        for (is, becomes) in [("gateway", "order"), ("4600", "9999")] {
            let changed = text.replacen(is, becomes, 1);
            let proof = Proof::read(&changed).expect("it has the form of a proof");
            assert!(!proof.is_signed_by(&key.public(), ORDERS), "{changed}");
        }
    }

    #[test]
    fn an_invalid_proof_is_not_read() {
        for text in ["", "gateway", "gateway.1", "gateway.soon.AAAA", "gateway.1.%%%"] {
            assert!(Proof::read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn fuzz_of_proofs() {
        let key = CallerKey::generate();
        let good = write(&key, "gateway", ORDERS, 1_000);
        fuzz::feed_text("proofs", &[&good, "gateway.1.AAAA"], |text| {
            if let Some(proof) = Proof::read(text) {
                let is_good = proof.is_signed_by(&key.public(), ORDERS);
                assert!(!is_good || (proof.caller, proof.expires) == ("gateway", 1_000 + VALID_FOR));
            }
        });
    }
}
