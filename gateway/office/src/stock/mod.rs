//! Stock: levels, batches, recalls and returned packs.

pub(crate) mod adjusting;
mod batch;
pub(crate) mod batches;
pub(crate) mod exporting;
pub(crate) mod levels;
pub(crate) mod order_numbers;
pub(crate) mod packs;
pub(crate) mod product_names;
pub(crate) mod recall;
pub(crate) mod recall_notices;
pub(crate) mod receiving;
pub(crate) mod returns;
pub(crate) mod shelf;
