//! What an order's events make of its packs. They may be heard in any order: what an event needs and is not there yet is
//! remembered with the reservation, and done when it comes.

use prost::Message as _;
use proto::event::v2::{OrderMoved, OrderPlaced};
use uuid::Uuid;

use crate::{
    line::Line,
    pack::{self, Pack},
};

/// What happened to an order, as far as its packs are concerned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderEvent {
    /// It was placed, with these lines.
    Placed(Vec<Line>),
    /// It never leaves.
    Cancelled,
    /// It left the house.
    Shipped,
    /// It is back in the house, from the shopper or from the carrier.
    Returned,
}

/// What is done to an order's packs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Keep for good what it holds, and take what it lacks.
    Keep,
    /// Give back what it holds.
    GiveBack,
    /// Book what it holds as sold.
    Ship,
    /// Book what was sold as back in the house.
    TakeBack,
}

/// What an order whose lines are not known yet waits for: its packs are sold, or sold and taken back, once they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Awaited {
    /// It has left the house.
    Shipped,
    /// It has left, and is back.
    Returned,
}

impl Awaited {
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
pub struct Known {
    /// The state of its reservation.
    pub state: String,
    /// The version of the newest event that was heard of it; 0 before any.
    pub version: i64,
    /// What is to be done once its lines are known.
    pub awaits: Option<Awaited>,
}

/// What is to be done now, one after the other, and what later.
#[derive(Debug, PartialEq, Eq)]
pub struct Plan {
    /// In this order.
    pub steps: &'static [Step],
    /// Once the lines are known.
    pub awaits: Option<Awaited>,
}

impl OrderEvent {
    /// The event and its order; none when it concerns no packs. An error when it cannot be read.
    pub fn read(subject: &str, payload: &[u8]) -> Result<Option<(Uuid, Self)>, &'static str> {
        let moved = match subject {
            "shop.order.placed.v2" => return placed(payload).ok_or("this is no OrderPlaced").map(Some),
            "shop.order.cancelled.v2" => Self::Cancelled,
            "shop.order.shipped.v2" => Self::Shipped,
            "shop.order.returned.v2" | "shop.order.came_back.v2" => Self::Returned,
            _ => return Ok(None),
        };
        let event = OrderMoved::decode(payload).map_err(|_| "this is no OrderMoved")?;
        let order_id = Uuid::parse_str(&event.order_id).map_err(|_| "its order has no id")?;
        Ok(Some((order_id, moved)))
    }

    /// What it makes of what is known. An event that is older than what was heard changes nothing, save the placing: it alone
    /// says which packs the order needs.
    pub fn plan(&self, known: &Known, version: i64) -> Plan {
        let is_old = version < known.version;
        let has_lines = matches!(known.state.as_str(), "held" | "placed");
        let steps: &[Step] = match (self, known.state.as_str()) {
            (Self::Placed(_), "held" | "abandoned") => {
                let steps: &[Step] = match known.awaits {
                    None => &[Step::Keep],
                    Some(Awaited::Shipped) => &[Step::Keep, Step::Ship],
                    Some(Awaited::Returned) => &[Step::Keep, Step::Ship, Step::TakeBack],
                };
                return Plan { steps, awaits: None };
            }
            (Self::Cancelled, "held" | "placed" | "abandoned") if !is_old => {
                let steps = &[Step::GiveBack];
                return Plan { steps, awaits: None };
            }
            (Self::Shipped, _) if !is_old && has_lines => &[Step::Ship],
            (Self::Returned, _) if !is_old && has_lines => &[Step::Ship, Step::TakeBack],
            (Self::Returned, "shipped") if !is_old => &[Step::TakeBack],
            _ => &[],
        };
        let awaits = match self {
            // What is back had left before.
            Self::Shipped if !is_old && known.state == "abandoned" => known.awaits.or(Some(Awaited::Shipped)),
            Self::Returned if !is_old && known.state == "abandoned" => Some(Awaited::Returned),
            _ => known.awaits,
        };
        Plan { steps, awaits }
    }
}

fn placed(event: &[u8]) -> Option<(Uuid, OrderEvent)> {
    let event = OrderPlaced::decode(event).ok()?;
    let lines = event.lines.into_iter().map(|line| {
        let pack = Pack {
            product_id: pack::id(&line.product_id, "A product's id").ok()?,
            weight_in_grams: line.weight_in_grams,
        };
        let quantity = line.quantity;
        (quantity > 0).then_some(Line { pack, quantity })
    });
    let lines: Vec<_> = lines.collect::<Option<_>>()?;
    let order_id = Uuid::parse_str(&event.order_id).ok()?;
    (!lines.is_empty()).then_some((order_id, OrderEvent::Placed(lines)))
}

#[cfg(test)]
mod tests {
    use proto::event::v2::OrderPlacedLine;

    use super::*;

    const ORDER: &str = "0192f3a0-7c00-7000-8000-000000000001";
    const SUBJECTS: [&str; 6] = [
        "shop.order.placed.v2",
        "shop.order.confirmed.v2",
        "shop.order.cancelled.v2",
        "shop.order.shipped.v2",
        "shop.order.returned.v2",
        "shop.order.came_back.v2",
    ];

    fn order(quantity: i32) -> Vec<u8> {
        let event = OrderPlaced {
            order_id: ORDER.to_owned(),
            lines: vec![OrderPlacedLine {
                product_id: "0192f3a0-7c00-7000-8000-000000000002".to_owned(),
                weight_in_grams: 100,
                quantity,
                ..OrderPlacedLine::default()
            }],
            ..OrderPlaced::default()
        };
        event.encode_to_vec()
    }

    #[test]
    fn an_event_names_its_order_and_what_happened_to_it() {
        let read = OrderEvent::read(SUBJECTS[0], &order(3)).expect("it can be read");
        let (order_id, placed) = read.expect("it concerns packs");
        assert_eq!(order_id.to_string(), ORDER);
        assert!(matches!(placed, OrderEvent::Placed(lines) if lines[0].quantity == 3));
        let moved = OrderMoved {
            order_id: ORDER.to_owned(),
            ..OrderMoved::default()
        };
        let moved = moved.encode_to_vec();
        assert_eq!(OrderEvent::read(SUBJECTS[1], &moved), Ok(None), "no packs move");
        assert!(OrderEvent::read(SUBJECTS[0], &moved).is_err(), "it has no lines");
        assert!(OrderEvent::read(SUBJECTS[0], &order(0)).is_err());
        let moved = OrderEvent::read(SUBJECTS[5], &moved);
        assert!(matches!(moved, Ok(Some((_, OrderEvent::Returned)))), "{moved:?}");
    }

    /// What a ledger would book, whatever the order in which an order's events are heard.
    fn heard(events: &[(OrderEvent, i64)], first: &str) -> (String, Vec<Step>) {
        let mut known = Known {
            state: first.to_owned(),
            version: 0,
            awaits: None,
        };
        let mut done = Vec::new();
        for (event, version) in events {
            let plan = event.plan(&known, *version);
            for step in plan.steps {
                done.push(*step);
                let state = match step {
                    Step::Keep => "placed",
                    Step::GiveBack => "cancelled",
                    Step::Ship => "shipped",
                    Step::TakeBack => "returned",
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
            (OrderEvent::Returned, 7),
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

    #[test]
    fn fuzz_of_order_events() {
        let corpus = [order(1), Vec::new()];
        let corpus: Vec<_> = corpus.iter().map(Vec::as_slice).collect();
        fuzz::feed("order events", &corpus, |event| {
            for subject in SUBJECTS {
                if let Ok(Some((_, OrderEvent::Placed(lines)))) = OrderEvent::read(subject, event) {
                    assert!(lines.iter().all(|line| line.quantity > 0));
                }
            }
        });
    }
}
