//! Proofs that an order belongs to a shopper.

use time::OffsetDateTime;
use uuid::Uuid;
use values::MobileNumber;

use crate::{link::Links, order::record::Order};

/// A proof of ownership: the account of the order, its mobile number, or the link from a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ownership {
    /// The ID of the logged-in account.
    Account(Uuid),
    /// A mobile number, ten digits.
    MobileNumber(String),
    /// A token of [`Links`].
    Link(String),
}

impl Ownership {
    /// Parses the proof in a request. `None` if there is no valid proof.
    pub fn parse(account_id: &str, mobile_number: &str, link_token: &str) -> Option<Self> {
        if !link_token.is_empty() {
            return Some(Self::Link(link_token.to_owned()));
        }
        if account_id.is_empty() {
            let number = MobileNumber::read(mobile_number).ok()?;
            return Some(Self::MobileNumber(number.into_string()));
        }
        Uuid::parse_str(account_id).ok().map(Self::Account)
    }

    /// Returns true if this proves that the order belongs to the shopper.
    pub fn is_of(&self, order: &Order, links: &Links, now: OffsetDateTime) -> bool {
        match self {
            Self::Account(id) => order.details.account_id == Some(*id),
            Self::MobileNumber(number) => order.details.mobile_number == *number,
            Self::Link(token) => links.opens(token, order.id, now),
        }
    }
}
