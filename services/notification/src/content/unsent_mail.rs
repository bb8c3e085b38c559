//! A mail before it is sent.

use mail::{Address, Content};

/// A mail without its Message-ID.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct UnsentMail {
    pub(crate) to: String,
    /// The Reply-To address, if known. A mail is sent without one, because its body also contains the
    /// address.
    pub(crate) reply_to: Option<Address>,
    pub(crate) content: Content,
}
