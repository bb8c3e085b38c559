//! What proves that an order is a shopper's.

use time::OffsetDateTime;
use uuid::Uuid;
use values::MobileNumber;

use crate::{link::Links, order::record::Order};

/// What a shopper has of an order: the account that it was placed with, the mobile number that stands on it, or the link that a
/// mail brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ownership {
    /// The account that is logged in.
    Account(Uuid),
    /// Ten digits.
    MobileNumber(String),
    /// A token of [`Links`].
    Link(String),
}

impl Ownership {
    /// Reads what a request says; none when it says nothing, or nothing that could be any of these.
    pub fn read(account_id: &str, mobile_number: &str, link_token: &str) -> Option<Self> {
        if !link_token.is_empty() {
            return Some(Self::Link(link_token.to_owned()));
        }
        if account_id.is_empty() {
            let number = MobileNumber::read(mobile_number).ok()?;
            return Some(Self::MobileNumber(number.into_string()));
        }
        Uuid::parse_str(account_id).ok().map(Self::Account)
    }

    /// Whether this proves that the order is the shopper's.
    pub fn is_of(&self, order: &Order, links: &Links, now: OffsetDateTime) -> bool {
        match self {
            Self::Account(id) => order.details.account_id == Some(*id),
            Self::MobileNumber(number) => order.details.mobile_number == *number,
            Self::Link(token) => links.opens(token, order.id, now),
        }
    }
}
