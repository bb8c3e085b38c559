//! What an order's events make of its packs. They may be heard in any order: what an event needs and is not there yet is
//! remembered with the reservation, and done when it comes.

use crate::reservations::line::Line;

/// What happened to an order, as far as its packs are concerned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderEvent {
    /// It was placed, with these lines.
    Placed(Vec<Line>),
    /// Its lines were corrected before it was packed: it has these now.
    Corrected(Vec<Line>),
    /// Its parcel is closed.
    Packed,
    /// It was cancelled before it left the house.
    Cancelled,
    /// It left the house.
    Shipped,
    /// These packs are back in the house, from the shopper or from the carrier; all of the order when there is no line.
    Returned(Vec<Line>),
}

/// What is done to an order's packs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Keep for good what it holds, and take what it lacks.
    Keep,
    /// Give back what is more than its lines, and take what is less.
    Change,
    /// Note that the parcel is closed: nobody exchanges its packs.
    Close,
    /// Give back what it holds.
    GiveBack,
    /// Book what it holds as sold.
    Ship,
    /// Note what was sold as back in the house, for somebody to look at.
    TakeBack,
}

/// What an order whose lines are not known yet waits for: its packs are sold, or sold and taken back, once they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AwaitedEvent {
    /// It has left the house.
    Shipped,
    /// It has left, and is back.
    Returned,
}

impl AwaitedEvent {
    /// The word for it in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Shipped => "shipped",
            Self::Returned => "returned",
        }
    }

    /// What the database has this word for.
    pub fn read(word: &str) -> Option<Self> {
        [Self::Shipped, Self::Returned]
            .into_iter()
            .find(|awaited| awaited.as_str() == word)
    }
}

/// What the inventory knows of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReservationRecord {
    /// The state of its reservation.
    pub state: String,
    /// The version of the newest event that was heard of it; 0 before any.
    pub version: i64,
    /// The version in which its lines are known; 0 while they are those it was placed with.
    pub lines_version: i64,
    /// The version that a correction gives it, while nobody knows whether it does.
    pub change_version: Option<i64>,
    /// What is to be done once its lines are known.
    pub awaits: Option<AwaitedEvent>,
    /// Which packs come back then; all of them when there is no line.
    pub awaited_lines: Vec<Line>,
}

/// What is to be done now, one after the other, and what later.
#[derive(Debug, PartialEq, Eq)]
pub struct Plan {
    /// In this order.
    pub steps: &'static [Step],
    /// Once the lines are known.
    pub awaits: Option<AwaitedEvent>,
}

impl OrderEvent {
    /// What it makes of what is known. An event that is older than what was heard changes nothing, save the placing and corrections:
    /// they alone say which packs the order needs. While nobody knows whether a correction was made, nothing is sold.
    pub fn plan(&self, known: &ReservationRecord, version: i64) -> Plan {
        let is_old = version < known.version;
        let is_changing = known.change_version.is_some();
        let has_lines = matches!(known.state.as_str(), "held" | "placed") && !is_changing;
        let steps: &[Step] = match (self, known.state.as_str()) {
            (Self::Placed(_) | Self::Corrected(_), "held" | "abandoned") => {
                let steps: &[Step] = match known.awaits {
                    None => &[Step::Keep],
                    Some(AwaitedEvent::Shipped) => &[Step::Keep, Step::Ship],
                    Some(AwaitedEvent::Returned) => &[Step::Keep, Step::Ship, Step::TakeBack],
                };
                return Plan { steps, awaits: None };
            }
            // A later correction that is under way needs what was reserved for it.
            (Self::Corrected(_), "placed")
                if version >= known.lines_version
                    && known.change_version.is_none_or(|change| change <= version) =>
            {
                let steps: &[Step] = match known.awaits {
                    None => &[Step::Change],
                    Some(AwaitedEvent::Shipped) => &[Step::Change, Step::Ship],
                    Some(AwaitedEvent::Returned) => &[Step::Change, Step::Ship, Step::TakeBack],
                };
                return Plan { steps, awaits: None };
            }
            (Self::Cancelled, "held" | "placed" | "abandoned") if !is_old => {
                let steps = &[Step::GiveBack];
                return Plan { steps, awaits: None };
            }
            (Self::Packed, "held" | "placed" | "abandoned") => &[Step::Close],
            (Self::Shipped, _) if !is_old && has_lines => &[Step::Ship],
            (Self::Returned(_), _) if !is_old && has_lines => &[Step::Ship, Step::TakeBack],
            (Self::Returned(_), "shipped") if !is_old => &[Step::TakeBack],
            _ => &[],
        };
        let are_awaited = known.state == "abandoned" || (known.state == "placed" && is_changing);
        let awaits = match self {
            // What is back had left before.
            Self::Shipped if !is_old && are_awaited => known.awaits.or(Some(AwaitedEvent::Shipped)),
            Self::Returned(_) if !is_old && are_awaited => Some(AwaitedEvent::Returned),
            _ => known.awaits,
        };
        Plan { steps, awaits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a ledger would book, whatever the order in which an order's events are heard.
    fn heard(events: &[(OrderEvent, i64)], first: &str) -> (String, Vec<Step>) {
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
                    Step::Keep | Step::Change => "placed",
                    Step::GiveBack => "cancelled",
                    Step::Ship => "shipped",
                    Step::TakeBack => "returned",
                    Step::Close => continue,
                };
                known.state = state.to_owned();
            }
            known.awaits = plan.awaits;
            known.version = known.version.max(*version);
        }
        (known.state, done)
    }

    #[test]
    fn whatever_the_order_in_which_they_are_heard_packs_leave_and_come_back_once() {
        let [placed, shipped, returned] = [
            (OrderEvent::Placed(Vec::new()), 1),
            (OrderEvent::Shipped, 4),
            (OrderEvent::Returned(Vec::new()), 7),
        ];
        for first in ["held", "abandoned"] {
            for [one, two, three] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                let events = [placed.clone(), shipped.clone(), returned.clone()];
                let told = [events[one].clone(), events[two].clone(), events[three].clone()];
                // Each comes twice, as after a replay.
                let told: Vec<_> = told.iter().chain(&told).cloned().collect();
                let (state, done) = heard(&told, first);
                assert_eq!(state, "returned", "{told:?}");
                let moves = done.iter().filter(|step| **step != Step::Keep);
                assert_eq!(
                    moves.collect::<Vec<_>>(),
                    [&Step::Ship, &Step::TakeBack],
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
        assert_eq!(plan.steps, [Step::Change, Step::Ship]);
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
        assert_eq!(corrected.plan(&known, 6).steps, [Step::Change]);
        assert_eq!(
            OrderEvent::Placed(Vec::new()).plan(&known, 1).steps,
            [],
            "they are not those it was placed with"
        );
        known.state = "abandoned".to_owned();
        assert_eq!(corrected.plan(&known, 6).steps, [Step::Keep], "it was placed");
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
