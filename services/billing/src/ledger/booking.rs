//! The entries of one step of a cause.

use sha2::{Digest as _, Sha256};
use time::Date;
use uuid::{Builder, Uuid};

use crate::ledger::account::Account;

/// The kind of a cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryCause {
    /// A document was issued.
    Document,
    /// A payment through a provider was captured.
    Payment,
    /// A payment without a provider was recorded for an order.
    ReceivedPayment,
    /// A refund changed.
    Refund,
    /// A provider paid out.
    Settlement,
    /// A staff member corrected the ledger.
    Correction,
}

impl EntryCause {
    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Payment => "payment",
            Self::ReceivedPayment => "received_payment",
            Self::Refund => "refund",
            Self::Settlement => "settlement",
            Self::Correction => "correction",
        }
    }
}

/// An amount that moves from one account to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The part of the cause: the step, or the step, a colon and a detail.
    pub part: String,
    /// The debited account.
    pub debit: Account,
    /// The credited account.
    pub credit: Account,
    /// The amount, in paise. Positive.
    pub amount_paise: i64,
}

/// The entries of one step of a cause. Booked all or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Booking {
    /// The kind of the cause.
    pub cause: EntryCause,
    /// The id of the cause.
    pub cause_id: Uuid,
    /// The step of the cause, in a word: a refund is wanted, and later processed.
    pub step: &'static str,
    /// The day in India.
    pub booked_on: Date,
    /// The order number.
    pub order_number: String,
    /// The entries.
    pub entries: Vec<Entry>,
}

impl Booking {
    /// Adds an entry. Skips 0; swaps the accounts if negative, because amounts in the ledger are positive.
    pub fn add(&mut self, detail: &str, debit: Account, credit: Account, paise: i64) {
        let part = if detail.is_empty() {
            self.step.to_owned()
        } else {
            format!("{}:{detail}", self.step)
        };
        let (debit, credit) = if paise < 0 {
            (credit, debit)
        } else {
            (debit, credit)
        };
        if paise != 0 {
            self.entries.push(Entry {
                part,
                debit,
                credit,
                amount_paise: paise.abs(),
            });
        }
    }

    /// The id of an entry, derived from its cause, so that booking it again gives the same id.
    pub fn id(&self, entry: &Entry) -> Uuid {
        let named = format!("{}/{}/{}", self.cause.as_str(), self.cause_id, entry.part);
        let hash = Sha256::digest(named);
        let bytes = hash[..16].try_into().expect("SHA-256 has 32 bytes");
        Builder::from_custom_bytes(bytes).into_uuid()
    }

    /// True if the part belongs to this step.
    pub fn has(&self, part: &str) -> bool {
        let rest = part.strip_prefix(self.step);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    }
}
