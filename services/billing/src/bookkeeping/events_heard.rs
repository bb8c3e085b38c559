//! What the books hear: money that came, whichever way, and money that goes back.
//!
//! These are consumers of their own, beside those that issue documents: a document that waits for a rate holds no money up, and money
//! that cannot be booked no document.

use std::time::Duration;

use outbox::{Delivery, Failure, Handler, StreamConfig, Subscription};
use prost::Message as _;
use proto::event::v2::{OrderPaid, PaymentCaptured, RefundChanged};
use runtime::Frame;
use sqlx::PgPool;
use time::{Date, format_description::FormatItem, macros::format_description};
use uuid::Uuid;

use crate::{
    issuing::sources::Sources,
    ledger::{
        booking::Booking,
        entry_store,
        postings::{self, Captured, Channel, Order, Provider, Received, RefundMoved, RefundStep},
    },
};

const CAPTURED: &str = "shop.payment.captured.v2";
const REFUND_CHANGED: &str = "shop.payment.refund_changed.v2";

/// Money that was written down for an order.
pub const RECEIVED: Subscription = Subscription {
    name: "billing-received-v2",
    stream: "ORDERS",
    subject: "shop.order.paid.v2",
    at_once: 4,
    retry_after: &RETRY_AFTER,
    // An entry is booked once, however often its event is handled.
    repeat_after: &[],
    max_attempts: 150,
    dead_letters: StreamConfig {
        name: "DEAD_LETTERS",
        subjects: &["shop.dead_letter.>"],
    },
    dead_letter_subject: "shop.dead_letter.billing-received",
};

/// Money that came through a provider, and that goes back.
pub const PAYMENTS: Subscription = Subscription {
    name: "billing-payments-v2",
    stream: "PAYMENTS",
    subject: "shop.payment.>",
    dead_letter_subject: "shop.dead_letter.billing-payments",
    ..RECEIVED
};

const RETRY_AFTER: [Duration; 3] = [
    Duration::from_secs(1),
    Duration::from_secs(30),
    Duration::from_mins(10),
];

const DAY: &[FormatItem<'_>] = format_description!("[year]-[month]-[day]");

/// Hears of money until the frame is told to stop.
pub fn hear(db: &PgPool, sources: &Sources, events: &outbox::Settings, frame: &Frame) {
    metrics::counter!("billing_ledger_conflicts_total").absolute(0);
    for subscription in [RECEIVED, PAYMENTS] {
        let books = Books {
            db: db.clone(),
            sources: sources.clone(),
        };
        let (db, events) = (db.clone(), events.clone());
        let hearing = outbox::consume(db, subscription, events, frame.stopping(), books);
        frame.spawn(subscription.name, hearing);
    }
}

/// Books what is told of money.
struct Books {
    db: PgPool,
    sources: Sources,
}

impl Handler for Books {
    async fn handle(&self, delivery: &Delivery) -> Result<(), Failure> {
        let Some(money) =
            read(&delivery.subject, &delivery.payload).map_err(|why| Failure::Poison(why.to_owned()))?
        else {
            return Ok(());
        };
        let sold = self.sources.order(money.order_id()).await?;
        let order = Order {
            number: sold.order_number,
            method: sold.method,
        };
        let mut transaction = database::begin(&self.db).await?;
        entry_store::book(&mut transaction, &money.booking(order)).await?;
        transaction.commit().await?;
        Ok(())
    }
}

/// Money that is booked, with its order's id where that is not part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Money {
    Received(Received),
    Captured(Uuid, Captured),
    Refund(Uuid, RefundMoved),
}

impl Money {
    fn order_id(&self) -> Uuid {
        match self {
            Self::Received(received) => received.order_id,
            Self::Captured(order_id, _) | Self::Refund(order_id, _) => *order_id,
        }
    }

    fn booking(&self, order: Order) -> Booking {
        match self {
            Self::Received(received) => postings::of_received(received, order),
            Self::Captured(_, captured) => postings::of_captured(captured, order),
            Self::Refund(_, refund) => postings::of_refund(refund, order),
        }
    }
}

/// What an event says of money; none when it moves none.
fn read(subject: &str, payload: &[u8]) -> Result<Option<Money>, &'static str> {
    match subject {
        "shop.order.paid.v2" => received(&OrderPaid::decode(payload).map_err(|_| "this is no OrderPaid")?),
        CAPTURED => captured(&PaymentCaptured::decode(payload).map_err(|_| "this is no PaymentCaptured")?),
        REFUND_CHANGED => refund(&RefundChanged::decode(payload).map_err(|_| "this is no RefundChanged")?),
        _ => Ok(None),
    }
}

fn received(event: &OrderPaid) -> Result<Option<Money>, &'static str> {
    let channel = match event.channel.as_str() {
        // The payment service tells of it, with the fee.
        "online" => return Ok(None),
        // A carrier remits to the bank what it collected.
        "cash_on_delivery" | "upi" | "bank_transfer" => Channel::Bank,
        "cash" => Channel::Cash,
        _ => return Err("it came by no way that is known"),
    };
    Ok(Some(Money::Received(Received {
        order_id: id(&event.order_id)?,
        channel,
        amount_paise: amount(event.amount_paise)?,
        received_on: day(&event.received_on)?,
    })))
}

fn captured(event: &PaymentCaptured) -> Result<Option<Money>, &'static str> {
    let provider = match event.provider.as_str() {
        "razorpay" => Provider::Razorpay,
        "upi" => Provider::Upi,
        _ => return Err("it came by no provider that is known"),
    };
    let is_fee = 0 <= event.fee_tax_paise && event.fee_tax_paise <= event.fee_paise;
    if !is_fee || event.fee_paise > event.amount_paise {
        return Err("its fee cannot be");
    }
    let captured = Captured {
        payment_id: id(&event.payment_id)?,
        provider,
        amount_paise: amount(event.amount_paise)?,
        fee_paise: event.fee_paise,
        fee_tax_paise: event.fee_tax_paise,
        is_accepted: event.is_accepted,
        captured_on: day(&event.captured_on)?,
    };
    Ok(Some(Money::Captured(id(&event.order_id)?, captured)))
}

fn refund(event: &RefundChanged) -> Result<Option<Money>, &'static str> {
    let step = match event.state.as_str() {
        "wanted" => RefundStep::Wanted,
        // That the provider has it moves no money.
        "pending" => return Ok(None),
        "processed" => RefundStep::Processed,
        "failed" => RefundStep::Failed,
        _ => return Err("it is in no state that is known"),
    };
    let refund = RefundMoved {
        refund_id: id(&event.refund_id)?,
        amount_paise: amount(event.amount_paise)?,
        step,
        is_of_accepted: event.is_of_accepted,
        changed_on: day(&event.changed_on)?,
    };
    Ok(Some(Money::Refund(id(&event.order_id)?, refund)))
}

fn id(text: &str) -> Result<Uuid, &'static str> {
    Uuid::parse_str(text).map_err(|_| "an id is no UUID")
}

fn amount(paise: i64) -> Result<i64, &'static str> {
    Some(paise)
        .filter(|paise| *paise > 0)
        .ok_or("its amount cannot be")
}

fn day(text: &str) -> Result<Date, &'static str> {
    Date::parse(text, DAY).map_err(|_| "its day is none")
}

#[cfg(test)]
mod tests;
