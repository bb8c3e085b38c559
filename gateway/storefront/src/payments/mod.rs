//! Money as REST tells of it: which ways of paying there are, where paying an order stands, what was issued for it, and what a
//! provider tells by itself. Whose order it is, `orders` has proven before it asks here.

pub(crate) mod documents;
pub(crate) mod view;
pub(crate) mod ways;
pub(crate) mod webhooks;
