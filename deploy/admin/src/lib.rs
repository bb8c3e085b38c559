//! What the owner of one server asks of it: how it is, backups, the way back from one, another version, the office's first owner.
//!
//! `installation` is where everything lies and what the programs are told, `status` how they are, `watch` looks at it every
//! minute, `backup` copies and the way back, `upgrade` another version and the way back from it, `invitation` and `letter` what
//! needs the shop's own programs or mail server. Nothing here knows what a shop sells.

pub mod backup;
mod command;
pub mod installation;
pub mod invitation;
pub mod letter;
pub mod status;
pub mod upgrade;
pub mod watch;
