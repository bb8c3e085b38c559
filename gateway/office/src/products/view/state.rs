//! How far a product is.

use proto::catalog::v1 as contract;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How far a product is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ProductState {
    /// Only staff see it.
    Draft,
    /// It is on sale.
    Published,
    /// It is not on sale any more; orders still name it.
    Archived,
}

impl ProductState {
    /// Reads the name of a state.
    pub(crate) fn read(name: &str) -> Option<Self> {
        match name {
            "draft" => Some(Self::Draft),
            "published" => Some(Self::Published),
            "archived" => Some(Self::Archived),
            _ => None,
        }
    }

    /// None for a state that this version does not know.
    pub(crate) fn from_contract(state: contract::ProductState) -> Option<Self> {
        match state {
            contract::ProductState::Draft => Some(Self::Draft),
            contract::ProductState::Published => Some(Self::Published),
            contract::ProductState::Archived => Some(Self::Archived),
            contract::ProductState::Unspecified => None,
        }
    }
}

impl From<ProductState> for contract::ProductState {
    fn from(state: ProductState) -> Self {
        match state {
            ProductState::Draft => Self::Draft,
            ProductState::Published => Self::Published,
            ProductState::Archived => Self::Archived,
        }
    }
}
