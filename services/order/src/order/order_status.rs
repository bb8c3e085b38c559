//! The statuses of an order, and the actors that may change them.
//!
//! ```text
//!                                                  ┌────────────────┬────────────────────┐ (refused)
//! placed ──> confirmed ──> packed ──> shipped ──> delivered ──> return requested ──> return accepted ──> returned
//!    └────────────┴───────────┴─> cancelled ├───────────┴─> RTO        └── the packs came unasked ─────────┘
//!                                           └─> lost ──> delivered or RTO, when it is found
//! ```

/// The status of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// The shopper placed the order.
    Placed,
    /// The shop confirmed the order.
    Confirmed,
    /// The parcel is packed.
    Packed,
    /// The carrier has the parcel.
    Shipped,
    /// The shopper has the parcel.
    Delivered,
    /// The shopper requested a return.
    ReturnRequested,
    /// The shop accepted the return and told the shopper where to send it.
    ReturnAccepted,
    /// The shop has the return and inspected it.
    Returned,
    /// The order was cancelled before it was shipped.
    Cancelled,
    /// The carrier brought the parcel back (RTO).
    ReturnedToOrigin,
    /// The carrier lost the parcel.
    Lost,
}

/// The actor of a status change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// The shopper who ordered.
    Shopper,
    /// A staff member.
    Staff,
    /// The shop's programs: after a payment, a carrier's report or a timeout.
    System,
}

/// The error of a status change that is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TransitionError {
    /// No actor may make this change.
    #[error("An order that is {} cannot become {}", .from.words(), .to.words())]
    NoWay {
        /// The current status.
        from: Status,
        /// The requested status.
        to: Status,
    },
    /// Only another actor may make this change.
    #[error("You may not change an order that is {} to {}", .from.words(), .to.words())]
    NotYours {
        /// The current status.
        from: Status,
        /// The requested status.
        to: Status,
    },
}

impl TransitionError {
    /// Returns the error reason for clients.
    pub fn reason(self) -> &'static str {
        match self {
            Self::NoWay { .. } => "NO_WAY",
            Self::NotYours { .. } => "NOT_YOURS",
        }
    }
}

impl Status {
    /// Every status, in the order of an order's life cycle.
    pub const ALL: [Self; 11] = [
        Self::Placed,
        Self::Confirmed,
        Self::Packed,
        Self::Shipped,
        Self::Delivered,
        Self::ReturnRequested,
        Self::ReturnAccepted,
        Self::Returned,
        Self::Cancelled,
        Self::ReturnedToOrigin,
        Self::Lost,
    ];

    /// Returns the word that the database stores.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Placed => "placed",
            Self::Confirmed => "confirmed",
            Self::Packed => "packed",
            Self::Shipped => "shipped",
            Self::Delivered => "delivered",
            Self::ReturnRequested => "return_requested",
            Self::ReturnAccepted => "return_accepted",
            Self::Returned => "returned",
            Self::Cancelled => "cancelled",
            Self::ReturnedToOrigin => "returned_to_origin",
            Self::Lost => "lost",
        }
    }

    /// Parses the state from its word in the database.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == word)
    }

    fn words(self) -> String {
        self.as_str().replace('_', " ")
    }
}

impl Actor {
    /// Every actor.
    pub const ALL: [Self; 3] = [Self::Shopper, Self::Staff, Self::System];

    /// Parses the actor from its word in the database.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|actor| actor.as_str() == word)
    }

    /// Returns the word that the database stores.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Shopper => "shopper",
            Self::Staff => "staff",
            Self::System => "system",
        }
    }
}

/// Returns true if a status change refuses a return, so that the packs stay with the shopper.
pub fn is_refused_return(from: Status, to: Status) -> bool {
    matches!(from, Status::ReturnRequested | Status::ReturnAccepted) && to == Status::Delivered
}

/// Checks that `actor` may change a status to another one. All status changes use this function.
pub fn transition(from: Status, to: Status, actor: Actor) -> Result<(), TransitionError> {
    use Actor::{Shopper, Staff, System};
    use Status::{
        Cancelled, Confirmed, Delivered, Lost, Packed, Placed, ReturnAccepted, ReturnRequested, Returned,
        ReturnedToOrigin, Shipped,
    };
    let actors: &[Actor] = match (from, to) {
        // A carrier may report a delivery and bring the parcel back later.
        (Placed, Confirmed)
        | (Packed, Shipped)
        | (Shipped | Lost, Delivered)
        | (Shipped | Delivered | Lost, ReturnedToOrigin) => &[Staff, System],
        // Cancelling is open to all actors until the order is packed. After that, staff must open the parcel.
        (Placed | Confirmed, Cancelled) => &[Shopper, Staff, System],
        // A refused return leaves the order delivered. A return parcel may arrive before the return is
        // accepted.
        (Confirmed, Packed)
        | (Packed, Cancelled)
        | (Shipped, Lost)
        | (ReturnRequested, ReturnAccepted)
        | (ReturnRequested | ReturnAccepted, Returned | Delivered) => &[Staff],
        (Delivered, ReturnRequested) => &[Shopper, Staff],
        _ => return Err(TransitionError::NoWay { from, to }),
    };
    if actors.contains(&actor) {
        Ok(())
    } else {
        Err(TransitionError::NotYours { from, to })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    fn leads(from: Status, to: Status) -> bool {
        Actor::ALL
            .iter()
            .any(|&actor| transition(from, to, actor).is_ok())
    }

    #[test]
    fn the_table_is_the_drawing_above() {
        use Status::{
            Cancelled, Confirmed, Delivered, Lost, Packed, Placed, ReturnAccepted, ReturnRequested, Returned,
            ReturnedToOrigin, Shipped,
        };
        let drawn = [
            (Placed, Confirmed),
            (Placed, Cancelled),
            (Confirmed, Packed),
            (Confirmed, Cancelled),
            (Packed, Shipped),
            (Packed, Cancelled),
            (Shipped, Delivered),
            (Shipped, ReturnedToOrigin),
            (Delivered, ReturnRequested),
            (Delivered, ReturnedToOrigin),
            (ReturnRequested, ReturnAccepted),
            (ReturnRequested, Returned),
            (ReturnRequested, Delivered),
            (ReturnAccepted, Returned),
            (ReturnAccepted, Delivered),
            (Shipped, Lost),
            (Lost, Delivered),
            (Lost, ReturnedToOrigin),
        ];
        for from in Status::ALL {
            for to in Status::ALL {
                assert_eq!(leads(from, to), drawn.contains(&(from, to)), "{from:?} to {to:?}");
            }
        }
    }

    #[test]
    fn every_state_has_a_word_of_its_own() {
        let words: HashSet<_> = Status::ALL.iter().map(|status| status.as_str()).collect();
        assert_eq!(words.len(), Status::ALL.len());
    }

    #[test]
    fn a_refusal_says_if_others_may_change_the_order() {
        let refusal = |to, actor| transition(Status::Packed, to, actor).expect_err("it is refused");
        assert_eq!(
            refusal(Status::Cancelled, Actor::Shopper).to_string(),
            "You may not change an order that is packed to cancelled"
        );
        assert_eq!(
            refusal(Status::ReturnRequested, Actor::Staff).to_string(),
            "An order that is packed cannot become return requested"
        );
    }

    proptest! {
        /// Applies random changes by random actors. The allowed changes must form a valid life cycle.
        #[test]
        fn a_random_walk_is_a_life_that_makes_sense(
            tries in prop::collection::vec((0..Status::ALL.len(), 0..Actor::ALL.len()), 1..200),
        ) {
            let mut life = vec![Status::Placed];
            for (to, actor) in tries {
                let (from, to, actor) = (life[life.len() - 1], Status::ALL[to], Actor::ALL[actor]);
                if transition(from, to, actor).is_err() {
                    continue;
                }
                // Only a return can be requested again, after a refusal.
                let is_return =
                    matches!(to, Status::ReturnRequested | Status::ReturnAccepted | Status::Delivered);
                prop_assert!(is_return || !life.contains(&to), "{life:?} comes back to {to:?}");
                let left = life.contains(&Status::Shipped);
                let was = |status| life.contains(&status);
                match to {
                    Status::Placed => prop_assert!(false, "an order is placed once"),
                    Status::Cancelled => {
                        prop_assert!(!left, "it is under way");
                        prop_assert!(actor != Actor::Shopper || !was(Status::Packed));
                    }
                    Status::ReturnRequested => prop_assert!(from == Status::Delivered),
                    Status::ReturnAccepted => {
                        prop_assert!(from == Status::ReturnRequested && actor == Actor::Staff);
                    }
                    Status::Lost => prop_assert!(from == Status::Shipped && actor == Actor::Staff),
                    Status::Returned => prop_assert!(was(Status::ReturnRequested) && actor == Actor::Staff),
                    Status::Delivered | Status::ReturnedToOrigin => prop_assert!(left && actor != Actor::Shopper),
                    Status::Confirmed | Status::Packed | Status::Shipped => {
                        prop_assert!(!was(Status::Cancelled) && actor != Actor::Shopper);
                    }
                }
                life.push(to);
            }
        }
    }
}
