//! Reviews of products: read by everybody, written and changed by their authors.

pub(crate) mod own_reviews;
pub(crate) mod product_reviews;
mod refusal;
mod view;
