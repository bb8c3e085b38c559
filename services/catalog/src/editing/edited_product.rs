//! A product as staff see it.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    content::{
        claim::{AcceptedClaim, FoundClaim},
        product_content::Content,
    },
    products::{cursor::ProductCursor, product::Pack, product_state::ProductState},
};

/// A product in any state.
#[derive(Debug, Clone)]
pub struct EditedProduct {
    /// The content.
    pub content: Content,
    /// The position in the shop's list.
    pub cursor: ProductCursor,
    /// The version. It grows with every change.
    pub version: i64,
    /// The packs, the lightest first. Drafts have them, too.
    pub packs: Vec<Pack>,
    /// The state.
    pub state: ProductState,
    /// The claims found in its texts.
    pub claims: Vec<FoundClaim>,
    /// The accepted claims, including those that its texts no longer make.
    pub accepted: Vec<AcceptedClaim>,
    /// The last change by a staff member; `None` if there is none.
    pub last_change: Option<LastChange>,
}

/// The author and time of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastChange {
    /// The time.
    pub changed_at: OffsetDateTime,
    /// The staff member's id.
    pub changed_by: Uuid,
}
