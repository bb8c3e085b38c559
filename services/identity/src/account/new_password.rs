//! Validation of new passwords.

use runtime::status::{Broken, Rule, Violation};
use values::Email;

use crate::error::Error;

/// The minimum length of a password in characters (product specification).
const MIN_PASSWORD: usize = 6;

/// The maximum length of a password in bytes: more than people type, and cheap to hash.
const MAX_PASSWORD: usize = 1_024;

/// A password is refused if an attacker with lists of common passwords and patterns needs at most this many
/// guesses. Such lists start with some ten thousand entries.
const COMMON_GUESSES: u64 = 10_000;

/// Checks the length of a new password.
pub fn check_length(field: &'static str, password: &str) -> Result<(), Error> {
    refuse(field, broken_length(password))
}

/// Refuses a new password that is common.
pub fn refuse_common(field: &'static str, is_common: bool) -> Result<(), Error> {
    refuse(field, is_common.then(too_common))
}

fn refuse(field: &'static str, broken: Option<Broken>) -> Result<(), Error> {
    broken.map_or(Ok(()), |broken| {
        Err(Error::Invalid(vec![Violation::new(field, broken)]))
    })
}

/// The error for a common password.
pub fn too_common() -> Broken {
    Rule::TooCommon.says("This password is too common. Please choose another one.")
}

/// True if lists of common passwords and patterns contain the password. Takes milliseconds, so it belongs on
/// a blocking thread.
pub fn is_common(password: &str, email: Option<&Email>) -> bool {
    let personal = email.map_or("", Email::mailbox);
    // Estimating a long password is slow, and long passwords are not common.
    password.len() <= 64 && zxcvbn::zxcvbn(password, &[personal]).guesses() <= COMMON_GUESSES
}

/// The error for the length of a shopper's password, if any.
pub fn broken_length(password: &str) -> Option<Broken> {
    broken_length_of(password, MIN_PASSWORD)
}

/// The error for the length of a password with this minimum, if any.
pub fn broken_length_of(password: &str, min: usize) -> Option<Broken> {
    if password.chars().count() < min {
        let message = format!("Password must be at least {min} characters.");
        Some(Rule::TooShort { min }.says(message))
    } else if password.len() > MAX_PASSWORD {
        let message = format!("Password must be at most {MAX_PASSWORD} bytes long.");
        Some(Rule::TooLong { max: MAX_PASSWORD }.says(message))
    } else {
        None
    }
}
