//! How far a ticket is, in the words of the office's API.

use proto::contact::v1 as contract;
use serde::{
    Deserialize, Serialize,
    de::{IntoDeserializer as _, value::StrDeserializer},
};
use utoipa::ToSchema;

/// How far a ticket is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TicketState {
    /// The shop is to answer: it is new, or its writer wrote again.
    Open,
    /// The shop answered last.
    Answered,
    /// Nothing is to do.
    Closed,
}

impl TicketState {
    /// The state that this word is for.
    pub(crate) fn read(word: &str) -> Option<Self> {
        let word: StrDeserializer<'_, serde::de::value::Error> = word.into_deserializer();
        Self::deserialize(word).ok()
    }
}

impl From<contract::TicketState> for TicketState {
    fn from(state: contract::TicketState) -> Self {
        match state {
            // A newer contact service sent a state that this version does not know: somebody has to look at it.
            contract::TicketState::Unspecified | contract::TicketState::Open => Self::Open,
            contract::TicketState::Answered => Self::Answered,
            contract::TicketState::Closed => Self::Closed,
        }
    }
}

impl From<TicketState> for contract::TicketState {
    fn from(state: TicketState) -> Self {
        match state {
            TicketState::Open => Self::Open,
            TicketState::Answered => Self::Answered,
            TicketState::Closed => Self::Closed,
        }
    }
}
