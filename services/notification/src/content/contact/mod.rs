//! What is said to who writes to the shop, and to the shop.

pub(crate) mod acknowledgement;
pub(crate) mod answer;
pub(crate) mod notice;
