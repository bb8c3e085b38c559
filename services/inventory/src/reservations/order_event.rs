//! The effect of an order's events on its packs. Events may arrive in any order: a step that cannot be done
//! yet is stored with the reservation and done later.

use crate::reservations::line::Line;

/// An order event that concerns packs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderEvent {
    /// The order was placed with these lines.
    Placed(Vec<Line>),
    /// The order's lines were corrected before packing. These are the new lines.
    Corrected(Vec<Line>),
    /// The parcel was closed.
    Packed,
    /// The order was cancelled before shipping.
    Cancelled,
    /// The order was shipped.
    Shipped,
    /// These packs came back from the shopper or the carrier. No lines means all packs of the order.
    Returned(Vec<Line>),
}

/// A change to an order's packs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReservationStep {
    /// Confirm the reserved packs, and reserve the missing ones.
    Confirm,
    /// Release surplus packs, and reserve the missing ones.
    Change,
    /// Note that the parcel is closed. Its packs are no longer exchanged.
    Close,
    /// Release the reserved packs.
    Release,
    /// Book the reserved packs as sold.
    Ship,
    /// Note the sold packs as returned. A staff member then inspects them.
    TakeBack,
}

/// An event that waits until the order's lines are known. Then the packs are sold, or sold and returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AwaitedEvent {
    /// The order was shipped.
    Shipped,
    /// The order was shipped and came back.
    Returned,
}

impl AwaitedEvent {
    /// Returns the name of this event in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Shipped => "shipped",
            Self::Returned => "returned",
        }
    }

    /// Parses the name of an event in the database.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Shipped, Self::Returned]
            .into_iter()
            .find(|awaited| awaited.as_str() == word)
    }
}

/// The reservation of an order, as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReservationRecord {
    /// The state of the reservation.
    pub state: String,
    /// The version of the newest event that arrived; 0 before the first.
    pub version: i64,
    /// The version whose lines are known; 0 for the lines at checkout.
    pub lines_version: i64,
    /// The version of a pending correction.
    pub change_version: Option<i64>,
    /// The event to apply once the lines are known.
    pub awaits: Option<AwaitedEvent>,
    /// The packs that come back with `awaits`; no lines means all packs.
    pub awaited_lines: Vec<Line>,
}

/// The steps to take now, and the event to apply later.
#[derive(Debug, PartialEq, Eq)]
pub struct EventPlan {
    /// The steps, in order.
    pub steps: &'static [ReservationStep],
    /// The event to apply once the lines are known.
    pub awaits: Option<AwaitedEvent>,
}

impl OrderEvent {
    /// Decides what this event does to a reservation. Events older than the newest one do nothing, except
    /// `Placed` and `Corrected`: only these carry lines. No packs are sold while a correction is pending.
    pub fn plan(&self, known: &ReservationRecord, version: i64) -> EventPlan {
        let is_old = version < known.version;
        let is_changing = known.change_version.is_some();
        let has_lines = matches!(known.state.as_str(), "held" | "placed") && !is_changing;
        let steps: &[ReservationStep] = match (self, known.state.as_str()) {
            (Self::Placed(_) | Self::Corrected(_), "held" | "abandoned") => {
                let steps: &[ReservationStep] = match known.awaits {
                    None => &[ReservationStep::Confirm],
                    Some(AwaitedEvent::Shipped) => &[ReservationStep::Confirm, ReservationStep::Ship],
                    Some(AwaitedEvent::Returned) => &[
                        ReservationStep::Confirm,
                        ReservationStep::Ship,
                        ReservationStep::TakeBack,
                    ],
                };
                return EventPlan { steps, awaits: None };
            }
            // A later correction that is pending needs the packs that were reserved for it.
            (Self::Corrected(_), "placed")
                if version >= known.lines_version
                    && known.change_version.is_none_or(|change| change <= version) =>
            {
                let steps: &[ReservationStep] = match known.awaits {
                    None => &[ReservationStep::Change],
                    Some(AwaitedEvent::Shipped) => &[ReservationStep::Change, ReservationStep::Ship],
                    Some(AwaitedEvent::Returned) => &[
                        ReservationStep::Change,
                        ReservationStep::Ship,
                        ReservationStep::TakeBack,
                    ],
                };
                return EventPlan { steps, awaits: None };
            }
            (Self::Cancelled, "held" | "placed" | "abandoned") if !is_old => {
                let steps = &[ReservationStep::Release];
                return EventPlan { steps, awaits: None };
            }
            (Self::Packed, "held" | "placed" | "abandoned") => &[ReservationStep::Close],
            (Self::Shipped, _) if !is_old && has_lines => &[ReservationStep::Ship],
            (Self::Returned(_), _) if !is_old && has_lines => {
                &[ReservationStep::Ship, ReservationStep::TakeBack]
            }
            (Self::Returned(_), "shipped") if !is_old => &[ReservationStep::TakeBack],
            _ => &[],
        };
        let are_awaited = known.state == "abandoned" || (known.state == "placed" && is_changing);
        let awaits = match self {
            // An order that came back was shipped before.
            Self::Shipped if !is_old && are_awaited => known.awaits.or(Some(AwaitedEvent::Shipped)),
            Self::Returned(_) if !is_old && are_awaited => Some(AwaitedEvent::Returned),
            _ => known.awaits,
        };
        EventPlan { steps, awaits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies events in this order, and returns the final state and all steps.
    fn heard(events: &[(OrderEvent, i64)], first: &str) -> (String, Vec<ReservationStep>) {
        let mut known = ReservationRecord {
            state: first.to_owned(),
            version: 0,
            lines_version: 0,
            change_version: None,
            awaits: None,
            awaited_lines: Vec::new(),
        };
        let mut done = Vec::new();
        for (event, version) in events {
            let plan = event.plan(&known, *version);
            for step in plan.steps {
                done.push(*step);
                let state = match step {
                    ReservationStep::Confirm | ReservationStep::Change => "placed",
                    ReservationStep::Release => "cancelled",
                    ReservationStep::Ship => "shipped",
                    ReservationStep::TakeBack => "returned",
                    ReservationStep::Close => continue,
                };
                known.state = state.to_owned();
            }
            known.awaits = plan.awaits;
            known.version = known.version.max(*version);
        }
        (known.state, done)
    }

    #[test]
    fn packs_leave_and_come_back_once_in_any_order_of_events() {
        let [placed, shipped, returned] = [
            (OrderEvent::Placed(Vec::new()), 1),
            (OrderEvent::Shipped, 4),
            (OrderEvent::Returned(Vec::new()), 7),
        ];
        for first in ["held", "abandoned"] {
            for [one, two, three] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                let events = [placed.clone(), shipped.clone(), returned.clone()];
                let told = [events[one].clone(), events[two].clone(), events[three].clone()];
                // Each event comes twice, as in a replay.
                let told: Vec<_> = told.iter().chain(&told).cloned().collect();
                let (state, done) = heard(&told, first);
                assert_eq!(state, "returned", "{told:?}");
                let steps = done.iter().filter(|step| **step != ReservationStep::Confirm);
                assert_eq!(
                    steps.collect::<Vec<_>>(),
                    [&ReservationStep::Ship, &ReservationStep::TakeBack],
                    "{told:?}"
                );
            }
        }
    }

    #[test]
    fn packs_leave_once_it_is_known_which() {
        let mut known = ReservationRecord {
            state: "placed".to_owned(),
            version: 2,
            lines_version: 0,
            change_version: Some(3),
            awaits: None,
            awaited_lines: Vec::new(),
        };
        let plan = OrderEvent::Shipped.plan(&known, 5);
        assert_eq!(plan.steps, []);
        assert_eq!(plan.awaits, Some(AwaitedEvent::Shipped));
        (known.version, known.awaits) = (5, plan.awaits);
        let corrected = OrderEvent::Corrected(Vec::new());
        assert_eq!(
            corrected.plan(&known, 2).steps,
            [],
            "another correction is under way"
        );
        let plan = corrected.plan(&known, 3);
        assert_eq!(plan.steps, [ReservationStep::Change, ReservationStep::Ship]);
        assert_eq!(plan.awaits, None);
        known.state = "shipped".to_owned();
        assert_eq!(corrected.plan(&known, 3).steps, [], "it comes again");
    }

    #[test]
    fn the_newest_lines_stand() {
        let mut known = ReservationRecord {
            state: "placed".to_owned(),
            version: 4,
            lines_version: 4,
            change_version: None,
            awaits: None,
            awaited_lines: Vec::new(),
        };
        let corrected = OrderEvent::Corrected(Vec::new());
        assert_eq!(corrected.plan(&known, 3).steps, []);
        assert_eq!(corrected.plan(&known, 6).steps, [ReservationStep::Change]);
        assert_eq!(
            OrderEvent::Placed(Vec::new()).plan(&known, 1).steps,
            [],
            "they are not those it was placed with"
        );
        known.state = "abandoned".to_owned();
        assert_eq!(
            corrected.plan(&known, 6).steps,
            [ReservationStep::Confirm],
            "it was placed"
        );
    }

    #[test]
    fn a_cancelled_order_never_gets_its_packs_again() {
        let (placed, cancelled) = ((OrderEvent::Placed(Vec::new()), 1), (OrderEvent::Cancelled, 2));
        for told in [
            [placed.clone(), cancelled.clone()],
            [cancelled.clone(), placed.clone()],
        ] {
            for first in ["held", "abandoned"] {
                assert_eq!(heard(&told, first).0, "cancelled");
            }
        }
    }
}
