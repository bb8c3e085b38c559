//! How often something may happen, and the keyed hashes that name who it happened to.

use std::time::Duration;

use hmac::{Hmac, KeyInit as _, Mac as _};
use runtime::Secret;
use sha2::Sha256;
use sqlx::PgPool;

use crate::{account::Email, error::Error, store::counters};

/// Failed logins to one account from one network address in a quarter of an hour.
pub const LOG_INS_FROM_ONE_ADDRESS: Limit = Limit::new("log in from", 5, Duration::from_mins(15));
/// Failed logins to one account from everywhere in a quarter of an hour. Higher, so that a stranger cannot easily keep
/// the owner out.
pub const LOG_INS: Limit = Limit::new("log in", 20, Duration::from_mins(15));
/// Accounts that one network address may ask for in an hour; many phones share one.
pub const REGISTRATIONS: Limit = Limit::new("register", 30, Duration::from_hours(1));
/// A new code at most every minute (decisions page).
pub const CODE_RESENDS: Limit = Limit::new("code resend", 1, Duration::from_mins(1));
/// Codes for one account in an hour and a day: keeps the odds of guessing one below 1 in 60,000 a day.
pub const CODES_AN_HOUR: Limit = Limit::new("codes an hour", 3, Duration::from_hours(1));
/// See [`CODES_AN_HOUR`].
pub const CODES_A_DAY: Limit = Limit::new("codes a day", 6, Duration::from_hours(24));
/// Codes that one network address may ask for in an hour.
pub const CODES_FROM_ONE_ADDRESS: Limit = Limit::new("codes from", 10, Duration::from_hours(1));
/// Wrong codes across the shop in ten minutes: somebody tries one code on many accounts.
pub const WRONG_CODES: Limit = Limit::new("wrong codes", 100, Duration::from_mins(10));

/// So many within a window.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    name: &'static str,
    most: i32,
    window: Duration,
}

impl Limit {
    const fn new(name: &'static str, most: i32, window: Duration) -> Self {
        Self { name, most, window }
    }

    /// Counts one more for `who`; refuses with `words` when that is too many.
    pub async fn count(
        self,
        db: &PgPool,
        keys: &Keys,
        who: &[&str],
        words: fn(u64) -> String,
    ) -> Result<(), Error> {
        let key = keys.of_limit(self.name, who);
        let (count, left) = counters::add(db, &key, self.window).await?;
        self.judge(count - 1, left, words)
    }

    /// Refuses when it happened too often already; counts nothing.
    pub async fn check(
        self,
        db: &PgPool,
        keys: &Keys,
        who: &[&str],
        words: fn(u64) -> String,
    ) -> Result<(), Error> {
        let key = keys.of_limit(self.name, who);
        match counters::read(db, &key).await? {
            Some((count, left)) => self.judge(count, left, words),
            None => Ok(()),
        }
    }

    /// Begins anew for `who`.
    pub async fn forget(self, db: &PgPool, keys: &Keys, who: &[&str]) -> Result<(), Error> {
        Ok(counters::remove(db, &keys.of_limit(self.name, who)).await?)
    }

    fn judge(self, before: i32, left: Duration, words: fn(u64) -> String) -> Result<(), Error> {
        if before < self.most {
            return Ok(());
        }
        let retry_after = left.max(Duration::from_secs(1));
        Err(Error::TooMany {
            message: words(retry_after.as_secs() + u64::from(retry_after.subsec_nanos() > 0)),
            retry_after,
        })
    }
}

/// Hashes under a key that is kept outside the database.
#[derive(Debug, Clone)]
pub struct Keys(Secret);

/// The key is too short to keep anything secret.
#[derive(Debug, thiserror::Error)]
#[error("CODE_KEY needs at least 32 random characters, such as the output of `openssl rand -hex 32`")]
pub struct KeyTooShort;

impl Keys {
    /// Keeps the key.
    pub fn new(key: &Secret) -> Result<Self, KeyTooShort> {
        if key.expose().len() < 32 {
            return Err(KeyTooShort);
        }
        Ok(Self(key.clone()))
    }

    /// What the database keeps of a code for an address.
    pub fn of_code(&self, email: &Email, code: &str) -> [u8; 32] {
        self.mac("one-time code", &[email.as_str(), code])
    }

    fn of_limit(&self, limit: &str, who: &[&str]) -> [u8; 32] {
        self.mac(limit, who)
    }

    /// HMAC-SHA-256 over every part, each preceded by its length so that no two lists run together.
    fn mac(&self, purpose: &str, parts: &[&str]) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.0.expose().as_bytes())
            .expect("HMAC takes a key of any length");
        for part in [purpose].iter().chain(parts) {
            mac.update(&part.len().to_le_bytes());
            mac.update(part.as_bytes());
        }
        mac.finalize().into_bytes().into()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn keys(key: &str) -> Keys {
        Keys::new(&Secret::from(key.repeat(32))).expect("it is long enough")
    }

    #[test]
    fn a_short_key_is_refused_without_being_told() {
        let error = Keys::new(&Secret::from("hunter2".to_owned())).expect_err("it is short");
        assert!(!error.to_string().contains("hunter2"));
    }

    #[test]
    fn a_hash_depends_on_the_key_the_address_and_the_code() {
        let email = |text| Email::read(text).expect("it is an address");
        let hashes: HashSet<_> = [
            keys("a").of_code(&email("asha@gmail.com"), "012345"),
            keys("b").of_code(&email("asha@gmail.com"), "012345"),
            keys("a").of_code(&email("usha@gmail.com"), "012345"),
            keys("a").of_code(&email("asha@gmail.com"), "012346"),
            keys("a").of_limit("log in", &["ab", "c"]),
            keys("a").of_limit("log in", &["a", "bc"]),
            keys("a").of_limit("log inab", &["c"]),
        ]
        .into();
        assert_eq!(hashes.len(), 7);
    }

    #[test]
    fn one_more_than_the_limit_is_told_how_long_to_wait() {
        let words = |seconds| format!("Wait {seconds} seconds.");
        assert!(
            LOG_INS_FROM_ONE_ADDRESS
                .judge(4, Duration::from_secs(9), words)
                .is_ok()
        );
        let refused = LOG_INS_FROM_ONE_ADDRESS.judge(5, Duration::from_millis(1_200), words);
        let Err(Error::TooMany { message, retry_after }) = refused else {
            panic!("it is one too many");
        };
        assert_eq!(
            (message.as_str(), retry_after),
            ("Wait 2 seconds.", Duration::from_millis(1_200))
        );
    }
}
