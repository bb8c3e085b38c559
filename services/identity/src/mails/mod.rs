//! Mails sent as jobs after the request.

pub(crate) mod mail_handler;
pub(crate) mod mail_job;
pub(crate) mod templates;
