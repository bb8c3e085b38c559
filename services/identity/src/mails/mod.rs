//! The mails that are sent behind the requests.

pub(crate) mod letter;
pub(crate) mod mail_job;
pub(crate) mod post;
