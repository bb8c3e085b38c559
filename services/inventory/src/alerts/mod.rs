//! Stock alerts.

pub(crate) mod alert;
pub(crate) mod alert_store;
