//! The moderation state of a review.

use proto::review::v1 as contract;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The moderation state of a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReviewState {
    /// Not read by staff since it was written or changed; public unless it is held.
    Waiting,
    /// Public.
    Approved,
    /// Visible to its author only, with the reason.
    Refused,
}

/// A decision about a review.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DecidedState {
    /// The review is public.
    Approved,
    /// The review is visible to its author only, with the reason.
    Refused,
}

impl ReviewState {
    /// Parses the name of a state.
    pub(super) fn parse(name: &str) -> Option<Self> {
        match name {
            "waiting" => Some(Self::Waiting),
            "approved" => Some(Self::Approved),
            "refused" => Some(Self::Refused),
            _ => None,
        }
    }
}

impl From<contract::ReviewState> for ReviewState {
    fn from(state: contract::ReviewState) -> Self {
        match state {
            contract::ReviewState::Approved => Self::Approved,
            contract::ReviewState::Refused => Self::Refused,
            contract::ReviewState::Waiting | contract::ReviewState::Unspecified => Self::Waiting,
        }
    }
}

impl From<ReviewState> for contract::ReviewState {
    fn from(state: ReviewState) -> Self {
        match state {
            ReviewState::Waiting => Self::Waiting,
            ReviewState::Approved => Self::Approved,
            ReviewState::Refused => Self::Refused,
        }
    }
}

impl From<DecidedState> for contract::ReviewState {
    fn from(state: DecidedState) -> Self {
        match state {
            DecidedState::Approved => Self::Approved,
            DecidedState::Refused => Self::Refused,
        }
    }
}
