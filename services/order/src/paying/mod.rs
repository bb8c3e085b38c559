//! What becomes of an order that is paid through a payment provider: money pays it, and without money it ends.

pub(crate) mod awaiting;
pub(crate) mod settle;
pub(crate) mod window;
