//! Who edits.

use uuid::Uuid;

/// Who changes which product, from which version on.
#[derive(Debug, Clone, Copy)]
pub struct Editor {
    /// The product.
    pub product_id: Uuid,
    /// The version that they saw.
    pub version: i64,
    /// The one of the staff.
    pub staff_id: Uuid,
}
