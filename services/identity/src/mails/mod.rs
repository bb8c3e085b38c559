//! Mails sent as jobs after the request.

pub(crate) mod letter;
pub(crate) mod mail_job;
pub(crate) mod post;
