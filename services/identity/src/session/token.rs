//! Sessions: an opaque token in the browser, its hash in the database.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use rand::Rng as _;
use sha2::{Digest as _, Sha256};

/// A session ends when it was not used for this long.
pub const IDLE_HOURS: i32 = 24;

/// A use is noted when the last note is older than this, so that a page of calls costs one write. A session may end so
/// much before its idle time is over.
pub const NOTED_EVERY_MINUTES: i32 = 5;

/// A session ends this long after its beginning, however much it is used.
pub const LIFE_DAYS: i32 = 14;

/// The secret by which a browser proves its session, its device or its invitation. Cannot be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

impl Token {
    /// 256 bits that nobody can guess.
    pub fn random() -> Self {
        let mut bytes = [0; 32];
        rand::rng().fill_bytes(&mut bytes);
        Self(bytes)
    }

    /// Reads what a browser sent; none when it cannot be a token of ours.
    pub fn read(text: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        bytes.try_into().ok().map(Self)
    }

    /// As it goes to the browser.
    pub fn to_text(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }

    /// What the database keeps. A plain hash will do: nobody can try 2^256 tokens.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }
}

impl From<[u8; 32]> for Token {
    /// A token whose bytes nobody can guess, such as a hash under a secret key.
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
            assert!(Token::read(&text) == Some(token));
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
        // Nine standard deviations (22) around the middle: by chance once in 10^16 runs.
        assert!(ones.iter().all(|ones| (800..1_200).contains(ones)), "{ones:?}");
    }

    #[test]
    fn what_is_no_token_is_not_read() {
        for text in [
            "",
            "x",
            "a b",
            &"A".repeat(42),
            &"A".repeat(44),
            &"=".repeat(43),
            &"A".repeat(10_000),
        ] {
            assert!(Token::read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn fuzz_of_tokens_and_codes() {
        let token = Token::random().to_text();
        fuzz::feed_text(
            "tokens",
            &[token.as_str(), "012 345", "", "====", "AAAA"],
            |text| {
                if let Some(token) = Token::read(text) {
                    assert_eq!(token.to_text(), text, "a token is written in one way");
                }
                let _ = crate::codes::one_time_code::normalize(text);
            },
        );
    }
}
