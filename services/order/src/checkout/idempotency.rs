//! Idempotency keys: validation, the order's ID, and the responses to retries.

use runtime::status::{Broken, Rule, Violation};
use sha2::{Digest as _, Sha256};
use uuid::{Builder, Uuid};

use crate::{
    checkout::validated_checkout::{Checkout, PAYLOAD_FORM},
    error::Error,
    order::record::Order,
};

/// The maximum length of a key and of a caller's ID, in characters, as at payment providers.
const MAX_LENGTH: usize = 255;

/// The idempotency key of one checkout attempt, with its caller.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key {
    caller: String,
    key: String,
}

impl Key {
    /// Validates the key of a request. `None` if the client sent none. An empty caller is an unknown one.
    pub fn parse(caller: &str, key: &str) -> Result<Option<Self>, Error> {
        check("caller", caller, |rule| {
            rule.says(format!(
                "A caller's id has at most {MAX_LENGTH} visible ASCII characters"
            ))
        })?;
        check("idempotency_key", key, |rule| {
            rule.says(format!(
                "An Idempotency-Key has 1 to {MAX_LENGTH} visible ASCII characters; a UUID is best"
            ))
        })?;
        Ok((!key.is_empty()).then(|| Self {
            caller: caller.to_owned(),
            key: key.to_owned(),
        }))
    }

    /// Returns the key as sent.
    pub fn as_str(&self) -> &str {
        &self.key
    }

    /// Returns the caller. Empty when unknown.
    pub fn caller(&self) -> &str {
        &self.caller
    }

    /// Returns the ID of the attempt's order. Every retry has the same ID, even after a crash, so that it
    /// finds its own reservation. `earlier` counts the caller's former orders with the same key, which was
    /// forgotten after each.
    pub fn order_id(&self, earlier: u32) -> Uuid {
        let mut hash = Sha256::new();
        for value in [
            self.caller.as_bytes(),
            self.key.as_bytes(),
            &earlier.to_le_bytes(),
        ] {
            hash.update(value.len().to_le_bytes());
            hash.update(value);
        }
        let hash: [u8; 32] = hash.finalize().into();
        let (first, _) = hash.split_first_chunk().expect("a hash is longer than an id");
        Builder::from_custom_bytes(*first).into_uuid()
    }
}

fn check(field: &'static str, text: &str, words: impl FnOnce(Rule) -> Broken) -> Result<(), Error> {
    let rule = if text.len() > MAX_LENGTH {
        Rule::TooLong { max: MAX_LENGTH }
    } else if text.bytes().all(|b| b.is_ascii_graphic()) {
        return Ok(());
    } else {
        Rule::NotAllowedCharacters
    };
    Err(Error::Invalid(vec![Violation::new(field, words(rule))]))
}

/// The order stored under a key.
#[derive(Debug, Clone)]
pub struct EarlierOrder {
    /// The caller that sent the key. Empty when unknown.
    pub caller: String,
    /// The version of the hash. See [`PAYLOAD_FORM`].
    pub payload_form: i16,
    /// The hash of its checkout.
    pub payload_hash: Vec<u8>,
    /// The current order.
    pub order: Order,
}

impl EarlierOrder {
    /// Returns the stored order for the same checkout. Fails for another checkout.
    pub fn answer(self, checkout: &Checkout) -> Result<Order, Error> {
        // A later release may have stored a hash of an unknown version. Then the key decides alone.
        if self.is_of(checkout).unwrap_or(true) {
            Ok(self.order)
        } else {
            Err(Error::KeyReused)
        }
    }

    /// Returns true if it was stored for this checkout. `None` if the hashes cannot be compared.
    fn is_of(&self, checkout: &Checkout) -> Option<bool> {
        (self.payload_form == PAYLOAD_FORM).then(|| self.payload_hash == checkout.payload_hash())
    }
}

/// Returns the response to a retry, or `None` for a new attempt. `stored` are the orders stored under its
/// key.
///
/// Known callers never get each other's orders. But shoppers may log in or lose their session between two
/// attempts. So an order with an unknown caller also matches if the key and every value of the checkout are
/// equal.
pub fn replay(stored: Vec<EarlierOrder>, key: &Key, checkout: &Checkout) -> Option<Result<Order, Error>> {
    let (own, others): (Vec<_>, Vec<_>) = stored.into_iter().partition(|stored| stored.caller == key.caller);
    if let Some(own) = own.into_iter().next() {
        return Some(own.answer(checkout));
    }
    let may_be_same = |stored: &EarlierOrder| stored.caller.is_empty() || key.caller.is_empty();
    let same = others
        .into_iter()
        .find(|stored| may_be_same(stored) && stored.is_of(checkout) == Some(true));
    same.map(|stored| Ok(stored.order))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_key_is_visible_ascii_and_not_too_long() {
        assert_eq!(Key::parse("", "").expect("none was sent"), None);
        let uuid = "0e3c5a0e-7c1f-4d52-9f4e-4a3e1c1b6f55";
        let key = Key::parse("shopper", uuid)
            .expect("a UUID is a key")
            .expect("it was sent");
        assert_eq!((key.caller(), key.as_str()), ("shopper", uuid));
        assert!(Key::parse("", &"x".repeat(255)).is_ok());
        for text in [&"x".repeat(256), " ", "a b", "a\n", "ключ"] {
            assert!(matches!(Key::parse("", text), Err(Error::Invalid(_))), "{text:?}");
            assert!(
                matches!(Key::parse(text, uuid), Err(Error::Invalid(_))),
                "{text:?}"
            );
        }
    }

    #[test]
    fn an_attempt_has_one_id_and_every_other_attempt_another() {
        let id = |caller, key, earlier| {
            let key = Key::parse(caller, key)
                .expect("it is a key")
                .expect("it was sent");
            key.order_id(earlier)
        };
        let ids: HashSet<_> = [
            id("", "a", 0),
            id("", "a", 1),
            id("a", "b", 0),
            id("", "ab", 0),
            id("ab", "c", 0),
            id("a", "bc", 0),
        ]
        .into();
        assert_eq!(ids.len(), 6);
        // Replicas of two releases must make the same id, so the test writes it down.
        let id = id("", "0e3c5a0e-7c1f-4d52-9f4e-4a3e1c1b6f55", 0);
        assert_eq!(id.to_string(), "3f4c21e0-68b0-84bb-b793-0b93bee676f1");
        assert_eq!(id.get_version_num(), 8);
    }

    #[test]
    fn fuzz_of_keys() {
        let corpus = [
            "0192f3a0-7c00-7000-8000-000000000001",
            "attempt-1",
            "schlüssel",
            "a b",
            "",
        ];
        fuzz::feed_text("idempotency keys", &corpus, |text| {
            for (caller, key) in [("", text), (text, "attempt")] {
                if let Ok(Some(read)) = Key::parse(caller, key) {
                    assert!(read.as_str().len() <= MAX_LENGTH && read.caller().len() <= MAX_LENGTH);
                    assert_eq!(read.order_id(0), read.order_id(0));
                }
            }
        });
    }
}
