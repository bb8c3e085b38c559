//! The gRPC API of the catalog.

pub(crate) mod api;
pub(crate) mod bounded_page;
mod classification_api;
pub(crate) mod editing_api;
pub(crate) mod editing_messages;
mod import_api;
pub(crate) mod messages;
mod packs_api;
pub(crate) mod photos;
pub(crate) mod served;
pub(crate) mod shop_api;
mod staff_id;
