//! What other views tell of a product.

pub(crate) mod state;
