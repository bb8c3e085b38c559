//! How somebody becomes staff: invited, shown what the invitation says, accepted once.

pub(crate) mod acceptance;
pub(crate) mod invitation_store;
pub(crate) mod invite;
