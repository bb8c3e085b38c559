//! What an office sends with a call to show for whom of the staff it calls: who that is and what they may do, signed by the service
//! that signed them in. A token is good for one method of one service, for one thing where the method is about one, and for two
//! minutes.

use std::{fmt, str::FromStr};

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};

use crate::authentication::caller_key::{BadKey, CallerKey, PublicKey};

/// The header of a request that holds the token.
pub const STAFF_TOKEN_HEADER: &str = "staff-token";

/// Seconds that a token is good for. A service whose clock is ahead of the signer's by more refuses every one.
pub const STAFF_TOKEN_SECONDS: i64 = 120;

/// The key by which tokens are signed; one program holds it.
#[derive(Clone)]
pub struct StaffTokenKey(CallerKey);

/// What a token says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffClaims {
    /// Who asks: a UUID.
    pub staff_id: String,
    /// What they may do, such as `orders.read`.
    pub permissions: Vec<String>,
    /// The gRPC service that may answer.
    pub audience: String,
    /// Its method.
    pub method: String,
    /// The one thing that the call is about, such as an order's id; empty for a list.
    #[serde(default)]
    pub about: String,
    /// Whether they have just shown again that it is they.
    pub is_reauthenticated: bool,
}

/// The claims with their end.
#[derive(Serialize, Deserialize)]
struct Signed {
    #[serde(flatten)]
    claims: StaffClaims,
    /// Seconds since 1970.
    expires: i64,
}

impl StaffTokenKey {
    /// A token with these claims, which ends [`STAFF_TOKEN_SECONDS`] after `now`, in seconds since 1970.
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

/// The claims of a token, if one of these keys signed it for this method of this service and it has not ended.
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

/// What is signed: no caller's proof has this beginning.
fn message(payload: &str) -> String {
    format!("staff token 1\n{payload}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALL: (&str, &str) = ("shop.order.v1.OrderService", "MoveOrder");

    fn claims() -> StaffClaims {
        StaffClaims {
            staff_id: "0192f3a0-7c00-7000-8000-000000000001".to_owned(),
            permissions: vec!["orders.move".to_owned()],
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
            .replace("orders.move", "staff.manage");
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
