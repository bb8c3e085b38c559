//! Where everything of one server lies, and what its programs are told.

pub mod configure;
mod folders;
mod program;
mod secrets;
mod variables;

pub use folders::Installation;
pub use program::{Program, programs};
pub use secrets::Secrets;
pub use variables::Variables;
