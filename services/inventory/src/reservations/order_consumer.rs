//! The consumer of order events: confirms the packs of placed orders, releases those of cancelled ones, books
//! shipped packs as sold, and notes returned packs.

use outbox::{Delivery, Effect, Failure, Handler, StreamConfig, Subscriber, Subscription};
use prost::Message as _;
use proto::event::v1::{OrderLinesCorrected, OrderPlaced, OrderPlacedLine, OrderStatusChanged};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    pack::{self, Pack},
    reservations::{changes, line::Line, order_event::OrderEvent, reservation_store},
};

/// All events of orders, in the stream of the order service. Steps that come too early are stored with the
/// reservation.
pub(crate) const ORDER_SUBSCRIPTION: Subscription = Subscription {
    name: "stock-orders",
    stream: "ORDERS",
    subject: "shop.order.>",
    at_once: 4,
    retry_after: outbox::RETRY_AFTER,
    // The effects of an event are all in the database.
    repeat_after: outbox::REPEATABLE,
    longest_attempt: outbox::LONGEST_QUESTIONS,
    max_attempts: 150,
    dead_letters: StreamConfig {
        name: "DEAD_LETTERS",
        subjects: &["shop.dead_letter.>"],
    },
    dead_letter_subject: "shop.dead_letter.stock-orders",
};

/// The events that concern packs.
const PLACED: &str = "shop.order.placed.v1";
const LINES_CORRECTED: &str = "shop.order.lines_corrected.v1";
const CANCELLED: &str = "shop.order.cancelled.v1";
const PACKED: &str = "shop.order.packed.v1";
const SHIPPED: &str = "shop.order.shipped.v1";
const RETURNED: &str = "shop.order.returned.v1";
const RETURNED_TO_ORIGIN: &str = "shop.order.returned_to_origin.v1";

/// The events of accounts.
pub(crate) const ACCOUNT_SUBSCRIPTIONS: [Subscription; 2] = data_rights::subscriptions!("inventory");

/// The subscriptions of this service.
pub fn subscriptions() -> impl Iterator<Item = Subscription> {
    [ORDER_SUBSCRIPTION].into_iter().chain(ACCOUNT_SUBSCRIPTIONS)
}

/// The service's part in a reconciliation.
pub(crate) fn subscriber() -> Subscriber {
    Subscriber {
        service: "inventory",
        subscriptions: subscriptions().collect(),
    }
}

/// Applies order events to the packs of their orders.
pub(crate) struct OrderHandler;

impl Handler for OrderHandler {
    fn effect(&self, subject: &str) -> Effect {
        match subject {
            PLACED | LINES_CORRECTED | PACKED | CANCELLED | SHIPPED | RETURNED | RETURNED_TO_ORIGIN => {
                Effect::Recorded
            }
            _ => Effect::Nothing,
        }
    }

    async fn handle(&self, delivery: &Delivery) -> Result<(), Failure> {
        let event = decode(&delivery.subject, &delivery.payload);
        event.map(drop).map_err(|why| Failure::Poison(why.to_owned()))
    }

    async fn record(&self, transaction: &mut PgConnection, delivery: &Delivery) -> sqlx::Result<()> {
        let event = decode(&delivery.subject, &delivery.payload);
        let Some((order_id, event)) = event.expect("it was read before") else {
            return Ok(());
        };
        let known = reservation_store::lock(transaction, order_id).await?;
        // A message that no relay wrote carries no version. It counts as the next one.
        let version = delivery
            .aggregate
            .map_or(known.version, |aggregate| aggregate.version);
        let plan = event.plan(&known, version);
        let returned = match &event {
            OrderEvent::Returned(lines) => lines,
            _ => &known.awaited_lines,
        };
        let steps = (plan.steps, returned.as_slice());
        changes::take_steps(&mut *transaction, order_id, (&event, version), steps).await?;
        let version = known.version.max(version);
        let awaited = plan.awaits.map(|awaited| (awaited, returned.as_slice()));
        reservation_store::remember(transaction, order_id, version, awaited).await
    }
}

/// Returns the event and its order; `None` if it does not concern packs. Fails if it cannot be parsed.
fn decode(subject: &str, payload: &[u8]) -> Result<Option<(Uuid, OrderEvent)>, &'static str> {
    let pack_event = match subject {
        PLACED => return placed(payload).ok_or("this is no OrderPlaced").map(Some),
        LINES_CORRECTED => {
            return corrected(payload)
                .ok_or("this is no OrderLinesCorrected")
                .map(Some);
        }
        PACKED => OrderEvent::Packed,
        CANCELLED => OrderEvent::Cancelled,
        SHIPPED => OrderEvent::Shipped,
        RETURNED | RETURNED_TO_ORIGIN => OrderEvent::Returned(Vec::new()),
        _ => return Ok(None),
    };
    let event = OrderStatusChanged::decode(payload).map_err(|_| "this is no OrderStatusChanged")?;
    let order_id = Uuid::parse_str(&event.order_id).map_err(|_| "its order has no id")?;
    let pack_event = match pack_event {
        OrderEvent::Returned(_) => {
            let lines = event.lines.iter();
            let lines =
                lines.map(|line| decode_line(&line.product_id, line.weight_in_grams, line.quantity, 0));
            let lines = lines.collect::<Option<_>>();
            OrderEvent::Returned(lines.ok_or("its lines are none")?)
        }
        other => other,
    };
    Ok(Some((order_id, pack_event)))
}

/// Parses a line of an event; `None` if it is invalid.
fn decode_line(product_id: &str, weight_in_grams: i32, quantity: i32, price_paise: i64) -> Option<Line> {
    let product_id = pack::id(product_id, "A product's id").ok()?;
    let pack = Pack {
        product_id,
        weight_in_grams,
    };
    (quantity > 0 && price_paise >= 0).then_some(Line {
        pack,
        quantity,
        price_paise,
    })
}

fn placed(event: &[u8]) -> Option<(Uuid, OrderEvent)> {
    let event = OrderPlaced::decode(event).ok()?;
    let order_id = Uuid::parse_str(&event.order_id).ok()?;
    Some((order_id, OrderEvent::Placed(decode_lines(&event.lines)?)))
}

fn corrected(event: &[u8]) -> Option<(Uuid, OrderEvent)> {
    let event = OrderLinesCorrected::decode(event).ok()?;
    let order_id = Uuid::parse_str(&event.order_id).ok()?;
    Some((order_id, OrderEvent::Corrected(decode_lines(&event.lines)?)))
}

/// Parses the lines of an order, at least one; `None` if any is invalid.
fn decode_lines(lines: &[OrderPlacedLine]) -> Option<Vec<Line>> {
    let read = lines.iter().map(|line| {
        decode_line(
            &line.product_id,
            line.weight_in_grams,
            line.quantity,
            line.unit_price_paise,
        )
    });
    let read: Vec<_> = read.collect::<Option<_>>()?;
    (!read.is_empty()).then_some(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDER: &str = "0192f3a0-7c00-7000-8000-000000000001";
    const SUBJECTS: [&str; 8] = [
        PLACED,
        "shop.order.confirmed.v1",
        CANCELLED,
        SHIPPED,
        RETURNED,
        RETURNED_TO_ORIGIN,
        LINES_CORRECTED,
        PACKED,
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
        let event = decode(SUBJECTS[0], &order(3)).expect("it can be read");
        let (order_id, placed) = event.expect("it concerns packs");
        assert_eq!(order_id.to_string(), ORDER);
        assert!(matches!(placed, OrderEvent::Placed(lines) if lines[0].quantity == 3));
        let changed = OrderStatusChanged {
            order_id: ORDER.to_owned(),
            ..OrderStatusChanged::default()
        };
        let changed = changed.encode_to_vec();
        for quiet in [SUBJECTS[1], "shop.order.paid.v1", "shop.order.payment_due.v1"] {
            assert_eq!(decode(quiet, &changed), Ok(None), "{quiet}: no packs move");
        }
        assert!(decode(SUBJECTS[0], &changed).is_err(), "it has no lines");
        assert!(decode(SUBJECTS[0], &order(0)).is_err());
        assert!(
            decode(SUBJECTS[6], &changed).is_err(),
            "no order is without lines"
        );
        let returned = decode(SUBJECTS[5], &changed);
        assert!(
            matches!(returned, Ok(Some((_, OrderEvent::Returned(_))))),
            "{returned:?}"
        );
    }

    #[test]
    fn fuzz_of_order_events() {
        let corpus = [order(1), Vec::new()];
        let corpus: Vec<_> = corpus.iter().map(Vec::as_slice).collect();
        fuzz::feed("order events", &corpus, |event| {
            for subject in SUBJECTS {
                if let Ok(Some((_, OrderEvent::Placed(lines) | OrderEvent::Corrected(lines)))) =
                    decode(subject, event)
                {
                    assert!(lines.iter().all(|line| line.quantity > 0));
                }
            }
        });
    }
}
