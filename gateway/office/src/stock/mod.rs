//! Stock: its export, the packs on sale, and recall notices.

pub(crate) mod exporting;
pub(crate) mod levels;
pub(crate) mod order_numbers;
pub(crate) mod packs;
pub(crate) mod recall_notices;
