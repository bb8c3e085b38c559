//! A product as staff see it.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    content::{
        claim::{AcceptedClaim, FoundClaim},
        written_content::Content,
    },
    products::{place::Place, product::Pack, product_state::ProductState},
};

/// A product in whatever state.
#[derive(Debug, Clone)]
pub struct EditedProduct {
    /// What it says and costs.
    pub content: Content,
    /// Where it stands in the shop's list.
    pub place: Place,
    /// Grows with every change.
    pub version: i64,
    /// The packs that it is sold in, or would be, lightest first.
    pub packs: Vec<Pack>,
    /// How far it is.
    pub state: ProductState,
    /// What in its texts may be forbidden.
    pub claims: Vec<FoundClaim>,
    /// What somebody answers for, whether its texts still say so or not.
    pub accepted: Vec<AcceptedClaim>,
    /// Who of the staff last changed it; none when nobody did.
    pub last_change: Option<LastChange>,
}

/// Who changed a product, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastChange {
    /// When.
    pub changed_at: OffsetDateTime,
    /// The id of one of the staff.
    pub changed_by: Uuid,
}
