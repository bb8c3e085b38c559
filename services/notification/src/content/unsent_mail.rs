//! What a mail is before it is sent.

use mail::{Address, Content};

/// A mail without its Message-ID.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct UnsentMail {
    pub(crate) to: String,
    /// Where an answer goes, if it is known. No reason to hold back the mail: its body tells the address too.
    pub(crate) reply_to: Option<Address>,
    pub(crate) content: Content,
}
