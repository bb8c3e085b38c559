//! Benchmark: mails sent per second from a backlog of order events. PostgreSQL and NATS are real, and the
//! mail server accepts everything. Prints the rate without asserting it, because machines differ. Runs under
//! `engines exec`.

#[path = "../tests/it/fake_billing.rs"]
#[expect(dead_code, reason = "the tests do more with it")]
mod fake_billing;
#[path = "../tests/it/mailroom.rs"]
#[expect(dead_code, reason = "the tests do more with it")]
mod mailroom;
#[path = "../tests/it/owners.rs"]
#[expect(dead_code, reason = "the tests do more with it")]
mod owners;
#[path = "../tests/it/stock_owners.rs"]
#[expect(dead_code, reason = "the tests do more with it")]
mod stock_owners;

use std::time::{Duration, Instant};

use mailroom::Mailroom;
use proto::order::v1::{Order, OrderLine};

/// The same names as in the tests.
const ORDER_SUBJECT: &str = "shop.order.placed.v1";
const CONTACT_SUBJECT: &str = "shop.contact.received.v1";
const CONSUMERS: [(&str, &str); 2] = [("ORDERS", "order-confirmation"), ("ORDERS", "order-notice")];

/// The number of orders; each causes two mails.
const ORDERS: usize = 5_000;

fn main() {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(async {
            for replicas in [1, 3] {
                drain(replicas).await;
            }
        });
}

async fn drain(replicas: usize) {
    let room = Mailroom::build().await;
    // Each order has its own address, because mails per address are limited.
    let orders = (0..ORDERS).map(|n| room.placed(&order(n))).collect();
    room.publish_all(ORDER_SUBJECT, orders).await;
    let began = Instant::now();
    let mut open = Vec::new();
    for _ in 0..replicas {
        open.push(room.open().await);
    }
    while room.mailbox.count() < 2 * ORDERS {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let took = began.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "what is counted here is small")]
    let rate = (2 * ORDERS) as f64 / took;
    println!(
        "{replicas} replicas: {} mails in {took:.1} s, {rate:.0} a second",
        2 * ORDERS
    );
}

fn order(n: usize) -> Order {
    Order {
        order_id: String::new(),
        order_number: format!("VM-261121-{n:05}"),
        placed_at: "2026-11-21T07:21:43Z".to_owned(),
        full_name: "Asha Patel".to_owned(),
        email: format!("asha.{n}@example.com"),
        mobile_number: "9876543210".to_owned(),
        delivery_address: "12 Ring Road, Surat".to_owned(),
        pincode: "395007".to_owned(),
        total_paise: 249_800,
        lines: vec![OrderLine {
            product_id: uuid::Uuid::nil().to_string(),
            product_name: "Karela Powder".to_owned(),
            weight_in_grams: 100,
            quantity: 2,
            unit_price_paise: 124_900,
            sku: "P0001-100".to_owned(),
        }],
        ..Order::default()
    }
}
