//! Product photos: uploaded by staff, re-encoded, stored in the sizes that the shop shows, and served by
//! name.
//!
//! `library` (the operations) → `upload_slots` (limits concurrent decoding), `header`, `picture` (pure: the
//! file format, and the encoded sizes), `store` (the files), `stored_photos` (SQL: the stored photos) →
//! `name`, `error`. `orphans` removes unused photos.

pub(crate) mod error;
mod header;
mod jpeg;
pub(crate) mod library;
pub(crate) mod name;
pub(crate) mod orphans;
mod picture;
pub(crate) mod settings;
mod store;
pub(crate) mod stored_photos;
mod upload_slots;
