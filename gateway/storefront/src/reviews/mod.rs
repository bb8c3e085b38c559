//! Reviews of products: public to read, written and changed by their authors.

pub(crate) mod own_reviews;
pub(crate) mod product_reviews;
mod refusal;
mod view;
