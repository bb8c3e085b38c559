//! What the inventory hears of orders: it keeps for good what placed ones hold, gives back what cancelled ones do, and books
//! what leaves the house and what comes back.

use std::time::Duration;

use outbox::{Delivery, Failure, Handler, Hearing, StreamConfig, Subscription};
use prost::Message as _;
use proto::event::v2::{OrderMoved, OrderPlaced};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    line::Line,
    pack::{self, Pack},
    reservations,
};

/// Kept in the stream that the order service makes.
const PLACED: Subscription = Subscription {
    name: "stock-order-placed-v2",
    stream: "ORDERS",
    subject: "shop.order.placed.v2",
    at_once: 4,
    retry_after: &RETRY_AFTER,
    // It has no effect outside of the database.
    repeat_after: &[],
    max_deliveries: 150,
    dead_letters: StreamConfig {
        name: "DEAD_LETTERS",
        subjects: &["shop.dead_letter.>"],
    },
    dead_letter_subject: "shop.dead_letter.stock-order-placed",
};

const CANCELLED: Subscription = Subscription {
    name: "stock-order-cancelled-v2",
    subject: "shop.order.cancelled.v2",
    dead_letter_subject: "shop.dead_letter.stock-order-cancelled",
    ..PLACED
};

const SHIPPED: Subscription = Subscription {
    name: "stock-order-shipped-v2",
    subject: "shop.order.shipped.v2",
    dead_letter_subject: "shop.dead_letter.stock-order-shipped",
    ..PLACED
};

const RETURNED: Subscription = Subscription {
    name: "stock-order-returned-v2",
    subject: "shop.order.returned.v2",
    dead_letter_subject: "shop.dead_letter.stock-order-returned",
    ..PLACED
};

const CAME_BACK: Subscription = Subscription {
    name: "stock-order-came-back-v2",
    subject: "shop.order.came_back.v2",
    dead_letter_subject: "shop.dead_letter.stock-order-came-back",
    ..PLACED
};

const RETRY_AFTER: [Duration; 3] = [
    Duration::from_secs(1),
    Duration::from_secs(30),
    Duration::from_mins(10),
];

/// How long an event waits for the one before it, which another replica may have in hand.
const WAIT_FOR_EARLIER: Duration = Duration::from_secs(1);

/// What an event makes of an order's packs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    Keep,
    GiveBack,
    Sell,
    TakeBack,
}

/// An event that has waited for so long waits for one that left the stream, or was never told.
const WAIT_AT_MOST: Duration = Duration::from_hours(1);

const ALL: [(Subscription, Effect); 5] = [
    (PLACED, Effect::Keep),
    (CANCELLED, Effect::GiveBack),
    (SHIPPED, Effect::Sell),
    (RETURNED, Effect::TakeBack),
    (CAME_BACK, Effect::TakeBack),
];

/// The events about accounts.
pub(crate) const OF_ACCOUNTS: [Subscription; 2] = data_rights::subscriptions!("inventory");

/// What it reads.
pub fn subscriptions() -> impl Iterator<Item = Subscription> {
    ALL.into_iter()
        .map(|(subscription, _)| subscription)
        .chain(OF_ACCOUNTS)
}

/// Every subscription with who handles it.
pub(crate) fn handlers(db: &PgPool) -> impl Iterator<Item = (Subscription, Keeper)> {
    ALL.into_iter().map(|(subscription, effect)| {
        let db = db.clone();
        (subscription, Keeper { db, effect })
    })
}

/// The service's part in a reconciliation.
pub(crate) fn hearing() -> Hearing {
    Hearing {
        service: "inventory",
        subscriptions: subscriptions().collect(),
    }
}

/// Does to an order's packs what one kind of event says.
pub(crate) struct Keeper {
    db: PgPool,
    effect: Effect,
}

impl Handler for Keeper {
    async fn act(&self, delivery: &Delivery) -> Result<(), Failure> {
        let Some((order_id, _)) = self.effect.read(&delivery.payload) else {
            return Err(Failure::Poison("this is no event of an order".to_owned()));
        };
        let waits_for: &[&str] = match self.effect {
            Effect::Keep | Effect::GiveBack => return Ok(()),
            Effect::Sell => &["abandoned"],
            Effect::TakeBack => &["abandoned", "held", "placed"],
        };
        let state = reservations::state(&self.db, order_id).await?;
        // Events are heard in no order; what leaves was placed before, and what comes back had left.
        if state.is_some_and(|state| !waits_for.contains(&state.as_str())) {
            return Ok(());
        }
        if is_old(delivery.event_id) {
            tracing::warn!(%order_id, "an order moves whose packs were never counted");
            return Ok(());
        }
        Err(Failure::Postponed(WAIT_FOR_EARLIER))
    }

    async fn note(&self, transaction: &mut PgConnection, delivery: &Delivery) -> sqlx::Result<()> {
        let event = self.effect.read(&delivery.payload);
        let (order_id, lines) = event.expect("it was read before");
        match self.effect {
            Effect::Keep => reservations::keep(transaction, order_id, &lines).await,
            Effect::GiveBack => reservations::cancel(transaction, order_id).await,
            Effect::Sell => reservations::ship(transaction, order_id).await,
            Effect::TakeBack => reservations::take_back(transaction, order_id).await,
        }
    }
}

/// By the time in an id of version 7.
fn is_old(event_id: Uuid) -> bool {
    let told = event_id.get_timestamp().and_then(|time| {
        let (seconds, _) = time.to_unix();
        i64::try_from(seconds).ok()
    });
    told.is_some_and(|told| {
        let waited = OffsetDateTime::now_utc().unix_timestamp() - told;
        waited > WAIT_AT_MOST.as_secs().cast_signed()
    })
}

impl Effect {
    /// The order, and what it needs when the event says so; none when no order says this.
    fn read(self, event: &[u8]) -> Option<(Uuid, Vec<Line>)> {
        match self {
            Self::Keep => placed(event),
            Self::GiveBack | Self::Sell | Self::TakeBack => {
                let event = OrderMoved::decode(event).ok()?;
                Some((Uuid::parse_str(&event.order_id).ok()?, Vec::new()))
            }
        }
    }
}

fn placed(event: &[u8]) -> Option<(Uuid, Vec<Line>)> {
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
    (!lines.is_empty()).then_some((order_id, lines))
}

#[cfg(test)]
mod tests {
    use proto::event::v2::OrderPlacedLine;

    use super::*;

    const ORDER: &str = "0192f3a0-7c00-7000-8000-000000000001";

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
    fn an_event_names_its_order_and_what_it_needs() {
        let (order_id, lines) = Effect::Keep.read(&order(3)).expect("it is an order");
        assert_eq!((order_id.to_string().as_str(), lines[0].quantity), (ORDER, 3));
        let moved = OrderMoved {
            order_id: ORDER.to_owned(),
            ..OrderMoved::default()
        };
        let moved = moved.encode_to_vec();
        assert!(Effect::Sell.read(&moved).is_some());
        assert!(Effect::Keep.read(&moved).is_none(), "it has no lines");
        assert!(Effect::Keep.read(&order(0)).is_none());
        for (_, effect) in ALL {
            assert!(effect.read(b"no event").is_none(), "{effect:?}");
        }
    }

    #[test]
    fn fuzz_of_order_events() {
        let corpus = [order(1), Vec::new()];
        let corpus: Vec<_> = corpus.iter().map(Vec::as_slice).collect();
        fuzz::feed("order events", &corpus, |event| {
            for (_, effect) in ALL {
                if let Some((_, lines)) = effect.read(event) {
                    assert!(lines.iter().all(|line| line.quantity > 0));
                }
            }
        });
    }
}
