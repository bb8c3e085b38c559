//! The installation on one server: folders, programs, secrets and settings.

pub mod configure;
mod folders;
mod program;
mod secrets;
mod variables;

pub use folders::Installation;
pub use program::{Program, programs};
pub use secrets::Secrets;
pub(crate) use secrets::create_private_folder;
pub use variables::Variables;
