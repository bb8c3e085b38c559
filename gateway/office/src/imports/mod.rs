//! Files of rows: brought in, and watched until they are through.

pub(crate) mod kind;
pub(crate) mod starting;
mod view;
pub(crate) mod watching;
