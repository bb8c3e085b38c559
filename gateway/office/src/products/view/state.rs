//! The state of a product.

use proto::catalog::v1 as contract;
use serde::Serialize;
use utoipa::ToSchema;

/// The state of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ProductState {
    /// A draft, visible to staff only.
    Draft,
    /// On sale.
    Published,
    /// No longer on sale; orders still refer to the product.
    Archived,
}

impl ProductState {
    /// `None` for a state that this version does not know.
    pub(crate) fn from_contract(state: contract::ProductState) -> Option<Self> {
        match state {
            contract::ProductState::Draft => Some(Self::Draft),
            contract::ProductState::Published => Some(Self::Published),
            contract::ProductState::Archived => Some(Self::Archived),
            contract::ProductState::Unspecified => None,
        }
    }
}
