//! The administration of one server: status, backups, restores, upgrades, and the first owner.
//!
//! `installation` has the folders and the programs' settings, `status` checks everything, `watch` does so
//! every minute, `backup` makes backups and restores, `upgrade` installs and rolls back versions, and
//! `invitation` and `owner_mail` use the shop's programs or its mail server. Nothing here depends on what a shop
//! sells.

pub mod backup;
mod command;
pub mod installation;
pub mod invitation;
pub mod owner_mail;
pub mod status;
pub mod upgrade;
pub mod watch;
