//! What holds for every request of the API: the names of its fields, why it is refused, and how often one client may try.

pub(crate) mod field_names;
pub(crate) mod rate_limits;
pub(crate) mod refusal;
