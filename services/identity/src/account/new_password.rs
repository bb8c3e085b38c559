//! What a new password must be.

use runtime::status::{Broken, Rule, Violation};
use values::Email;

use crate::error::Error;

/// Characters a password has at least (product specification).
const MIN_PASSWORD: usize = 6;

/// Bytes a password has at most: far more than anybody types, and little enough to hash at no cost.
const MAX_PASSWORD: usize = 1_024;

/// How many guesses an attacker with a list of common passwords and patterns may need for one to be refused. The lists
/// in such attacks begin with some ten thousand entries.
const COMMON_GUESSES: u64 = 10_000;

/// Holds a new password's length against the rules.
pub fn check_length(field: &'static str, password: &str) -> Result<(), Error> {
    refuse(field, broken_length(password))
}

/// Refuses a new password that was found to be common.
pub fn refuse_common(field: &'static str, is_common: bool) -> Result<(), Error> {
    refuse(field, is_common.then(too_common))
}

fn refuse(field: &'static str, broken: Option<Broken>) -> Result<(), Error> {
    broken.map_or(Ok(()), |broken| {
        Err(Error::Invalid(vec![Violation::new(field, broken)]))
    })
}

/// What is wrong with a password that was found to be common.
pub fn too_common() -> Broken {
    Rule::TooCommon.says("This password is too common. Please choose another one.")
}

/// Whether a password falls to a list of common ones and patterns. Takes milliseconds, so it belongs on a thread for
/// such work.
pub fn is_common(password: &str, email: Option<&Email>) -> bool {
    let personal = email.map_or("", Email::mailbox);
    // Estimating a long password takes long, and none of them is common.
    password.len() <= 64 && zxcvbn::zxcvbn(password, &[personal]).guesses() <= COMMON_GUESSES
}

/// What is wrong with the length of a shopper's password.
pub fn broken_length(password: &str) -> Option<Broken> {
    broken_length_of(password, MIN_PASSWORD)
}

/// What is wrong with the length of a password that has at least `min` characters.
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
