//! Keyed hashes: what the database keeps instead of codes, and of the addresses and devices that limits count; and the keys and
//! tokens that follow from the same key.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use runtime::Secret;
use sha2::Sha256;
use uuid::Uuid;
use values::Email;

use crate::codes::one_time_code;

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

    /// What the database keeps of a code that proves an account's address.
    pub fn of_account_code(&self, account_id: Uuid, code: &str) -> [u8; 32] {
        self.mac("account code", &[&account_id.to_string(), code])
    }

    /// What the database keeps of a code that proves the address that an account is to have.
    pub fn of_email_change(&self, account_id: Uuid, code: &str) -> [u8; 32] {
        self.mac("email change", &[&account_id.to_string(), code])
    }

    /// What the database keeps of a code for an address.
    pub fn of_code(&self, email: &Email, code: &str) -> [u8; 32] {
        self.mac("one-time code", &[email.as_str(), code])
    }

    /// What the database keeps of a code for a new password of somebody of the staff.
    pub fn of_staff_password_code(&self, email: &Email, code: &str) -> [u8; 32] {
        self.mac("staff password code", &[email.as_str(), code])
    }

    /// What the key of a new phone is made of: the same however often it is asked in a session, until the phone is changed.
    pub fn for_new_phone(&self, session_token: &str, sealed_secret: &[u8]) -> [u8; 32] {
        let sealed = URL_SAFE_NO_PAD.encode(sealed_secret);
        self.mac("staff new phone", &[session_token, &sealed])
    }

    /// The code that a mail carries, the same however often the mail is written.
    pub fn code_of_mail(&self, mail: Uuid) -> String {
        one_time_code::from_hash(&self.mac("code of a mail", &[&mail.to_string()]))
    }

    /// The token of the invitation that a mail carries, the same however often the mail is written.
    pub fn token_of_invitation(&self, mail: Uuid) -> [u8; 32] {
        self.mac("staff invitation", &[&mail.to_string()])
    }

    /// What the `nth` recovery code of whoever accepts an invitation is made of: the same however often they are told it.
    pub fn for_recovery_code(&self, invitation_token: &str, nth: usize) -> [u8; 32] {
        self.mac(
            "staff recovery code of an invitation",
            &[invitation_token, &nth.to_string()],
        )
    }

    /// What the database keeps of a recovery code of somebody of the staff.
    pub fn of_recovery_code(&self, staff_id: Uuid, code: &str) -> [u8; 32] {
        self.mac("staff recovery code", &[&staff_id.to_string(), code])
    }

    /// The key under which the database keeps the secrets of authenticator apps.
    pub fn for_totp_secrets(&self) -> [u8; 32] {
        self.mac("staff TOTP secrets", &[])
    }

    /// The key of a limit's counter for `who`, such as an address and a network.
    pub fn of_limit(&self, limit: &str, who: &[&str]) -> [u8; 32] {
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
