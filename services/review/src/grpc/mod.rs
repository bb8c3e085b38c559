//! The gRPC API of the service, and the conversion of contract messages.

pub(crate) mod api;
pub(crate) mod messages;
pub(crate) mod moderation_api;
mod moderation_messages;
mod rating_cursor;
