//! Invitations of staff: sending, opening, accepting, and repeating a recent acceptance.

pub(crate) mod acceptance;
pub(crate) mod invitation_store;
pub(crate) mod invite;
pub(crate) mod repeated_acceptance;
