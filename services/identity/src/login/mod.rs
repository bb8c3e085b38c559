//! Registration, login, known devices, and session lookup.

pub(crate) mod authenticate;
pub(crate) mod known_device;
pub(crate) mod known_devices;
pub(crate) mod log_in;
pub(crate) mod log_in_limits;
pub(crate) mod register;
