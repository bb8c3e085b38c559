//! Issues documents: from events and data of other services, to a document's content (pure), to one
//! transaction that stores it with its number and PDF.

pub(crate) mod consumers;
pub(crate) mod credit_note;
pub(crate) mod issue_document;
pub(crate) mod issuer;
pub(crate) mod replace_sale;
pub(crate) mod sale;
pub(crate) mod set_tax_rate;
pub(crate) mod sold_order;
pub(crate) mod sources;
