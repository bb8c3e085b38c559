//! How documents come to be: what other services tell and are asked → what a document says (pure) → one transaction that keeps it with
//! its number and its file.

pub(crate) mod crediting;
pub(crate) mod events_heard;
pub(crate) mod issuer;
pub(crate) mod one_document;
pub(crate) mod replacing;
pub(crate) mod sale;
pub(crate) mod setting_rates;
pub(crate) mod sold_order;
pub(crate) mod sources;
