//! Keyed hashes (HMAC) of codes and of rate limit keys, stored instead of the values. Also derives codes,
//! tokens and keys from the same secret.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use runtime::Secret;
use sha2::Sha256;
use uuid::Uuid;
use values::Email;

use crate::codes::one_time_code;

/// HMACs with a key that is stored outside the database.
#[derive(Debug, Clone)]
pub struct Keys(Secret);

/// The error for a key that is too short to be secret.
#[derive(Debug, thiserror::Error)]
#[error("CODE_KEY needs at least 32 random characters, such as the output of `openssl rand -hex 32`")]
pub struct KeyTooShort;

impl Keys {
    /// Creates the hasher. Fails if the key is shorter than 32 bytes.
    pub fn new(key: &Secret) -> Result<Self, KeyTooShort> {
        if key.expose().len() < 32 {
            return Err(KeyTooShort);
        }
        Ok(Self(key.clone()))
    }

    /// The stored hash of a code that proves an account's address.
    pub fn of_account_code(&self, account_id: Uuid, code: &str) -> [u8; 32] {
        self.mac("account code", &[&account_id.to_string(), code])
    }

    /// The stored hash of a code that proves an account's new address.
    pub fn of_email_change(&self, account_id: Uuid, code: &str) -> [u8; 32] {
        self.mac("email change", &[&account_id.to_string(), code])
    }

    /// The stored hash of a one-time code for an email address.
    pub fn of_code(&self, email: &Email, code: &str) -> [u8; 32] {
        self.mac("one-time code", &[email.as_str(), code])
    }

    /// The stored hash of a staff member's password reset code.
    pub fn of_staff_password_code(&self, email: &Email, code: &str) -> [u8; 32] {
        self.mac("staff password code", &[email.as_str(), code])
    }

    /// The seed of a new phone's TOTP secret. It stays the same within a session until the phone is changed.
    pub fn for_new_phone(&self, session_token: &str, sealed_secret: &[u8]) -> [u8; 32] {
        let sealed = URL_SAFE_NO_PAD.encode(sealed_secret);
        self.mac("staff new phone", &[session_token, &sealed])
    }

    /// The code in a mail. Every attempt to send the mail gives the same code.
    pub fn code_of_mail(&self, mail: Uuid) -> String {
        one_time_code::from_hash(&self.mac("code of a mail", &[&mail.to_string()]))
    }

    /// The invitation token in a mail. Every attempt to send the mail gives the same token.
    pub fn token_of_invitation(&self, mail: Uuid) -> [u8; 32] {
        self.mac("staff invitation", &[&mail.to_string()])
    }

    /// The seed of the `nth` recovery code of an invitation. Repeating the acceptance gives the same codes.
    pub fn for_recovery_code(&self, invitation_token: &str, nth: usize) -> [u8; 32] {
        self.mac(
            "staff recovery code of an invitation",
            &[invitation_token, &nth.to_string()],
        )
    }

    /// The stored hash of a staff member's recovery code.
    pub fn of_recovery_code(&self, staff_id: Uuid, code: &str) -> [u8; 32] {
        self.mac("staff recovery code", &[&staff_id.to_string(), code])
    }

    /// The key that encrypts TOTP secrets in the database.
    pub fn for_totp_secrets(&self) -> [u8; 32] {
        self.mac("staff TOTP secrets", &[])
    }

    /// The key of a rate limit counter for `who`, e.g. an address and a network.
    pub fn of_limit(&self, limit: &str, who: &[&str]) -> [u8; 32] {
        self.mac(limit, who)
    }

    /// HMAC-SHA-256 over the purpose and all parts. Each is preceded by its length, so that different lists
    /// never collide.
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
    fn a_code_for_one_purpose_is_none_for_another() {
        let (keys, account) = (keys("a"), Uuid::nil());
        assert_ne!(
            keys.of_account_code(account, "012345"),
            keys.of_email_change(account, "012345")
        );
        assert_ne!(
            keys.of_email_change(account, "012345"),
            keys.of_email_change(Uuid::max(), "012345")
        );
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
}
