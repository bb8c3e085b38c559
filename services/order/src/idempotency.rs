//! The key of one checkout attempt, and what a repeat of it means.

use runtime::status::Violation;

use crate::{error::Error, order::Receipt};

/// Characters a key may have, as payment providers allow.
const MAX_LENGTH: usize = 255;

/// Chosen by the client for one checkout attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// Reads the key of a request; an empty one means that the client sent none.
    pub fn read(key: &str) -> Result<Option<Self>, Error> {
        if key.is_empty() {
            return Ok(None);
        }
        if key.len() > MAX_LENGTH || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            let message = "An Idempotency-Key has 1 to 255 visible ASCII characters; a UUID is best";
            return Err(Error::Invalid(vec![Violation::new("idempotency_key", message)]));
        }
        Ok(Some(Self(key.to_owned())))
    }

    /// The key as it was sent.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What was kept the first time a key came.
#[derive(Debug, Clone)]
pub struct Kept {
    /// SHA-256 of the checkout it came with.
    pub payload_hash: Vec<u8>,
    /// What the shopper was told.
    pub receipt: Receipt,
}

impl Kept {
    /// The first answer again for the same checkout; a refusal for another one.
    pub fn answer(self, payload_hash: [u8; 32]) -> Result<Receipt, Error> {
        if self.payload_hash == payload_hash {
            Ok(self.receipt)
        } else {
            Err(Error::KeyReused)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_visible_ascii_and_not_too_long() {
        assert_eq!(Key::read("").expect("none was sent"), None);
        let uuid = "0e3c5a0e-7c1f-4d52-9f4e-4a3e1c1b6f55";
        assert_eq!(
            Key::read(uuid).expect("a UUID is a key").map(|key| key.0),
            Some(uuid.to_owned())
        );
        assert!(Key::read(&"x".repeat(255)).is_ok());
        for key in [&"x".repeat(256), " ", "a b", "a\n", "ключ"] {
            assert!(matches!(Key::read(key), Err(Error::Invalid(_))), "{key:?}");
        }
    }
}
