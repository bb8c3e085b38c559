//! Handles events about disputed payments. Orders with a dispute are not packed.

use outbox::{Delivery, Effect, Failure, Handler, Subscription};
use prost::Message as _;
use proto::event::v1::PaymentDisputed;
use runtime::Frame;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::{
    online_payments::{
        online_payment_store::{self, Dispute},
        refund_consumer,
    },
    order::order_store,
};

/// The subscription to dispute events, in the payment service's stream.
pub const SUBSCRIPTION: Subscription = Subscription {
    name: "order-payment-disputed",
    stream: "PAYMENTS",
    subject: "shop.payment.disputed.v1",
    dead_letter_subject: "shop.dead_letter.order-payment-disputed",
    ..refund_consumer::SUBSCRIPTION
};

/// The states of a dispute, in the words of the payment service.
const STATES: [&str; 5] = ["open", "under_review", "won", "lost", "closed"];

/// Handles dispute events until the frame stops.
pub fn spawn_consumer(db: &PgPool, events: &outbox::Settings, frame: &Frame) {
    let (handler, stopping) = (Disputes { db: db.clone() }, frame.stopping());
    let consumer = outbox::consume(db.clone(), SUBSCRIPTION, events.clone(), stopping, handler);
    frame.spawn(SUBSCRIPTION.name, consumer);
}

/// Stores the state of disputes with their orders.
struct Disputes {
    db: PgPool,
}

impl Handler for Disputes {
    fn effect(&self, _: &str) -> Effect {
        Effect::Recorded
    }

    async fn handle(&self, delivery: &Delivery) -> Result<(), Failure> {
        let dispute = decode(&delivery.payload).map_err(|why| Failure::Poison(why.to_owned()))?;
        if order_store::numbers(&self.db, &[dispute.order_id], &[])
            .await?
            .is_empty()
        {
            return Err(Failure::Poison("there is no such order".to_owned()));
        }
        Ok(())
    }

    async fn record(&self, transaction: &mut PgConnection, delivery: &Delivery) -> sqlx::Result<()> {
        let dispute = decode(&delivery.payload).expect("it was read before");
        order_store::lock(transaction, dispute.order_id).await?;
        online_payment_store::store_dispute(transaction, &dispute).await
    }
}

fn decode(payload: &[u8]) -> Result<Dispute, &'static str> {
    let event = PaymentDisputed::decode(payload).map_err(|_| "this is no PaymentDisputed")?;
    let id = |text: &str| Uuid::parse_str(text).map_err(|_| "an id is no UUID");
    if event.version <= 0 || !STATES.contains(&event.state.as_str()) {
        return Err("its version or its state cannot be");
    }
    Ok(Dispute {
        dispute_id: id(&event.dispute_id)?,
        payment_id: id(&event.payment_id)?,
        order_id: id(&event.order_id)?,
        state: event.state,
        version: event.version,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fuzz_of_dispute_events() {
        let event = PaymentDisputed {
            dispute_id: Uuid::from_u128(1).to_string(),
            payment_id: Uuid::from_u128(2).to_string(),
            order_id: Uuid::from_u128(3).to_string(),
            amount_paise: 100,
            state: "open".to_owned(),
            version: 1,
        };
        assert!(decode(&event.encode_to_vec()).is_ok());
        fuzz::feed("dispute events", &[&event.encode_to_vec(), &[]], |payload| {
            let _ = decode(payload);
        });
    }
}
