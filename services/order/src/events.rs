//! The events about orders.

use outbox::{Aggregate, Event, StreamConfig};
use prost::Message as _;
use proto::event::v2::{OrderLinesCorrected, OrderMoved, OrderPlaced, OrderPlacedLine, OrderReturnedLine};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::order::{
    life::{Status, is_refused_return},
    record::Order,
    returned_line::ReturnedLine,
};

/// The stream of every event about orders.
pub const STREAM: StreamConfig = StreamConfig {
    name: "ORDERS",
    subjects: &["shop.order.>"],
};

/// The subject of the event that tells of a new order.
pub const PLACED: &str = "shop.order.placed.v2";

/// "An order was placed". A subscriber asks this service whose it is and where it goes.
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

/// "An order has other quantities", as it stands now; its state stays as it is.
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
        subject: "shop.order.lines_corrected.v2",
        aggregate: Aggregate {
            id: corrected.id,
            version: i64::from(corrected.version),
        },
        occurred_at: at,
        payload: event.encode_to_vec(),
    }
}

/// "An order was moved there"; none for the placing, which has an event of its own.
pub fn order_moved(
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
    let event = OrderMoved {
        order_id: order.id.to_string(),
        order_number: order.order_number.clone(),
        version,
        lines: lines.collect(),
    };
    Some(published(moved(from, to)?, order.id, &event, at))
}

/// "An order that nobody has confirmed is about to end"; its state stays as it is.
pub fn order_expiring(order_id: Uuid, order_number: &str, version: i32, at: OffsetDateTime) -> Event {
    let event = OrderMoved {
        order_id: order_id.to_string(),
        order_number: order_number.to_owned(),
        version,
        lines: Vec::new(),
    };
    published("shop.order.expiring.v2", order_id, &event, at)
}

/// "An order goes elsewhere"; its state stays as it is. A subscriber asks this service where.
pub fn order_address_corrected(order: &Order, version: i32, at: OffsetDateTime) -> Event {
    let event = OrderMoved {
        order_id: order.id.to_string(),
        order_number: order.order_number.clone(),
        version,
        lines: Vec::new(),
    };
    published("shop.order.address_corrected.v2", order.id, &event, at)
}

/// "An order travels in another parcel than was told"; its state stays as it is. A subscriber asks this service in which.
pub fn order_parcel_corrected(order: &Order, version: i32, at: OffsetDateTime) -> Event {
    let event = OrderMoved {
        order_id: order.id.to_string(),
        order_number: order.order_number.clone(),
        version,
        lines: Vec::new(),
    };
    published("shop.order.parcel_corrected.v2", order.id, &event, at)
}

/// The event with this subject about an order in the version that it names.
fn published(subject: &'static str, order_id: Uuid, event: &OrderMoved, at: OffsetDateTime) -> Event {
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

/// The subject of the event that tells of a move.
fn moved(from: Option<Status>, to: Status) -> Option<&'static str> {
    if from.is_some_and(|from| is_refused_return(from, to)) {
        return Some("shop.order.return_refused.v2");
    }
    match to {
        Status::Placed => None,
        Status::Confirmed => Some("shop.order.confirmed.v2"),
        Status::Packed => Some("shop.order.packed.v2"),
        Status::Shipped => Some("shop.order.shipped.v2"),
        Status::Delivered => Some("shop.order.delivered.v2"),
        Status::ReturnRequested => Some("shop.order.return_requested.v2"),
        Status::Returned => Some("shop.order.returned.v2"),
        Status::Cancelled => Some("shop.order.cancelled.v2"),
        Status::CameBack => Some("shop.order.came_back.v2"),
        Status::Lost => Some("shop.order.lost.v2"),
    }
}
