//! The event consumers of the ledger: payments of every kind, and refunds.
//!
//! They are separate from the consumers that issue documents, so that a document that waits for a tax rate
//! does not delay entries, and a failed entry does not delay documents.

use outbox::{Delivery, Failure, Handler, Subscription};
use prost::Message as _;
use proto::event::v1::{OrderPaid, PaymentCaptured, PaymentsSettled, RefundChanged};
use runtime::Frame;
use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    bookkeeping::{
        settlement_event,
        values::{amount, day, id},
    },
    document::order_store,
    issuing::{consumers::ORDERS, sources::Sources},
    ledger::{
        booking::Booking,
        entry_store,
        postings::{
            self, CapturedPayment, OrderReference, Provider, ReceiptChannel, ReceivedPayment, RefundMovement,
            RefundStep,
        },
        settlement::{self, Settlement},
    },
};

const CAPTURED: &str = "shop.payment.captured.v1";
const REFUND_CHANGED: &str = "shop.payment.refund_changed.v1";
const REFUNDED: &str = ORDER_REFUNDS.subject;
const SETTLED: &str = "shop.payment.settled.v1";

/// Payments that were recorded for an order.
pub const RECEIVED: Subscription = Subscription {
    name: "billing-received",
    stream: "ORDERS",
    subject: "shop.order.paid.v1",
    // Repeating is safe here, too: an entry is booked once per cause.
    dead_letter_subject: "shop.dead_letter.billing-received",
    ..ORDERS
};

/// Payments through a provider, their refunds, and payouts.
pub const PAYMENTS: Subscription = Subscription {
    name: "billing-payments",
    stream: "PAYMENTS",
    subject: "shop.payment.>",
    dead_letter_subject: "shop.dead_letter.billing-payments",
    ..RECEIVED
};

/// Refunds that staff sent by hand.
pub const ORDER_REFUNDS: Subscription = Subscription {
    name: "billing-refunded",
    subject: "shop.order.refunded.v1",
    dead_letter_subject: "shop.dead_letter.billing-refunded",
    ..RECEIVED
};

/// Consumes payment events until the frame stops.
pub fn spawn_consumers(db: &PgPool, sources: &Sources, events: &outbox::Settings, frame: &Frame) {
    metrics::counter!("billing_ledger_conflicts_total").absolute(0);
    for subscription in [RECEIVED, PAYMENTS, ORDER_REFUNDS] {
        let consumer = PaymentEventConsumer {
            db: db.clone(),
            sources: sources.clone(),
        };
        let (db, events) = (db.clone(), events.clone());
        let consuming = outbox::consume(db, subscription, events, frame.stopping(), consumer);
        frame.spawn(subscription.name, consuming);
    }
}

/// Books payment events.
struct PaymentEventConsumer {
    db: PgPool,
    sources: Sources,
}

impl Handler for PaymentEventConsumer {
    async fn handle(&self, delivery: &Delivery) -> Result<(), Failure> {
        let poison = |why: &str| Failure::Poison(why.to_owned());
        if delivery.subject == SETTLED {
            let settled = settled(&delivery.payload).map_err(poison)?;
            // A payout covers many orders, so no order is read.
            if self.sources.seller().await?.is_sample {
                return Ok(());
            }
            let mut transaction = database::begin(&self.db).await?;
            entry_store::book(&mut transaction, &settlement::of_settlement(&settled)).await?;
            return Ok(transaction.commit().await?);
        }
        let Some(money) = parse(&delivery.subject, &delivery.payload).map_err(poison)? else {
            return Ok(());
        };
        let sold = self.sources.order(money.order_id()).await?;
        let order = OrderReference {
            number: sold.order_number,
            method: sold.method,
        };
        self.book(money.order_id(), &money.bookings(&order)).await
    }
}

impl PaymentEventConsumer {
    /// Books all of them or none. Payments of a sample order are not booked.
    async fn book(&self, order_id: Uuid, bookings: &[Booking]) -> Result<(), Failure> {
        let is_sample = self.sources.seller().await?.is_sample;
        let mut transaction = database::begin(&self.db).await?;
        order_store::lock(&mut transaction, order_id, 0).await?;
        let is_sample = order_store::decide_sample(&mut transaction, order_id, is_sample).await?;
        let bookings = if is_sample { &[] } else { bookings };
        for booking in bookings {
            entry_store::book(&mut transaction, booking).await?;
        }
        Ok(transaction.commit().await?)
    }
}

/// Money to book, with its order's id if the inner type has none.
#[derive(Debug, Clone, PartialEq, Eq)]
enum MoneyMovement {
    Received(ReceivedPayment),
    Captured(Uuid, CapturedPayment),
    Refund(Uuid, RefundMovement),
    /// Owed to the buyer and paid back at once.
    ManualRefund(Uuid, RefundMovement),
}

impl MoneyMovement {
    fn order_id(&self) -> Uuid {
        match self {
            Self::Received(received) => received.order_id,
            Self::Captured(order_id, _) | Self::Refund(order_id, _) | Self::ManualRefund(order_id, _) => {
                *order_id
            }
        }
    }

    fn bookings(&self, order: &OrderReference) -> Vec<Booking> {
        match self {
            Self::Received(received) => vec![postings::of_received(received, order.clone())],
            Self::Captured(_, captured) => vec![postings::of_captured(captured, order.clone())],
            Self::Refund(_, refund) => vec![postings::of_refund(refund, order.clone())],
            Self::ManualRefund(_, refund) => [RefundStep::Requested, RefundStep::Processed]
                .into_iter()
                .map(|step| {
                    postings::of_refund(
                        &RefundMovement {
                            step,
                            ..refund.clone()
                        },
                        order.clone(),
                    )
                })
                .collect(),
        }
    }
}

/// Reads the money of an event. `None` if it moves none.
fn parse(subject: &str, payload: &[u8]) -> Result<Option<MoneyMovement>, &'static str> {
    match subject {
        "shop.order.paid.v1" => received(&OrderPaid::decode(payload).map_err(|_| "this is no OrderPaid")?),
        CAPTURED => captured(&PaymentCaptured::decode(payload).map_err(|_| "this is no PaymentCaptured")?),
        REFUND_CHANGED => refund(&RefundChanged::decode(payload).map_err(|_| "this is no RefundChanged")?),
        REFUNDED => {
            manual_refund(&RefundChanged::decode(payload).map_err(|_| "this is no RefundChanged")?).map(Some)
        }
        _ => Ok(None),
    }
}

fn received(event: &OrderPaid) -> Result<Option<MoneyMovement>, &'static str> {
    let channel = match event.channel.as_str() {
        // The payment service publishes these with their fee.
        "online" => return Ok(None),
        // A carrier remits to the bank what it collected.
        "cash_on_delivery" | "upi" | "bank_transfer" => ReceiptChannel::Bank,
        "cash" => ReceiptChannel::Cash,
        _ => return Err("it came by no way that is known"),
    };
    Ok(Some(MoneyMovement::Received(ReceivedPayment {
        order_id: id(&event.order_id)?,
        channel,
        amount_paise: amount(event.amount_paise)?,
        received_on: day(&event.received_on)?,
    })))
}

fn captured(event: &PaymentCaptured) -> Result<Option<MoneyMovement>, &'static str> {
    let provider = match event.provider.as_str() {
        "razorpay" => Provider::Razorpay,
        "upi" => Provider::Upi,
        _ => return Err("it came by no provider that is known"),
    };
    let is_fee = 0 <= event.fee_tax_paise && event.fee_tax_paise <= event.fee_paise;
    if !is_fee || event.fee_paise > event.amount_paise {
        return Err("its fee cannot be");
    }
    let captured = CapturedPayment {
        payment_id: id(&event.payment_id)?,
        provider,
        amount_paise: amount(event.amount_paise)?,
        fee_paise: event.fee_paise,
        fee_tax_paise: event.fee_tax_paise,
        is_accepted: event.is_accepted,
        captured_on: day(&event.captured_on)?,
    };
    Ok(Some(MoneyMovement::Captured(id(&event.order_id)?, captured)))
}

fn refund(event: &RefundChanged) -> Result<Option<MoneyMovement>, &'static str> {
    let step = match event.state.as_str() {
        "wanted" => RefundStep::Requested,
        // A pending refund moves no money.
        "pending" => return Ok(None),
        "processed" => RefundStep::Processed,
        "failed" => RefundStep::Failed,
        _ => return Err("it is in no state that is known"),
    };
    let refund = RefundMovement {
        refund_id: id(&event.refund_id)?,
        amount_paise: amount(event.amount_paise)?,
        step,
        is_of_accepted: event.is_of_accepted,
        provider: provider_of_refund(&event.provider)?,
        manual: manual(&event.manual_channel)?,
        changed_on: day(&event.changed_on)?,
    };
    Ok(Some(MoneyMovement::Refund(id(&event.order_id)?, refund)))
}

fn manual_refund(event: &RefundChanged) -> Result<MoneyMovement, &'static str> {
    match refund(event)? {
        Some(MoneyMovement::Refund(order_id, refund))
            if refund.step == RefundStep::Processed && refund.manual.is_some() =>
        {
            Ok(MoneyMovement::ManualRefund(order_id, refund))
        }
        _ => Err("it was not given back by hand"),
    }
}

/// The provider of the payment. Events without one are older and from Razorpay.
fn provider_of_refund(name: &str) -> Result<Provider, &'static str> {
    match name {
        "" | "razorpay" => Ok(Provider::Razorpay),
        "upi" => Ok(Provider::Upi),
        _ => Err("its money came by no provider that is known"),
    }
}

fn settled(payload: &[u8]) -> Result<Settlement, &'static str> {
    let event = PaymentsSettled::decode(payload).map_err(|_| "this is no PaymentsSettled")?;
    settlement_event::parse(&event)
}

/// The channel of a manual refund. `None` if a provider sends it.
fn manual(channel: &str) -> Result<Option<ReceiptChannel>, &'static str> {
    match channel {
        "" => Ok(None),
        "upi" | "bank_transfer" => Ok(Some(ReceiptChannel::Bank)),
        "cash" => Ok(Some(ReceiptChannel::Cash)),
        _ => Err("it was sent by no way that is known"),
    }
}

#[cfg(test)]
mod tests;
