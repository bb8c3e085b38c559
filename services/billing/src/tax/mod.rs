//! Tax rules: pure, and in whole paise.

pub(crate) mod apportion;
pub(crate) mod credit;
pub(crate) mod rates;
pub(crate) mod split;
pub(crate) mod states;
