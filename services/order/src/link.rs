//! The tokens of links in mails, which open an order without an account.

use hmac::{Hmac, KeyInit as _, Mac as _};
use runtime::Secret;
use sha2::Sha256;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// The validity of a link.
pub const VALID_FOR: Duration = Duration::days(90);

/// The bytes of the code that a token contains: 128 bits, too many to guess.
const CODE: usize = 16;

/// Creates and verifies tokens, with a key that all replicas share.
#[derive(Debug, Clone)]
pub struct Links {
    key: Secret,
}

/// The key is too short to be secure.
#[derive(Debug, thiserror::Error)]
#[error("ORDER_LINK_KEY needs at least 32 random characters, such as the output of `openssl rand -hex 32`")]
pub struct KeyTooShort;

impl Links {
    /// Creates links with a key. Fails if the key is too short.
    pub fn new(key: Secret) -> Result<Self, KeyTooShort> {
        if key.expose().len() < 32 {
            return Err(KeyTooShort);
        }
        Ok(Self { key })
    }

    /// Creates a token that opens an order for [`VALID_FOR`]. It contains the expiry in seconds since 1970
    /// and a code over expiry and order, both in hexadecimal digits.
    pub fn token(&self, order_id: Uuid, now: OffsetDateTime) -> String {
        let ends = (now + VALID_FOR).unix_timestamp();
        let code = self.code(order_id, ends).finalize().into_bytes();
        let code = u128::from_be_bytes(*code.first_chunk::<CODE>().expect("SHA-256 has 32 bytes"));
        format!("{ends:x}-{code:032x}")
    }

    /// Returns true if a token opens an order now. The comparison takes constant time.
    pub fn opens(&self, token: &str, order_id: Uuid, now: OffsetDateTime) -> bool {
        let Some((ends, code)) = parse_token(token) else {
            return false;
        };
        let is_ours = self
            .code(order_id, ends)
            .verify_truncated_left(&code.to_be_bytes())
            .is_ok();
        is_ours && now.unix_timestamp() < ends
    }

    /// Returns a pseudonym of a value: the same for the same value, and meaningless without the key.
    pub fn pseudonym(&self, kind: &str, value: &str) -> Vec<u8> {
        let mut code = self.hmac();
        code.update(b"pseudonym 1");
        code.update(&kind.len().to_be_bytes());
        code.update(kind.as_bytes());
        code.update(value.as_bytes());
        code.finalize().into_bytes()[..CODE].to_vec()
    }

    fn hmac(&self) -> Hmac<Sha256> {
        Hmac::<Sha256>::new_from_slice(self.key.expose().as_bytes())
            .expect("an HMAC takes a key of any length")
    }

    fn code(&self, order_id: Uuid, ends: i64) -> Hmac<Sha256> {
        let mut code = self.hmac();
        code.update(b"order link 1");
        code.update(order_id.as_bytes());
        code.update(&ends.to_be_bytes());
        code
    }
}

fn parse_token(token: &str) -> Option<(i64, u128)> {
    let (ends, code) = token.split_once('-')?;
    let is_exact = ends.len() <= 12 && code.len() == 2 * CODE;
    let are_digits = [ends, code]
        .iter()
        .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_hexdigit()));
    if !is_exact || !are_digits {
        return None;
    }
    Some((
        i64::from_str_radix(ends, 16).ok()?,
        u128::from_str_radix(code, 16).ok()?,
    ))
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-11-23 10:00 UTC);

    fn links(key: &str) -> Links {
        Links::new(Secret::from(key.to_owned())).expect("the key is long enough")
    }

    #[test]
    fn a_link_opens_its_own_order_for_ninety_days() {
        let links = links("0123456789abcdef0123456789abcdef");
        let order = Uuid::from_u128(7);
        let token = links.token(order, NOW);
        assert!(links.opens(&token, order, NOW));
        assert!(links.opens(&token, order, NOW + Duration::days(89)));
        assert!(!links.opens(&token, order, NOW + Duration::days(90)));
        assert!(!links.opens(&token, Uuid::from_u128(8), NOW));
        let pseudonyms = [("order", "1"), ("mobile number", "1"), ("order", "2")];
        let [one, other, another] = pseudonyms.map(|(kind, value)| links.pseudonym(kind, value));
        assert!(one != other && one != another && one == links.pseudonym("order", "1"));
    }

    #[test]
    fn a_link_needs_the_key() {
        let ours = links("0123456789abcdef0123456789abcdef");
        let order = Uuid::from_u128(7);
        let theirs = links("another key, which is long enough").token(order, NOW);
        assert!(!ours.opens(&theirs, order, NOW));
        let token = ours.token(order, NOW);
        let (ends, code) = token.split_once('-').expect("it has two parts");
        let later = i64::from_str_radix(ends, 16).expect("it is a number") + 1;
        assert!(!ours.opens(&format!("{later:x}-{code}"), order, NOW));
        for token in [
            "",
            "-",
            "x-y",
            &token[1..],
            &token[..token.len() - 1],
            &format!("{token}0"),
        ] {
            assert!(!ours.opens(token, order, NOW), "{token}");
        }
        assert!(Links::new(Secret::from("short".to_owned())).is_err());
    }

    #[test]
    fn fuzz_of_link_tokens() {
        let links = links("0123456789abcdef0123456789abcdef");
        let order = Uuid::from_u128(7);
        let token = links.token(order, NOW);
        fuzz::feed_text("link tokens", &[&token, "", "-"], |text| {
            assert!(
                !links.opens(text, order, NOW) || parse_token(text) == parse_token(&token),
                "{text}"
            );
        });
    }
}
