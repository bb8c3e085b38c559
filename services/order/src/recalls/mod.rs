//! Recall notices to shoppers whose orders hold packs of a recalled batch.

pub mod notice;
pub mod notice_store;
pub mod request;
