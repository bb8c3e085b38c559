//! Learns the purchases of accounts from order events and from the order service.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    time::Duration,
};

use outbox::{Delivery, Failure, Handler, StreamConfig, Subscription};
use prost::Message as _;
use proto::{
    event::v1::OrderStatusChanged,
    order::v1::{GetOrderRequest, ListOrdersRequest, Order, OrderLine, OrderStatus},
};
use runtime::{Client, Frame, Target};
use sqlx::PgPool;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::purchases::{
    bought_pack::{DeliveredOrder, DeliveredPack},
    pack_store,
};

/// The timeout of the order service. A shopper who writes a review waits for it.
const DEADLINE: Duration = Duration::from_secs(1);

/// The delay before an event is retried when the order service is unavailable.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(5);

/// The number of an account's newest orders that are checked, in one request.
const ORDERS: i32 = 100;

const DELIVERED: Subscription = Subscription {
    name: "review-order-delivered",
    stream: "ORDERS",
    subject: "shop.order.delivered.v1",
    at_once: 4,
    retry_after: outbox::RETRY_AFTER,
    // Handling an event twice has no effect.
    repeat_after: outbox::REPEATABLE,
    longest_attempt: outbox::LONGEST_QUESTIONS,
    max_attempts: 150,
    dead_letters: StreamConfig {
        name: "DEAD_LETTERS",
        subjects: &["shop.dead_letter.>"],
    },
    dead_letter_subject: "shop.dead_letter.review-order-delivered",
};

const RETURNED: Subscription = Subscription {
    name: "review-order-returned",
    subject: "shop.order.returned.v1",
    dead_letter_subject: "shop.dead_letter.review-order-returned",
    ..DELIVERED
};

/// The subscriptions of this service.
pub const SUBSCRIPTIONS: [Subscription; 2] = [DELIVERED, RETURNED];

/// The client of the order service, and the store of purchases.
#[derive(Debug, Clone)]
pub struct Orders {
    db: PgPool,
    client: Client,
}

impl Orders {
    /// Creates the client without connecting; the first call connects.
    pub fn new(db: PgPool, at: Target, frame: &Frame) -> Self {
        let client = frame.client(at, DEADLINE);
        Self { db, client }
    }

    /// Stores the delivered orders of an account. An event may still be on its way, or the shopper claimed a
    /// guest order since. If the order service fails, only the stored purchases count.
    pub async fn refresh_purchases(&self, account_id: Uuid) -> sqlx::Result<()> {
        let request = ListOrdersRequest {
            account_id: account_id.to_string(),
            page_size: ORDERS,
            page_token: String::new(),
        };
        match self.client.call(request).await {
            Ok(answer) => {
                for order in answer.orders.iter().filter_map(delivered) {
                    pack_store::store(&self.db, &order).await?;
                }
            }
            Err(status) => tracing::warn!(%status, "review stored without a look at the orders"),
        }
        Ok(())
    }

    async fn fetch(&self, order_id: String) -> Result<Order, Failure> {
        let request = GetOrderRequest {
            order_id,
            ..GetOrderRequest::default()
        };
        let answer = self.client.call(request).await;
        let answer = answer.map_err(|status| failure(&status))?;
        answer
            .order
            .ok_or_else(|| Failure::Poison("the order service answered without the order".to_owned()))
    }
}

/// Both events only say that an order changed. The order service returns the current order, so their sequence
/// does not matter.
impl Handler for Orders {
    async fn handle(&self, delivery: &Delivery) -> Result<(), Failure> {
        let event = OrderStatusChanged::decode(delivery.payload.as_ref())
            .map_err(|error| Failure::Poison(format!("this is no OrderStatusChanged: {error}")))?;
        let order = self.fetch(event.order_id).await?;
        match delivered(&order) {
            Some(order) => Ok(pack_store::store(&self.db, &order).await?),
            // A guest order belongs to no account.
            None => Ok(()),
        }
    }
}

/// Retries while the order service is unavailable. An unknown order becomes a dead letter, because it stays
/// unknown.
fn failure(status: &Status) -> Failure {
    match status.code() {
        Code::NotFound | Code::InvalidArgument => {
            Failure::Poison(format!("the order is not known: {}", status.message()))
        }
        _ => {
            tracing::warn!(%status, "bought packs wait for the order service");
            Failure::Postponed(ASK_AGAIN_AFTER)
        }
    }
}

/// The packs that an account received with an order. `None` if it is not delivered, or a guest order.
fn delivered(order: &Order) -> Option<DeliveredOrder> {
    let is_back = match order.status() {
        OrderStatus::Delivered | OrderStatus::ReturnRequested | OrderStatus::ReturnAccepted => false,
        OrderStatus::Returned => true,
        _ => return None,
    };
    let arrived = order
        .changes
        .iter()
        .rfind(|change| change.to() == OrderStatus::Delivered)?;
    let mut packs = BTreeMap::new();
    for line in &order.lines {
        let product_id = Uuid::parse_str(&line.product_id).ok()?;
        if let Entry::Vacant(place) = packs.entry((product_id, line.weight_in_grams)) {
            place.insert(DeliveredPack {
                product_id,
                weight_in_grams: line.weight_in_grams,
                product_name: line.product_name.clone(),
                is_returned: is_back && is_returned(order, line),
            });
        }
    }
    Some(DeliveredOrder {
        order_id: Uuid::parse_str(&order.order_id).ok()?,
        order_version: order.version,
        account_id: Uuid::parse_str(&order.account_id).ok()?,
        delivered_at: OffsetDateTime::parse(&arrived.changed_at, &Rfc3339).ok()?,
        packs: packs.into_values().collect(),
    })
}

/// True if all packs of this kind were returned. The change lists packs only if the return was partial.
fn is_returned(order: &Order, line: &OrderLine) -> bool {
    let changes = order.changes.iter();
    let last = changes.rev().find(|change| change.to() == OrderStatus::Returned);
    let named = last.map_or(&[][..], |change| &change.lines);
    let is_pack = |product_id: &str, weight_in_grams: i32| {
        (product_id, weight_in_grams) == (line.product_id.as_str(), line.weight_in_grams)
    };
    let ordered = order
        .lines
        .iter()
        .filter(|ordered| is_pack(&ordered.product_id, ordered.weight_in_grams));
    let ordered: i32 = ordered.map(|ordered| ordered.quantity).sum();
    let back = named
        .iter()
        .filter(|part| is_pack(&part.product_id, part.weight_in_grams));
    named.is_empty() || back.map(|part| part.quantity).sum::<i32>() >= ordered
}

#[cfg(test)]
mod tests {
    use proto::order::v1::{OrderChange, ReturnedLine};

    use super::*;

    fn order(status: OrderStatus) -> Order {
        let line = |weight_in_grams| OrderLine {
            product_id: Uuid::from_u128(7).to_string(),
            product_name: "Karela Powder".to_owned(),
            weight_in_grams,
            quantity: 2,
            ..OrderLine::default()
        };
        Order {
            order_id: Uuid::from_u128(1).to_string(),
            account_id: Uuid::from_u128(2).to_string(),
            status: status.into(),
            version: 5,
            lines: vec![line(100), line(200), line(100)],
            changes: vec![OrderChange {
                version: 5,
                to: OrderStatus::Delivered.into(),
                changed_at: "2026-11-21T07:21:43Z".to_owned(),
                ..OrderChange::default()
            }],
            ..Order::default()
        }
    }

    /// For each pack, whether it was returned.
    fn returned(order: &Order) -> Vec<bool> {
        let packs = delivered(order).expect("it arrived").packs;
        packs.into_iter().map(|pack| pack.is_returned).collect()
    }

    #[test]
    fn a_pack_of_which_some_stayed_with_the_shopper_is_not_returned() {
        let mut order = order(OrderStatus::Returned);
        let line = |weight_in_grams, quantity| ReturnedLine {
            product_id: Uuid::from_u128(7).to_string(),
            weight_in_grams,
            quantity,
        };
        for (lines, expected) in [
            (vec![line(100, 4)], [true, false]),
            (vec![line(100, 3), line(200, 2)], [false, true]),
        ] {
            order.changes.push(OrderChange {
                to: OrderStatus::Returned.into(),
                lines,
                ..OrderChange::default()
            });
            assert_eq!(returned(&order), expected);
        }
    }

    #[test]
    fn only_what_arrived_at_an_account_is_kept_and_each_pack_once() {
        let kept = delivered(&order(OrderStatus::Delivered)).expect("it arrived");
        let weights: Vec<_> = kept.packs.iter().map(|pack| pack.weight_in_grams).collect();
        assert_eq!(weights, [100, 200]);
        assert_eq!(returned(&order(OrderStatus::Delivered)), [false, false]);
        assert_eq!(returned(&order(OrderStatus::ReturnRequested)), [false, false]);
        assert_eq!(returned(&order(OrderStatus::Returned)), [true, true]);
        for status in [
            OrderStatus::Placed,
            OrderStatus::Shipped,
            OrderStatus::Cancelled,
            OrderStatus::ReturnedToOrigin,
        ] {
            assert_eq!(delivered(&order(status)), None, "{status:?}");
        }
        let of_guest = Order {
            account_id: String::new(),
            ..order(OrderStatus::Delivered)
        };
        assert_eq!(delivered(&of_guest), None);
    }
    #[test]
    fn fuzz_of_delivered_orders() {
        let corpus = [order(OrderStatus::Delivered), order(OrderStatus::Returned)];
        let corpus = corpus.map(|order| order.encode_to_vec());
        let corpus: Vec<_> = corpus.iter().map(Vec::as_slice).collect();
        fuzz::feed("delivered orders", &corpus, |bytes| {
            if let Ok(order) = Order::decode(bytes)
                && let Some(kept) = delivered(&order)
            {
                assert!(kept.packs.len() <= order.lines.len());
            }
        });
    }
}
