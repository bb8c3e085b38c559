//! The packs of the catalog, received or not.

use fakes::catalog::v1::pack_service_server::PackServiceServer;
use proto::{
    catalog::v1::ProductState,
    inventory::v1::{
        AddStockAlertRequest, Availability, ListAvailabilityRequest, ListStockLevelsRequest,
        ListStockLevelsResponse, Pack, ReceiveBatchRequest, StockCounts, StockFilter, StockLevel,
    },
};
use testkit::{Served, eventually};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{Stockroom, fake_catalog::FakeCatalog, left, pack, receipt};

/// Opens a stockroom with a catalog.
async fn open(catalog: &FakeCatalog) -> (Stockroom, Served) {
    let served = testkit::grpc(PackServiceServer::new(catalog.clone())).await;
    let room = Stockroom::open_beside(served.target(), 1, crate::nats_url(), false).await;
    (room, served)
}

impl Stockroom {
    /// Returns the stock levels of all packs.
    async fn stock_levels(&self) -> Vec<StockLevel> {
        let request = ListStockLevelsRequest::default();
        let listed = self.inventory(0).list_stock_levels(request).await;
        listed.expect("the inventory answers").into_inner().levels
    }

    /// Waits until the only pack has this name and state, and returns its level.
    async fn stands(&self, name: &str, state: ProductState) -> StockLevel {
        self.read_the_catalog().await;
        eventually("the catalog is heard", async || {
            let mut levels = self.stock_levels().await;
            let level = levels.pop()?;
            (levels.is_empty() && level.product_name == name && level.product_state() == state)
                .then_some(level)
        })
        .await
    }
}

#[tokio::test]
async fn a_pack_that_never_came_in_is_listed_and_sold_out_and_can_be_waited_for() {
    let catalog = FakeCatalog::default();
    let (room, _served) = open(&catalog).await;
    let giloy = pack();
    catalog.publish(&giloy);
    let level = room.stands("Powder 1", ProductState::Published).await;
    let expected = StockLevel {
        pack: Some(giloy.clone()),
        availability: Availability::SoldOut.into(),
        sku: "P0001-100".to_owned(),
        product_name: "Powder 1".to_owned(),
        product_state: ProductState::Published.into(),
        price_paise: 9_900,
        ..StockLevel::default()
    };
    assert_eq!(level, expected);
    let refused = room.reserve(Uuid::now_v7(), &[(giloy.clone(), 1)]).await;
    assert_eq!(left(&refused.expect_err("none ever came in")), [0]);
    let alert = AddStockAlertRequest {
        product_id: giloy.product_id.clone(),
        weight_in_grams: giloy.weight_in_grams,
        email: "asha@example.com".to_owned(),
    };
    let waits = room.inventory(0).add_stock_alert(alert).await;
    waits.expect("there is something to wait for");

    room.receive(&giloy, 40).await;
    let all = ListAvailabilityRequest {
        lists_in_stock: true,
        ..ListAvailabilityRequest::default()
    };
    let listed = room.inventory(0).list_availability(all).await;
    let listed = listed.expect("the inventory answers").into_inner();
    assert!(listed.is_whole);
    let packs: Vec<_> = listed
        .packs
        .iter()
        .map(|told| (told.availability(), told.left))
        .collect();
    assert_eq!(packs, [(Availability::InStock, 0)]);
    assert!(
        room.standings().await.is_empty(),
        "it is neither low nor sold out"
    );
}

#[tokio::test]
async fn stock_keeps_its_name_after_its_product_is_withdrawn() {
    let karela = pack();
    let catalog = FakeCatalog::with(std::slice::from_ref(&karela));
    let (room, _served) = open(&catalog).await;
    room.receive(&karela, 3).await;
    room.stands("Powder 1", ProductState::Published).await;
    catalog.change(|packs| {
        packs[0].product_name = "Karela Powder".to_owned();
        packs[0].state = ProductState::Archived.into();
    });
    let archived = room.stands("Karela Powder", ProductState::Archived).await;
    assert_eq!((archived.on_hand, archived.sku.as_str()), (3, "P0001-100"));
    // Deleted from the catalog.
    catalog.change(Vec::clear);
    let deleted = room.stands("Karela Powder", ProductState::Unspecified).await;
    assert_eq!(deleted.on_hand, 3);
}

/// Opens a stockroom whose catalog has `count` packs, all of them known.
async fn open_with(count: usize) -> (Stockroom, Vec<Pack>, Served) {
    let packs: Vec<Pack> = (0..count).map(|_| pack()).collect();
    let (room, served) = open(&FakeCatalog::with(&packs)).await;
    room.read_the_catalog().await;
    eventually("all are known", async || {
        let page = room.list_stock(ListStockLevelsRequest::default()).await.ok()?;
        (page.counts?.all == i64::try_from(count).ok()?).then_some(())
    })
    .await;
    (room, packs, served)
}

impl Stockroom {
    async fn list_stock(&self, request: ListStockLevelsRequest) -> Result<ListStockLevelsResponse, Status> {
        let listed = self.inventory(0).list_stock_levels(request).await?;
        Ok(listed.into_inner())
    }

    /// Returns the product names of the packs that a query finds.
    async fn found(&self, query: &str, filter: StockFilter) -> Vec<String> {
        let request = ListStockLevelsRequest {
            query: query.to_owned(),
            filter: filter.into(),
            ..ListStockLevelsRequest::default()
        };
        let levels = self
            .list_stock(request)
            .await
            .expect("the inventory answers")
            .levels;
        levels.into_iter().map(|level| level.product_name).collect()
    }
}

#[tokio::test]
async fn a_pack_is_found_by_its_product_its_weight_its_name_and_its_batches() {
    let (room, packs, _served) = open_with(12).await;
    for (place, batch_number, quantity) in [(6, "GIL-01", 3), (7, "KRL-7", 40)] {
        let request = ReceiveBatchRequest {
            pack: Some(packs[place].clone()),
            quantity,
            ..receipt(batch_number)
        };
        let received = room.inventory(0).receive_batch(request).await;
        received.expect("it is received");
    }
    for query in ["gil-01", "P0007-100", "POWDER 7 100 g p0007"] {
        let found = room.found(query, StockFilter::Unspecified).await;
        assert_eq!(found, ["Powder 7"], "{query}");
    }
    assert_eq!(room.found("", StockFilter::Low).await, ["Powder 7"]);
    assert_eq!(room.found("krl", StockFilter::Low).await, [""; 0]);
    assert_eq!(room.found("%", StockFilter::Unspecified).await, [""; 0]);
    assert_eq!(room.found("powder", StockFilter::SoldOut).await.len(), 10);
    let of_product = ListStockLevelsRequest {
        product_id: packs[7].product_id.clone(),
        ..ListStockLevelsRequest::default()
    };
    let of_product = room.list_stock(of_product).await.expect("the inventory answers");
    let counts = StockCounts {
        all: 1,
        ..StockCounts::default()
    };
    assert_eq!((of_product.levels.len(), of_product.counts), (1, Some(counts)));
}

#[tokio::test]
async fn three_thousand_packs_are_listed_page_by_page_each_once() {
    let (room, _packs, _served) = open_with(3_000).await;
    let (mut listed, mut page_token) = (Vec::new(), String::new());
    loop {
        let request = ListStockLevelsRequest {
            page_token: page_token.clone(),
            page_size: 700,
            filter: StockFilter::SoldOut.into(),
            ..ListStockLevelsRequest::default()
        };
        let page = room.list_stock(request).await.expect("the inventory answers");
        assert_eq!(page.counts.is_some(), page_token.is_empty());
        let levels = page.levels.into_iter();
        listed.extend(levels.map(|level| (level.product_name.to_lowercase(), level.sku)));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    assert!(listed.is_sorted_by_key(|(name, _)| name.clone()), "by name");
    listed.sort_unstable();
    listed.dedup();
    assert_eq!(listed.len(), 3_000);

    let too_many = ListStockLevelsRequest {
        page_size: 1_001,
        ..ListStockLevelsRequest::default()
    };
    let too_long = ListStockLevelsRequest {
        query: "k".repeat(101),
        ..ListStockLevelsRequest::default()
    };
    for wrong in [too_many, too_long] {
        let refused = room.list_stock(wrong).await.expect_err("it is too much");
        assert_eq!(refused.code(), Code::InvalidArgument);
    }
}
