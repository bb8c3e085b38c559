//! The staff token: the staff member and their permissions, signed by the service that signed them in. The
//! office sends it with a call. It is valid for two minutes, for one method of one service, and for one
//! subject if the method has one.

use std::{fmt, str::FromStr};

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};

use crate::authentication::caller_key::{BadKey, CallerKey, PublicKey};

/// The request header with the staff token.
pub const STAFF_TOKEN_HEADER: &str = "staff-token";

/// Lifetime of a token, in seconds. A service whose clock is ahead by more rejects all tokens.
pub const STAFF_TOKEN_SECONDS: i64 = 120;

/// The private key that signs staff tokens. One program has it.
#[derive(Clone)]
pub struct StaffTokenKey(CallerKey);

/// The content of a token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffClaims {
    /// The staff member's id, a UUID.
    pub staff_id: String,
    /// Their permissions, such as `orders.read`.
    pub permissions: Vec<String>,
    /// The gRPC service to call.
    pub audience: String,
    /// The method to call.
    pub method: String,
    /// The subject of the call, such as an order's id. Empty for lists.
    #[serde(default)]
    pub about: String,
    /// True if they have just confirmed password and authenticator code.
    pub is_reauthenticated: bool,
}

/// The claims with their expiry.
#[derive(Serialize, Deserialize)]
struct Signed {
    #[serde(flatten)]
    claims: StaffClaims,
    /// Unix time, in seconds.
    expires: i64,
}

impl StaffClaims {
    /// True if they have this permission.
    pub(crate) fn may(&self, permission: &str) -> bool {
        self.permissions.iter().any(|known| known == permission)
    }
}

impl StaffTokenKey {
    /// Signs a token with these claims. It expires [`STAFF_TOKEN_SECONDS`] after `now`, a Unix time in
    /// seconds.
    pub fn sign(&self, claims: &StaffClaims, now: i64) -> String {
        let signed = Signed {
            claims: claims.clone(),
            expires: now + STAFF_TOKEN_SECONDS,
        };
        let payload = serde_json::to_vec(&signed).expect("texts and numbers can be written as JSON");
        let payload = BASE64_URL_SAFE_NO_PAD.encode(payload);
        let signature = BASE64_URL_SAFE_NO_PAD.encode(self.0.sign(&message(&payload)));
        format!("{payload}.{signature}")
    }
}

impl From<CallerKey> for StaffTokenKey {
    fn from(key: CallerKey) -> Self {
        Self(key)
    }
}

impl FromStr for StaffTokenKey {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Self, BadKey> {
        text.parse().map(Self)
    }
}

impl fmt::Debug for StaffTokenKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// The claims of a token, if it is signed by one of these keys for this method and has not expired.
pub(crate) fn verified(
    text: &str,
    keys: &[PublicKey],
    (audience, method): (&str, &str),
    now: i64,
) -> Option<StaffClaims> {
    let (payload, signature) = text.split_once('.')?;
    let signature = BASE64_URL_SAFE_NO_PAD.decode(signature).ok()?;
    let message = message(payload);
    if !keys.iter().any(|key| key.signed(&message, &signature)) {
        return None;
    }
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(payload).ok()?;
    let signed: Signed = serde_json::from_slice(&bytes).ok()?;
    let is_for_this = signed.claims.audience == audience && signed.claims.method == method;
    (is_for_this && now < signed.expires).then_some(signed.claims)
}

/// The signed message. Its prefix differs from that of caller tokens.
fn message(payload: &str) -> String {
    format!("staff token 1\n{payload}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALL: (&str, &str) = ("shop.order.v1.OrderService", "TransitionOrder");

    fn claims() -> StaffClaims {
        StaffClaims {
            staff_id: "0192f3a0-7c00-7000-8000-000000000001".to_owned(),
            permissions: vec!["orders.transition".to_owned()],
            audience: CALL.0.to_owned(),
            method: CALL.1.to_owned(),
            about: "0192f3a0-7c00-7000-8000-000000000002".to_owned(),
            is_reauthenticated: false,
        }
    }

    fn keys() -> (StaffTokenKey, Vec<PublicKey>) {
        let key = CallerKey::generate();
        let public = key.public();
        (key.into(), vec![public])
    }

    #[test]
    fn a_token_is_good_for_one_method_of_one_service_and_one_time() {
        let (key, public) = keys();
        let text = key.sign(&claims(), 1_000);
        let end = 1_000 + STAFF_TOKEN_SECONDS;
        assert_eq!(verified(&text, &public, CALL, end - 1), Some(claims()));
        assert_eq!(verified(&text, &public, CALL, end), None);
        for call in [(CALL.0, "PlaceOrder"), ("shop.catalog.v1.CatalogService", CALL.1)] {
            assert_eq!(verified(&text, &public, call, 1_000), None, "{call:?}");
        }
        let (_, others) = keys();
        assert_eq!(verified(&text, &others, CALL, 1_000), None);
        assert_eq!(verified(&text, &[], CALL, 1_000), None);
    }

    #[test]
    fn a_changed_token_is_none() {
        let (key, public) = keys();
        let text = key.sign(&claims(), 1_000);
        let (payload, signature) = text.split_once('.').expect("it has two parts");
        let bytes = BASE64_URL_SAFE_NO_PAD
            .decode(payload)
            .expect("it was written here");
        let more = String::from_utf8(bytes)
            .expect("it is JSON")
            .replace("orders.transition", "staff.manage");
        let forged = format!("{}.{signature}", BASE64_URL_SAFE_NO_PAD.encode(more));
        for text in [
            "",
            ".",
            payload,
            &forged,
            &format!("{payload}."),
            &format!(".{signature}"),
        ] {
            assert_eq!(verified(text, &public, CALL, 1_000), None, "{text}");
        }
    }

    #[test]
    fn a_callers_proof_is_no_token_and_the_key_is_not_printed() {
        let key = CallerKey::generate();
        let public = [key.public()];
        let proof = crate::authentication::proof::write(&key, "office", CALL.0, 1_000);
        assert_eq!(verified(&proof, &public, CALL, 1_000), None);
        assert_eq!(format!("{:?}", StaffTokenKey::from(key)), "***");
    }

    #[test]
    fn fuzz_of_staff_tokens() {
        let (key, public) = keys();
        let good = key.sign(&claims(), 1_000);
        fuzz::feed_text("staff tokens", &[&good, "AAAA.AAAA"], |text| {
            if let Some(read) = verified(text, &public, CALL, 1_000) {
                assert_eq!(read, claims());
            }
        });
    }
}
