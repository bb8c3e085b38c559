//! Logging in, and the devices that have done so before.

pub(crate) mod known_device;
pub(crate) mod known_devices;
pub(crate) mod log_in;
pub(crate) mod log_in_limits;
