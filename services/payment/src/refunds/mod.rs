//! Refunds: requested once, sent once, and polled until they end.

mod at_provider;
pub(crate) mod import_external_refund;
pub(crate) mod poll_refunds;
mod provider_sync;
pub(crate) mod record_manual_refund;
pub(crate) mod refund_job;
pub(crate) mod remaining;
pub(crate) mod request_refund;
pub(crate) mod send_refund;
pub(crate) mod staff_refund;
mod update_refund;
