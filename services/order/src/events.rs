//! The events that this service publishes about orders.

use outbox::{Aggregate, Event, StreamConfig};
use prost::Message as _;
use proto::event::v1::{
    OrderLinesCorrected, OrderPaid, OrderPlaced, OrderPlacedLine, OrderReturnedLine, OrderStatusChanged,
    RecallNoticeRequested, RefundChanged,
};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use crate::order::{
    order_status::{Status, is_refused_return},
    received_payment::Channel,
    record::Order,
    refund_reason::RefundReason,
    returned_line::ReturnedLine,
};

/// The stream of every event about orders.
pub const STREAM: StreamConfig = StreamConfig {
    name: "ORDERS",
    subjects: &["shop.order.>"],
};

/// The subject of the event for a new order.
pub const PLACED: &str = "shop.order.placed.v1";

/// An order was placed. Consumers ask this service for the shopper and the address.
pub fn order_placed(order: &Order) -> Event {
    let event = OrderPlaced {
        order_id: order.id.to_string(),
        order_number: order.order_number.clone(),
        total_paise: order.total_paise,
        lines: lines(order),
    };
    Event {
        id: Uuid::now_v7(),
        subject: PLACED,
        aggregate: Aggregate {
            id: order.id,
            version: 1,
        },
        occurred_at: order.placed_at,
        payload: event.encode_to_vec(),
    }
}

fn lines(order: &Order) -> Vec<OrderPlacedLine> {
    let lines = order.lines.iter().map(|line| OrderPlacedLine {
        product_id: line.product_id.to_string(),
        weight_in_grams: line.weight_in_grams,
        quantity: line.quantity,
        unit_price_paise: line.unit_price_paise,
        sku: line.sku.clone().unwrap_or_default(),
    });
    lines.collect()
}

/// The quantities of an order were corrected. The event contains the current lines. The status stays.
pub fn order_lines_corrected(corrected: &Order, at: OffsetDateTime) -> Event {
    let event = OrderLinesCorrected {
        order_id: corrected.id.to_string(),
        order_number: corrected.order_number.clone(),
        version: corrected.version,
        lines: lines(corrected),
        total_paise: corrected.total_paise,
    };
    Event {
        id: Uuid::now_v7(),
        subject: "shop.order.lines_corrected.v1",
        aggregate: Aggregate {
            id: corrected.id,
            version: i64::from(corrected.version),
        },
        occurred_at: at,
        payload: event.encode_to_vec(),
    }
}

/// The status of an order changed. `None` for the placement, which has its own event.
pub fn order_status_changed(
    order: &Order,
    (from, to): (Option<Status>, Status),
    lines: &[ReturnedLine],
    version: i32,
    at: OffsetDateTime,
) -> Option<Event> {
    let lines = lines.iter().map(|line| OrderReturnedLine {
        product_id: line.product_id.to_string(),
        weight_in_grams: line.weight_in_grams,
        quantity: line.quantity,
    });
    let event = OrderStatusChanged {
        order_id: order.id.to_string(),
        order_number: order.order_number.clone(),
        version,
        lines: lines.collect(),
    };
    Some(published(subject(from, to)?, order.id, &event, at))
}

/// An unconfirmed order is about to be cancelled. The status stays.
pub fn order_expiring(order_id: Uuid, order_number: &str, version: i32, at: OffsetDateTime) -> Event {
    let event = OrderStatusChanged {
        order_id: order_id.to_string(),
        order_number: order_number.to_owned(),
        version,
        lines: Vec::new(),
    };
    published("shop.order.expiring.v1", order_id, &event, at)
}

/// An order is about to be cancelled because it is not paid. The status stays.
pub fn order_payment_due(order_id: Uuid, order_number: &str, version: i32, at: OffsetDateTime) -> Event {
    let event = OrderStatusChanged {
        order_id: order_id.to_string(),
        order_number: order_number.to_owned(),
        version,
        lines: Vec::new(),
    };
    published("shop.order.payment_due.v1", order_id, &event, at)
}

/// The data of the event for a recorded payment.
#[derive(Debug, Clone, Copy)]
pub struct PaymentReceived<'a> {
    /// The order.
    pub order_id: Uuid,
    /// The order number.
    pub order_number: &'a str,
    /// The order's version, which a payment does not change.
    pub version: i32,
    /// The channel.
    pub channel: Channel,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The day the money arrived, in India.
    pub received_on: Date,
}

/// A payment was recorded for an order. The status stays.
pub fn order_paid(paid: PaymentReceived<'_>, at: OffsetDateTime) -> Event {
    let event = OrderPaid {
        order_id: paid.order_id.to_string(),
        order_number: paid.order_number.to_owned(),
        version: paid.version,
        channel: paid.channel.as_str().to_owned(),
        amount_paise: paid.amount_paise,
        received_on: paid.received_on.to_string(),
    };
    Event {
        id: Uuid::now_v7(),
        subject: "shop.order.paid.v1",
        aggregate: Aggregate {
            id: paid.order_id,
            version: i64::from(paid.version),
        },
        occurred_at: at,
        payload: event.encode_to_vec(),
    }
}

/// The data of the event for a manual refund.
#[derive(Debug, Clone, Copy)]
pub struct OrderRefund {
    /// The refund.
    pub refund_id: Uuid,
    /// The order.
    pub order_id: Uuid,
    /// The channel.
    pub channel: Channel,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The reason.
    pub reason: RefundReason,
    /// The day of the refund, in India.
    pub sent_on: Date,
}

/// A recorded payment was refunded by hand. The status stays.
pub fn order_refunded(returned: &OrderRefund, at: OffsetDateTime) -> Event {
    let event = RefundChanged {
        refund_id: returned.refund_id.to_string(),
        order_id: returned.order_id.to_string(),
        amount_paise: returned.amount_paise,
        state: "processed".to_owned(),
        reason: returned.reason.as_str().to_owned(),
        version: 1,
        is_of_accepted: true,
        changed_on: returned.sent_on.to_string(),
        manual_channel: returned.channel.as_str().to_owned(),
        ..RefundChanged::default()
    };
    Event {
        id: Uuid::now_v7(),
        subject: "shop.order.refunded.v1",
        aggregate: Aggregate {
            id: returned.refund_id,
            version: 1,
        },
        occurred_at: at,
        payload: event.encode_to_vec(),
    }
}

/// The delivery address of an order was corrected. The status stays. Consumers ask this service for the
/// address.
pub fn order_address_corrected(order: &Order, version: i32, at: OffsetDateTime) -> Event {
    let event = OrderStatusChanged {
        order_id: order.id.to_string(),
        order_number: order.order_number.clone(),
        version,
        lines: Vec::new(),
    };
    published("shop.order.address_corrected.v1", order.id, &event, at)
}

/// The parcel of an order was corrected. The status stays. Consumers ask this service for the parcel.
pub fn order_parcel_corrected(order: &Order, version: i32, at: OffsetDateTime) -> Event {
    let event = OrderStatusChanged {
        order_id: order.id.to_string(),
        order_number: order.order_number.clone(),
        version,
        lines: Vec::new(),
    };
    published("shop.order.parcel_corrected.v1", order.id, &event, at)
}

/// The shopper of an order needs a recall notice. Consumers ask this service for its content.
pub fn recall_notice_requested(notice_id: Uuid, order_id: Uuid, at: OffsetDateTime) -> Event {
    let event = RecallNoticeRequested {
        notice_id: notice_id.to_string(),
        order_id: order_id.to_string(),
    };
    Event {
        id: Uuid::now_v7(),
        subject: "shop.order.recall_notice_requested.v1",
        aggregate: Aggregate {
            id: notice_id,
            version: 1,
        },
        occurred_at: at,
        payload: event.encode_to_vec(),
    }
}

/// Builds the event with this subject, with the version in `event`.
fn published(subject: &'static str, order_id: Uuid, event: &OrderStatusChanged, at: OffsetDateTime) -> Event {
    Event {
        id: Uuid::now_v7(),
        subject,
        aggregate: Aggregate {
            id: order_id,
            version: i64::from(event.version),
        },
        occurred_at: at,
        payload: event.encode_to_vec(),
    }
}

/// Returns the subject of the event for a status change.
fn subject(from: Option<Status>, to: Status) -> Option<&'static str> {
    if from.is_some_and(|from| is_refused_return(from, to)) {
        return Some("shop.order.return_refused.v1");
    }
    match to {
        Status::Placed => None,
        Status::Confirmed => Some("shop.order.confirmed.v1"),
        Status::Packed => Some("shop.order.packed.v1"),
        Status::Shipped => Some("shop.order.shipped.v1"),
        Status::Delivered => Some("shop.order.delivered.v1"),
        Status::ReturnRequested => Some("shop.order.return_requested.v1"),
        Status::ReturnAccepted => Some("shop.order.return_accepted.v1"),
        Status::Returned => Some("shop.order.returned.v1"),
        Status::Cancelled => Some("shop.order.cancelled.v1"),
        Status::ReturnedToOrigin => Some("shop.order.returned_to_origin.v1"),
        Status::Lost => Some("shop.order.lost.v1"),
    }
}
