//! Tests of mails sent on events, with real NATS and PostgreSQL and a fake mail server.

mod answers;
mod crash;
mod dead_letters;
mod documents;
mod fake_billing;
mod injection;
mod mailroom;
mod once;
mod outage;
mod owners;
mod payments;
mod poison;
mod recall_notices;
mod recipients;
mod shop;
mod silence;
mod slim_events;
mod steps;
mod stock_alerts;
mod stock_owners;
mod too_late;

use proto::{
    contact::v1::Message,
    order::v1::{Order, OrderLine},
};
use uuid::Uuid;

const ORDER_SUBJECT: &str = "shop.order.placed.v1";
const CONTACT_SUBJECT: &str = "shop.contact.received.v1";

const SHOP: &str = notification::SAMPLE_SHOP_EMAIL;

/// The mails caused by an order, and by a message to the shop.
const ORDER_MAILS: [&str; 2] = ["order-confirmation", "order-notice"];
const CONTACT_MAILS: [&str; 2] = ["contact-acknowledgement", "contact-notice"];

/// The stream and name of each of these mails.
const CONSUMERS: [(&str, &str); 4] = [
    ("ORDERS", ORDER_MAILS[0]),
    ("ORDERS", ORDER_MAILS[1]),
    ("CONTACT", CONTACT_MAILS[0]),
    ("CONTACT", CONTACT_MAILS[1]),
];

fn order_placed() -> Order {
    let line = OrderLine {
        product_id: Uuid::nil().to_string(),
        product_name: "Karela Powder".to_owned(),
        weight_in_grams: 100,
        quantity: 2,
        unit_price_paise: 124_900,
        sku: "P0001-100".to_owned(),
    };
    Order {
        order_id: Uuid::nil().to_string(),
        order_number: "VM-261121-7K3QX".to_owned(),
        placed_at: "2026-11-21T07:21:43Z".to_owned(),
        full_name: "Asha Patel".to_owned(),
        email: "asha@example.com".to_owned(),
        mobile_number: "9876543210".to_owned(),
        delivery_address: "12 Ring Road, Surat".to_owned(),
        pincode: "395007".to_owned(),
        total_paise: 249_800,
        lines: vec![line],
        ..Order::default()
    }
}

fn contact_received() -> Message {
    Message {
        message_id: Uuid::nil().to_string(),
        received_at: "2026-11-21T07:21:43Z".to_owned(),
        name: "Meera Shah".to_owned(),
        email: "meera@example.com".to_owned(),
        phone: "9876543211".to_owned(),
        subject: "order status".to_owned(),
        message: "Where is my parcel?".to_owned(),
    }
}
