//! What proves that an order is somebody's.

use uuid::Uuid;
use values::MobileNumber;

use crate::kept_order::KeptOrder;

/// What a shopper has of an order: the account that it was placed with, or the mobile number that stands on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ownership {
    /// The account that is logged in.
    Account(Uuid),
    /// Ten digits.
    MobileNumber(String),
}

impl Ownership {
    /// Reads what a request says; none when it says neither, or nothing that could be either.
    pub fn read(account_id: &str, mobile_number: &str) -> Option<Self> {
        if account_id.is_empty() {
            let number = MobileNumber::read(mobile_number).ok()?;
            return Some(Self::MobileNumber(number.into_string()));
        }
        Uuid::parse_str(account_id).ok().map(Self::Account)
    }

    /// Whether an order is theirs.
    pub fn is_of(&self, order: &KeptOrder) -> bool {
        match self {
            Self::Account(id) => order.account_id == Some(*id),
            Self::MobileNumber(number) => order.mobile_number == *number,
        }
    }
}
