//! How the registry writes into files that belong to persons.

pub(crate) mod list;
pub(crate) mod section;
