//! The export of delivery rules. The import is in `imports`.

pub(crate) mod exporting;
