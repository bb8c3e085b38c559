//! What the world is told about orders.

use outbox::{Event, StreamConfig};
use prost::Message as _;
use proto::event::v1::{OrderPlaced, OrderPlacedLine};
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

use crate::order::Order;

/// Every event about orders, kept for whoever listens.
pub const STREAM: StreamConfig = StreamConfig {
    name: "ORDERS",
    subjects: &["shop.order.>"],
};

/// "An order was placed": tells everything that a confirmation needs, so that nobody must ask back.
pub fn order_placed(order: &Order) -> Event {
    let checkout = &order.checkout;
    let lines = order.lines.iter().map(|line| OrderPlacedLine {
        product_id: line.product_id.to_string(),
        product_name: line.product_name.clone(),
        weight_in_grams: line.weight_in_grams,
        quantity: line.quantity,
        unit_price_paise: line.unit_price_paise,
    });
    let event = OrderPlaced {
        order_id: order.id.to_string(),
        order_number: order.number.clone(),
        placed_at: order
            .placed_at
            .format(&Rfc3339)
            .expect("a time of this century has an RFC 3339 form"),
        full_name: checkout.full_name.clone(),
        email: checkout.email.clone(),
        mobile_number: checkout.mobile_number.clone(),
        delivery_address: checkout.delivery_address.clone(),
        pincode: checkout.pincode.clone(),
        total_paise: order.total_paise,
        lines: lines.collect(),
    };
    Event {
        id: Uuid::now_v7(),
        subject: "shop.order.placed.v1",
        payload: event.encode_to_vec(),
    }
}
