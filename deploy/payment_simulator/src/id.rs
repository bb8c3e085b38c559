//! Ids in Razorpay's form: a prefix, an underscore, and fourteen letters and digits.

use uuid::Uuid;

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH: usize = 14;

/// Creates an id such as `pay_DESlfW9H8K9uqM`. It is random, so that a shop that keeps its database never
/// gets an old id from a restarted simulator.
pub(crate) fn new(kind: &str) -> String {
    let mut left = Uuid::new_v4().as_u128();
    let mut id = format!("{kind}_");
    for _ in 0..LENGTH {
        let letter = usize::try_from(left % 62).unwrap_or_default();
        id.push(char::from(LETTERS[letter]));
        left /= 62;
    }
    id
}
