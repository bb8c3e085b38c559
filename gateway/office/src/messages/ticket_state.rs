//! The state of a ticket, in the terms of the REST API.

use proto::contact::v1 as contract;
use serde::{
    Deserialize, Serialize,
    de::{IntoDeserializer as _, value::StrDeserializer},
};
use utoipa::ToSchema;

/// The state of a ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TicketState {
    /// The shop has to answer: the ticket is new, or the shopper wrote again.
    Open,
    /// The shop answered last.
    Answered,
    /// The ticket needs no further work.
    Closed,
}

impl TicketState {
    /// Parses the name of a state.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        let word: StrDeserializer<'_, serde::de::value::Error> = word.into_deserializer();
        Self::deserialize(word).ok()
    }
}

impl From<contract::TicketState> for TicketState {
    fn from(state: contract::TicketState) -> Self {
        match state {
            // An unknown state, from a newer contact service, counts as open so that staff look at it.
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
