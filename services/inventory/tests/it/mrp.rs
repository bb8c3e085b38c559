//! Packs are not sold above the MRP printed on them.

use fakes::catalog::v1::pack_service_server::PackServiceServer;
use proto::{
    catalog::v1::ProductState,
    inventory::v1::{
        Availability, ListStockLevelsRequest, Pack, ReceiveBatchRequest, ReserveLine, ReserveRequest,
    },
};
use testkit::{Served, eventually};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{
    Stockroom,
    events::{nats, place},
    fake_catalog::FakeCatalog,
    left, pack,
    recalls::reason,
    receipt,
};

/// A stockroom with a catalog that sells one pack at ₹279.
struct Priced {
    room: Stockroom,
    catalog: FakeCatalog,
    pack: Pack,
    _served: Served,
}

impl Priced {
    async fn open(nats_url: &str) -> Self {
        let (catalog, pack) = (FakeCatalog::default(), pack());
        catalog.publish(&pack);
        let served = testkit::grpc(PackServiceServer::new(catalog.clone())).await;
        let room = Stockroom::open_beside(served.target(), 1, nats_url, false).await;
        let priced = Self {
            room,
            catalog,
            pack,
            _served: served,
        };
        priced.costs(27_900).await;
        priced
    }

    /// Sets the price, waits until it is known, and returns how many packs can be bought at it.
    async fn costs(&self, price_paise: i64) -> (i64, Availability) {
        self.catalog.change(|packs| packs[0].price_paise = price_paise);
        self.room.read_the_catalog().await;
        eventually("the price is known", async || {
            let request = ListStockLevelsRequest::default();
            let listed = self.room.inventory(0).list_stock_levels(request).await.ok()?;
            let level = listed.into_inner().levels.pop()?;
            (level.price_paise == price_paise).then(|| (level.available, level.availability()))
        })
        .await
    }

    async fn receive(&self, number: &str, mrp_paise: i64, quantity: i32) -> Result<(), Status> {
        let request = ReceiveBatchRequest {
            pack: Some(self.pack.clone()),
            mrp_paise,
            quantity,
            ..receipt(number)
        };
        self.room.inventory(0).receive_batch(request).await.map(drop)
    }

    async fn reserve_at(&self, price_paise: i64, quantity: i32) -> Result<Uuid, Status> {
        let order_id = Uuid::now_v7();
        let request = ReserveRequest {
            order_id: order_id.to_string(),
            lines: vec![ReserveLine {
                pack: Some(self.pack.clone()),
                quantity,
                unit_price_paise: price_paise,
            }],
        };
        self.room.inventory(0).reserve(request).await.map(|_| order_id)
    }
}

#[tokio::test]
async fn packs_that_are_printed_with_less_than_the_price_are_not_received() {
    let priced = Priced::open(crate::nats_url()).await;
    let refused = priced.receive("CHEAP", 25_000, 10).await;
    let refused = refused.expect_err("it is sold at ₹279");
    let violations = runtime::status::details(&refused).violations;
    let fields: Vec<_> = violations
        .iter()
        .map(|violation| violation.field.as_str())
        .collect();
    assert_eq!(
        (refused.code(), fields),
        (Code::InvalidArgument, vec!["mrp_paise"])
    );
    assert!(refused.message().contains("₹279,"), "{refused}");
    priced
        .receive("EVEN", 27_900, 10)
        .await
        .expect("it may cost what is printed");

    // A pack that is not on sale has no price.
    priced
        .catalog
        .change(|packs| packs[0].state = ProductState::Draft.into());
    priced.room.read_the_catalog().await;
    eventually("it is a draft", async || {
        priced.receive("CHEAP", 25_000, 10).await.ok()
    })
    .await;
    eventually("the catalog is told what is printed", async || {
        priced.room.read_the_catalog().await;
        (priced.catalog.told_of(&priced.pack) == Some((false, 25_000))).then_some(())
    })
    .await;
}

#[tokio::test]
async fn nothing_is_reserved_above_its_mrp_and_the_first_batch_that_may_cost_as_much_is_taken() {
    let priced = Priced::open(crate::nats_url()).await;
    priced.receive("LOW", 27_900, 20).await.expect("it is received");
    priced.receive("HIGH", 35_000, 3).await.expect("it is received");
    let refused = priced.reserve_at(31_900, 4).await;
    assert_eq!(left(&refused.expect_err("of one batch only")), [3]);
    priced
        .reserve_at(31_900, 2)
        .await
        .expect("as many are printed with ₹350");

    // The catalog raised the price before it knew of the batch: packs with a lower MRP are not sold.
    assert_eq!(priced.costs(31_900).await, (1, Availability::Low));
    assert_eq!(priced.costs(39_900).await, (0, Availability::SoldOut));
    assert_eq!(priced.costs(27_900).await.0, 21);
    priced.room.assert_sums().await;

    // The database refuses this from every client.
    let order_id = priced.reserve_at(27_900, 1).await.expect("it is there");
    for dearer in [
        "UPDATE reserved_packs SET price_paise = mrp_paise + 1 WHERE order_id = $1",
        "UPDATE reserved_packs SET mrp_paise = mrp_paise + 1 WHERE order_id = $1",
    ] {
        let refused = sqlx::query(dearer)
            .bind(order_id)
            .execute(priced.room.database.pool())
            .await;
        refused.expect_err("no pack is sold above its MRP");
    }
}

#[tokio::test]
async fn an_order_that_waits_gets_no_packs_that_would_cost_more_than_is_printed() {
    let (engines, jetstream) = nats().await;
    let priced = Priced::open(engines.nats_url()).await;
    priced.costs(9_900).await;
    // Sold at ₹249 without a reservation.
    let order_id = Uuid::now_v7();
    place(&jetstream, order_id, &[(priced.pack.clone(), 2)]).await;
    eventually("it waits", async || {
        let refused = priced.room.release(order_id).await.err()?;
        (reason(&refused) == "PACKS_MISSING").then_some(())
    })
    .await;
    priced.receive("CHEAP", 19_900, 5).await.expect("it is received");
    assert_eq!(priced.room.counts(&priced.pack).await, (5, 0));
    priced.receive("DEAR", 24_900, 5).await.expect("it is received");
    assert_eq!(priced.room.counts(&priced.pack).await, (10, 2));
    priced.room.release(order_id).await.expect("it has its packs");
}
