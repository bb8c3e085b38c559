//! The event consumers that issue documents: order changes, and refunds.

use outbox::{Delivery, Effect, Failure, Handler, StreamConfig, Subscription};
use prost::Message as _;
use proto::event::v1::{OrderStatusChanged, RefundChanged};
use uuid::Uuid;

use crate::{
    document::order_store::{self, Refund},
    issuing::issuer::Issuer,
};

/// Every event of an order. Most need no document.
pub const ORDERS: Subscription = Subscription {
    name: "billing-orders",
    stream: "ORDERS",
    subject: "shop.order.>",
    at_once: 4,
    retry_after: outbox::RETRY_AFTER,
    // Repeating is safe: a document is issued once per cause.
    repeat_after: outbox::REPEATABLE,
    longest_attempt: outbox::LONGEST_QUESTIONS,
    max_attempts: 150,
    dead_letters: StreamConfig {
        name: "DEAD_LETTERS",
        subjects: &["shop.dead_letter.>"],
    },
    dead_letter_subject: "shop.dead_letter.billing-orders",
};

/// Refunds.
pub const REFUNDS: Subscription = Subscription {
    name: "billing-refunds",
    stream: "PAYMENTS",
    subject: "shop.payment.refund_changed.v1",
    dead_letter_subject: "shop.dead_letter.billing-refunds",
    ..ORDERS
};

/// The subject of refunds that staff sent by hand.
const REFUNDED: &str = "shop.order.refunded.v1";

/// The events after which an order may need a document.
const DOCUMENT_EVENTS: [&str; 9] = [
    "shop.order.address_corrected.v1",
    "shop.order.packed.v1",
    "shop.order.shipped.v1",
    "shop.order.delivered.v1",
    "shop.order.paid.v1",
    "shop.order.returned.v1",
    "shop.order.returned_to_origin.v1",
    "shop.order.lost.v1",
    "shop.order.cancelled.v1",
];

/// Issues documents after order events.
#[derive(Debug, Clone)]
pub struct OrderHandler(pub Issuer);

impl Handler for OrderHandler {
    fn effect(&self, subject: &str) -> Effect {
        if subject == REFUNDED || DOCUMENT_EVENTS.contains(&subject) {
            Effect::Handled
        } else {
            Effect::Nothing
        }
    }

    async fn handle(&self, delivery: &Delivery) -> Result<(), Failure> {
        if delivery.subject == REFUNDED {
            return self.0.record_refund(&delivery.payload).await;
        }
        if self.effect(&delivery.subject) == Effect::Nothing {
            return Ok(());
        }
        // `OrderPaid` begins with the fields of `OrderStatusChanged`.
        let order_id = OrderStatusChanged::decode(delivery.payload.as_ref())
            .ok()
            .and_then(|event| Uuid::parse_str(&event.order_id).ok());
        let order_id = order_id.ok_or_else(|| Failure::Poison("this names no order".to_owned()))?;
        self.0.issue_missing(order_id).await
    }
}

/// Issues credit notes after refund events.
#[derive(Debug, Clone)]
pub struct RefundHandler(pub Issuer);

impl Handler for RefundHandler {
    async fn handle(&self, delivery: &Delivery) -> Result<(), Failure> {
        self.0.record_refund(&delivery.payload).await
    }
}

impl Issuer {
    /// Stores a refund's state, and issues a credit note once it is processed.
    async fn record_refund(&self, payload: &[u8]) -> Result<(), Failure> {
        let refund = parse_refund(payload).ok_or_else(|| Failure::Poison("this is no refund".to_owned()))?;
        let mut transaction = database::begin(&self.db).await?;
        order_store::lock(&mut transaction, refund.order_id, 0).await?;
        order_store::store_refund(&mut transaction, &refund).await?;
        transaction.commit().await?;
        if refund.is_processed && refund.is_of_accepted {
            self.issue_missing(refund.order_id).await?;
        }
        Ok(())
    }
}

fn parse_refund(payload: &[u8]) -> Option<Refund> {
    let event = RefundChanged::decode(payload).ok()?;
    Some(Refund {
        refund_id: Uuid::parse_str(&event.refund_id).ok()?,
        order_id: Uuid::parse_str(&event.order_id).ok()?,
        amount_paise: Some(event.amount_paise).filter(|paise| *paise > 0)?,
        is_processed: event.state == "processed",
        reason: event.reason,
        is_of_accepted: event.is_of_accepted,
        version: event.version,
    })
}
