//! The kind of a document.

use serde::{Deserialize, Serialize};

/// The kind of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentKind {
    /// A tax invoice, by rule 46 of the CGST Rules.
    Invoice,
    /// A bill of supply, by rule 49, of a seller who is not registered.
    BillOfSupply,
    /// A credit note, by rule 53.
    CreditNote,
}

impl DocumentKind {
    /// All kinds.
    #[cfg(test)]
    pub const ALL: [Self; 3] = [Self::Invoice, Self::BillOfSupply, Self::CreditNote];

    /// The word in the database and in events.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Invoice => "invoice",
            Self::BillOfSupply => "bill_of_supply",
            Self::CreditNote => "credit_note",
        }
    }

    /// The prefix of its numbers.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Invoice => "INV",
            Self::BillOfSupply => "BOS",
            Self::CreditNote => "CN",
        }
    }

    /// The printed title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Invoice => "Tax invoice",
            Self::BillOfSupply => "Bill of supply",
            Self::CreditNote => "Credit note",
        }
    }
}
