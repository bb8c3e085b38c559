//! Handles events about refunds.

use outbox::{Delivery, Effect, Failure, Handler, StreamConfig, Subscription};
use prost::Message as _;
use proto::event::v1::RefundChanged;
use runtime::Frame;
use sqlx::{PgConnection, PgPool};
use time::{Date, format_description::well_known::Iso8601};
use uuid::Uuid;
use values::Line;

use crate::{
    online_payments::{
        online_payment_store::{self, ChangedRefund},
        payment_summary::{Refund, RefundState},
    },
    order::order_store,
};

/// The maximum length of a reason, in characters. It is one word.
const MAX_REASON: usize = 40;

/// The subscription to refund events, in the payment service's stream.
pub const SUBSCRIPTION: Subscription = Subscription {
    name: "order-refund-changed",
    stream: "PAYMENTS",
    subject: "shop.payment.refund_changed.v1",
    at_once: 4,
    retry_after: outbox::RETRY_AFTER,
    // Handling an event changes only the database.
    repeat_after: outbox::REPEATABLE,
    longest_attempt: outbox::LONGEST_QUESTIONS,
    max_attempts: 150,
    dead_letters: StreamConfig {
        name: "DEAD_LETTERS",
        subjects: &["shop.dead_letter.>"],
    },
    dead_letter_subject: "shop.dead_letter.order-refund-changed",
};

/// Handles refund events until the frame stops.
pub fn spawn_consumer(db: &PgPool, events: &outbox::Settings, frame: &Frame) {
    let handler = RefundChanges { db: db.clone() };
    let consumer = outbox::consume(
        db.clone(),
        SUBSCRIPTION,
        events.clone(),
        frame.stopping(),
        handler,
    );
    frame.spawn(SUBSCRIPTION.name, consumer);
}

/// Stores the state of refunds with their orders.
struct RefundChanges {
    db: PgPool,
}

impl Handler for RefundChanges {
    fn effect(&self, _: &str) -> Effect {
        Effect::Recorded
    }

    async fn handle(&self, delivery: &Delivery) -> Result<(), Failure> {
        let changed = decode(&delivery.payload).map_err(|why| Failure::Poison(why.to_owned()))?;
        let order = order_store::numbers(&self.db, &[changed.order_id], &[]).await?;
        if order.is_empty() {
            return Err(Failure::Poison("there is no such order".to_owned()));
        }
        Ok(())
    }

    async fn record(&self, transaction: &mut PgConnection, delivery: &Delivery) -> sqlx::Result<()> {
        let changed = decode(&delivery.payload).expect("it was read before");
        order_store::lock(transaction, changed.order_id).await?;
        online_payment_store::store_refund(transaction, &changed).await?;
        online_payment_store::update_payment_summary(transaction, changed.order_id).await
    }
}

fn decode(payload: &[u8]) -> Result<ChangedRefund, &'static str> {
    let event = RefundChanged::decode(payload).map_err(|_| "this is no RefundChanged")?;
    let id = |text: &str| Uuid::parse_str(text).map_err(|_| "an id is no UUID");
    if event.amount_paise <= 0 || event.version <= 0 {
        return Err("its amount or its version cannot be");
    }
    let reason = Line::<MAX_REASON>::read(&event.reason).map_err(|_| "its reason is no word")?;
    Ok(ChangedRefund {
        refund_id: id(&event.refund_id)?,
        order_id: id(&event.order_id)?,
        refund: Refund {
            payment_id: id(&event.payment_id)?,
            amount_paise: event.amount_paise,
            state: RefundState::parse(&event.state).ok_or("it is in no state that is known")?,
            is_of_accepted: event.is_of_accepted,
        },
        reason: reason.into_string(),
        version: event.version,
        changed_on: Date::parse(&event.changed_on, &Iso8601::DATE).map_err(|_| "its day is none")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event() -> RefundChanged {
        RefundChanged {
            refund_id: Uuid::from_u128(1).to_string(),
            payment_id: Uuid::from_u128(2).to_string(),
            order_id: Uuid::from_u128(3).to_string(),
            amount_paise: 100,
            state: "processed".to_owned(),
            reason: "cancelled".to_owned(),
            version: 3,
            is_of_accepted: true,
            changed_on: "2026-11-26".to_owned(),
            ..RefundChanged::default()
        }
    }

    #[test]
    fn an_event_that_cannot_be_stored_is_refused_when_read() {
        assert!(decode(&event().encode_to_vec()).is_ok());
        let broken: [fn(&mut RefundChanged); 6] = [
            |event| event.order_id.clear(),
            |event| event.amount_paise = 0,
            |event| event.version = 0,
            |event| event.state = "lost".to_owned(),
            |event| event.reason.clear(),
            |event| event.changed_on = "today".to_owned(),
        ];
        for (number, breaking) in broken.iter().enumerate() {
            let mut event = event();
            breaking(&mut event);
            assert!(decode(&event.encode_to_vec()).is_err(), "{number}");
        }
    }

    #[test]
    fn fuzz_of_refund_events() {
        fuzz::feed("refund events", &[&event().encode_to_vec(), &[]], |payload| {
            let _ = decode(payload);
        });
    }
}
