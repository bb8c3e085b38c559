//! Batches match the orders, in any order of publishing, selling, receiving and shipping.

use std::collections::BTreeMap;

use async_nats::jetstream;
use fakes::catalog::v1::pack_service_server::PackServiceServer;
use proptest::{prelude::*, strategy::ValueTree as _, test_runner::TestRunner};
use proto::inventory::v1::Pack;
use testkit::eventually;
use uuid::Uuid;

use crate::{
    Stockroom,
    events::{self, nats, place},
    fake_catalog::FakeCatalog,
    left, pack,
    recalls::reason,
    receipt,
};

/// The number of stories, each with its own pack.
const STORIES: usize = 12;

/// A step of a story.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// The catalog puts the pack on sale.
    Publish,
    /// A shopper orders packs, with or without a reservation.
    Sell { quantity: i32, is_asked: bool },
    /// Packs are received.
    Receive(i32),
    /// The oldest open order is shipped, if it may leave.
    Ship,
}

fn some_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        1 => Just(Step::Publish),
        4 => (1..6_i32, any::<bool>()).prop_map(|(quantity, is_asked)| Step::Sell { quantity, is_asked }),
        3 => (1..8_i32).prop_map(Step::Receive),
        3 => Just(Step::Ship),
    ]
}

/// A pack and its history.
struct Story<'a> {
    room: &'a Stockroom,
    jetstream: &'a jetstream::Context,
    catalog: &'a FakeCatalog,
    pack: Pack,
    /// Orders that were placed and not shipped.
    open: Vec<(Uuid, i32)>,
    /// The number of packs of each shipped order.
    sent: BTreeMap<String, i32>,
    batches: Vec<String>,
    received: i32,
}

impl Story<'_> {
    async fn happens(&mut self, step: Step) {
        match step {
            Step::Publish => {
                self.catalog.publish(&self.pack);
                self.room.read_the_catalog().await;
            }
            Step::Sell { quantity, is_asked } => self.sell(quantity, is_asked).await,
            Step::Receive(quantity) => self.receive(quantity).await,
            Step::Ship => self.ship().await,
        }
    }

    async fn sell(&mut self, quantity: i32, is_asked: bool) {
        let (order_id, lines) = (Uuid::now_v7(), [(self.pack.clone(), quantity)]);
        if is_asked && let Err(refused) = self.room.reserve(order_id, &lines).await {
            assert!(left(&refused)[0] < quantity, "there are enough");
            return;
        }
        place(self.jetstream, order_id, &lines).await;
        self.becomes(order_id, "placed").await;
        self.open.push((order_id, quantity));
    }

    async fn receive(&mut self, quantity: i32) {
        let request = proto::inventory::v1::ReceiveBatchRequest {
            pack: Some(self.pack.clone()),
            quantity,
            ..receipt(&format!("B-{}", self.batches.len()))
        };
        let received = self.room.inventory(0).receive_batch(request).await;
        let batch = received.expect("it is received").into_inner().batch;
        self.batches.push(batch.expect("it is answered").batch_id);
        self.received += quantity;
    }

    async fn ship(&mut self) {
        let Some(&(order_id, quantity)) = self.open.first() else {
            return;
        };
        if let Err(refused) = self.room.release(order_id).await {
            assert_eq!(reason(&refused), "PACKS_MISSING");
            return;
        }
        events::transition(self.jetstream, order_id, "shipped").await;
        self.becomes(order_id, "shipped").await;
        self.open.remove(0);
        self.sent.insert(order_id.to_string(), quantity);
    }

    /// Checks that the packs that left batches are those of the orders, and that a recall of all batches
    /// names each of these orders with all of its packs.
    async fn ends(mut self) {
        let open: i32 = self.open.iter().map(|(_, quantity)| quantity).sum();
        self.receive(open + 1).await;
        while !self.open.is_empty() {
            let before = self.open.len();
            self.ship().await;
            assert!(self.open.len() < before, "all packs are there");
        }
        let sold: i32 = self.sent.values().sum();
        assert_eq!(self.room.counts(&self.pack).await, (self.received - sold, 0));
        let mut recalled = BTreeMap::<String, i32>::new();
        for batch in &self.batches {
            for order in self.room.recall(batch, "").await.orders {
                assert!(order.is_shipped, "{order:?}");
                *recalled.entry(order.order_id).or_default() += order.quantity;
            }
        }
        assert_eq!(recalled, self.sent);
    }

    async fn becomes(&self, order_id: Uuid, state: &'static str) {
        eventually("the inventory hears of it", async || {
            let heard =
                sqlx::query_scalar("SELECT state FROM reservations WHERE order_id = $1").bind(order_id);
            let heard: Option<String> = heard.fetch_optional(self.room.database.pool()).await.ok()?;
            (heard.as_deref() == Some(state)).then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn packs_sold_are_packs_that_left_batches_in_any_order_of_steps() {
    let (engines, jetstream) = nats().await;
    let catalog = FakeCatalog::default();
    let served = testkit::grpc(PackServiceServer::new(catalog.clone())).await;
    let room = Stockroom::open_beside(served.target(), 1, engines.nats_url(), false).await;
    let mut runner = TestRunner::deterministic();
    let some_story = prop::collection::vec(some_step(), 1..10);
    for _ in 0..STORIES {
        let steps = some_story.new_tree(&mut runner).expect("there is one").current();
        println!("{steps:?}");
        let mut story = Story {
            room: &room,
            jetstream: &jetstream,
            catalog: &catalog,
            pack: pack(),
            open: Vec::new(),
            sent: BTreeMap::new(),
            batches: Vec::new(),
            received: 0,
        };
        for step in steps {
            story.happens(step).await;
        }
        story.ends().await;
        room.assert_sums().await;
    }
}
