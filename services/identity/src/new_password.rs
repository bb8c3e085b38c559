//! What a new password must be.

use runtime::status::Violation;
use values::Email;

use crate::error::Error;

/// Characters a password has at least (product specification).
const MIN_PASSWORD: usize = 6;

/// Bytes a password has at most: far more than anybody types, and little enough to hash at no cost.
const MAX_PASSWORD: usize = 1_024;

/// How many guesses an attacker with a list of common passwords and patterns may need for one to be refused. The lists
/// in such attacks begin with some ten thousand entries.
const COMMON_GUESSES: u64 = 10_000;

/// What a shopper reads about a password that is too common.
pub const TOO_COMMON: &str = "This password is too common. Please choose another one.";

/// Holds a new password's length against the rules.
pub fn check_length(field: &str, password: &str) -> Result<(), Error> {
    refuse(field, broken_length(password))
}

/// Refuses a new password that was found to be common.
pub fn refuse_common(field: &str, is_common: bool) -> Result<(), Error> {
    refuse(field, is_common.then_some(TOO_COMMON))
}

fn refuse(field: &str, broken: Option<&str>) -> Result<(), Error> {
    broken.map_or(Ok(()), |message| {
        Err(Error::Invalid(vec![Violation::new(field, message)]))
    })
}

/// Whether a password falls to a list of common ones and patterns. Takes milliseconds, so it belongs on a thread for
/// such work.
pub fn is_common(password: &str, email: Option<&Email>) -> bool {
    let personal = email.map_or("", Email::mailbox);
    // Estimating a long password takes long, and none of them is common.
    password.len() <= 64 && zxcvbn::zxcvbn(password, &[personal]).guesses() <= COMMON_GUESSES
}

/// What is wrong with a password's length.
pub fn broken_length(password: &str) -> Option<&'static str> {
    if password.chars().count() < MIN_PASSWORD {
        Some("Password must be at least 6 characters.")
    } else if password.len() > MAX_PASSWORD {
        Some("Password must be at most 1024 bytes long.")
    } else {
        None
    }
}
