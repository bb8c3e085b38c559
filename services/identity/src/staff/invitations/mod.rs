//! How somebody becomes staff: invited, shown what the invitation says, accepted once, and answered the same again for a few minutes.

pub(crate) mod acceptance;
pub(crate) mod invitation_store;
pub(crate) mod invite;
pub(crate) mod repeated_acceptance;
