//! Issues documents: from events and data of other services, to a document's content (pure), to one
//! transaction that stores it with its number and PDF.

pub(crate) mod crediting;
pub(crate) mod events_heard;
pub(crate) mod issuer;
pub(crate) mod one_document;
pub(crate) mod replacing;
pub(crate) mod sale;
pub(crate) mod setting_rates;
pub(crate) mod sold_order;
pub(crate) mod sources;
