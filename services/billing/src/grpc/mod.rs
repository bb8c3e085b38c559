//! The gRPC API of documents and the ledger.

pub(crate) mod documents_api;
pub(crate) mod ledger_api;
mod staff_id;
pub(crate) mod tax_rates_api;
