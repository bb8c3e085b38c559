//! The author of an edit.

use uuid::Uuid;

/// The author of an edit, with the product and the version it starts from.
#[derive(Debug, Clone, Copy)]
pub struct Editor {
    /// The product.
    pub product_id: Uuid,
    /// The version that the editor saw.
    pub version: i64,
    /// The staff member's id.
    pub staff_id: Uuid,
}
