//! Session tokens: the browser has the opaque token, the database its hash.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use rand::Rng as _;
use sha2::{Digest as _, Sha256};

/// The hours without use after which a session ends.
pub const IDLE_HOURS: i32 = 24;

/// The minutes between two recorded uses, so that a page with many calls costs one write. A session may end
/// this much early.
pub const NOTED_EVERY_MINUTES: i32 = 5;

/// The days after which a session ends, regardless of use.
pub const LIFE_DAYS: i32 = 14;

/// The secret token of a session, a device or an invitation. It has no `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

impl Token {
    /// Creates a token of 256 random bits.
    pub fn random() -> Self {
        let mut bytes = [0; 32];
        rand::rng().fill_bytes(&mut bytes);
        Self(bytes)
    }

    /// Parses a token sent by a browser. `None` if it is malformed.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        bytes.try_into().ok().map(Self)
    }

    /// Formats the token for the browser.
    pub fn to_text(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }

    /// The stored hash. A plain hash is enough, because 2^256 tokens cannot be tried.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }
}

impl From<[u8; 32]> for Token {
    /// Creates a token from unguessable bytes, such as a keyed hash.
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn tokens_differ_and_come_back_as_they_went() {
        let tokens: Vec<_> = (0..1_000).map(|_| Token::random()).collect();
        let hashes: HashSet<_> = tokens.iter().map(Token::hash).collect();
        assert_eq!(hashes.len(), 1_000);
        for token in tokens {
            let text = token.to_text();
            assert_eq!(text.len(), 43);
            assert!(Token::parse(&text) == Some(token));
        }
    }

    #[test]
    fn every_bit_of_a_token_is_as_likely_as_not() {
        let mut ones = [0_u32; 256];
        for _ in 0..2_000 {
            let token = Token::random();
            for (bit, ones) in ones.iter_mut().enumerate() {
                *ones += u32::from(token.0[bit / 8] >> (bit % 8) & 1);
            }
        }
        // Nine standard deviations (22) around the mean: a false failure once in 10^16 runs.
        assert!(ones.iter().all(|ones| (800..1_200).contains(ones)), "{ones:?}");
    }

    #[test]
    fn an_invalid_token_is_not_read() {
        for text in [
            "",
            "x",
            "a b",
            &"A".repeat(42),
            &"A".repeat(44),
            &"=".repeat(43),
            &"A".repeat(10_000),
        ] {
            assert!(Token::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn fuzz_of_tokens_and_codes() {
        let token = Token::random().to_text();
        fuzz::feed_text(
            "tokens",
            &[token.as_str(), "012 345", "", "====", "AAAA"],
            |text| {
                if let Some(token) = Token::parse(text) {
                    assert_eq!(token.to_text(), text, "a token is written in one way");
                }
                let _ = crate::codes::one_time_code::normalize(text);
            },
        );
    }
}
