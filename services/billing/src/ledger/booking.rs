//! Entries that one cause makes at once.

use sha2::{Digest as _, Sha256};
use time::Date;
use uuid::{Builder, Uuid};

use crate::ledger::account::Account;

/// What causes entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A document was issued.
    Document,
    /// Money came through a provider.
    Payment,
    /// Money was written down for an order that came by no provider.
    ReceivedPayment,
    /// Money goes back.
    Refund,
    /// A provider paid out what it took.
    Settlement,
    /// Somebody puts right what was wrong.
    Correction,
}

impl Cause {
    /// As the books keep it.
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

/// Money that goes from one account to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Which of its cause: the step, or the step and more behind a colon.
    pub part: String,
    /// The account that is debited.
    pub debit: Account,
    /// The account that is credited.
    pub credit: Account,
    /// In paise, more than 0.
    pub amount_paise: i64,
}

/// Entries that one step of a cause makes: all or none of them are in the books.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Booking {
    /// What causes them.
    pub cause: Cause,
    /// Its id.
    pub cause_id: Uuid,
    /// How far the cause is, in a word: a refund is wanted, and later processed.
    pub step: &'static str,
    /// The day in India.
    pub booked_on: Date,
    /// The order's number.
    pub order_number: String,
    /// The entries.
    pub entries: Vec<Entry>,
}

impl Booking {
    /// Adds an entry, unless it is of nothing. One of less than nothing goes the other way, for amounts in the books are above zero.
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

    /// The id of an entry, from what caused it: booked again, it is the same.
    pub fn id(&self, entry: &Entry) -> Uuid {
        let named = format!("{}/{}/{}", self.cause.as_str(), self.cause_id, entry.part);
        let hash = Sha256::digest(named);
        let bytes = hash[..16].try_into().expect("SHA-256 has 32 bytes");
        Builder::from_custom_bytes(bytes).into_uuid()
    }

    /// Whether a part is of this step.
    pub fn has(&self, part: &str) -> bool {
        let rest = part.strip_prefix(self.step);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    }
}
