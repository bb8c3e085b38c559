//! What the world is told about orders.

use outbox::{Aggregate, Event, StreamConfig};
use prost::Message as _;
use proto::event::v2::{OrderPlaced, OrderPlacedLine};
use uuid::Uuid;

use crate::order::Order;

/// Every event about orders, kept for whoever listens.
pub const STREAM: StreamConfig = StreamConfig {
    name: "ORDERS",
    subjects: &["shop.order.>"],
};

/// The subject of the event that tells of a new order.
pub const PLACED: &str = "shop.order.placed.v2";

/// "An order was placed". Whose it is and where it goes is asked of this service.
pub fn order_placed(order: &Order) -> Event {
    let lines = order.lines.iter().map(|line| OrderPlacedLine {
        product_id: line.product_id.to_string(),
        weight_in_grams: line.weight_in_grams,
        quantity: line.quantity,
        unit_price_paise: line.unit_price_paise,
        sku: line.sku.clone().unwrap_or_default(),
    });
    let event = OrderPlaced {
        order_id: order.id.to_string(),
        order_number: order.number.clone(),
        total_paise: order.total_paise,
        lines: lines.collect(),
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
