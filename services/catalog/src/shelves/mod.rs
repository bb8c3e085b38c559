//! What stock says of packs: whether there are some, and what is printed on them.

pub(crate) mod shelf_store;
