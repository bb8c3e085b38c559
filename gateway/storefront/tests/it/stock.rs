//! Tests of the stock levels that shoppers see.

use std::{sync::atomic::Ordering, time::Duration};

use async_nats::HeaderMap;
use prost::Message as _;
use proto::{
    catalog::v1::Product,
    event::v1::StockChanged,
    order::v1::{PackLeft, PacksLeft},
};
use runtime::status;
use serde_json::{Value, json};
use testkit::{FaultProxy, eventually};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{
    built_site::build_site,
    fake_catalog::{FakeCatalog, KARELA, karela},
    fakes::{Gateway, checkout},
};

/// A gateway that receives change events.
async fn listening() -> Gateway {
    listening_at(testkit::nats_url(), karela()).await
}

async fn listening_at(nats_url: String, product: Product) -> Gateway {
    let site = tempfile::tempdir().unwrap();
    build_site(site.path());
    let catalog = FakeCatalog::answering(Ok(vec![product]));
    let gateway = Gateway::set_up(catalog, site, |settings| {
        settings.changes.nats_url = Some(nats_url.into());
    })
    .await;
    gateway.has_the_list().await;
    eventually("it asks again when it begins to hear", async || {
        (gateway.catalog.asked.load(Ordering::Relaxed) >= 2).then_some(())
    })
    .await;
    gateway
}

impl Gateway {
    async fn data(&self, path: &str) -> Value {
        let body: Value = self.get(path).await.json().await.unwrap();
        body["data"].clone()
    }

    async fn variants(&self) -> Value {
        self.data(&format!("/api/v1/products/{KARELA}")).await["variants"].clone()
    }

    /// Changes the inventory, and sends the gateway change events until the change shows.
    async fn now_left(&self, left: Option<Vec<(i32, i32)>>, expected: &Value) {
        self.backends.inventory.now_has(left);
        let client = nats::connect(&testkit::nats_url().into(), None).await.unwrap();
        eventually("the change shows", async || {
            client.publish("shop.stock.changed.v1", "".into()).await.unwrap();
            (self.variants().await == *expected).then_some(())
        })
        .await;
    }
}

fn expected(first: &Value, second: &Value) -> Value {
    let mut variants = json!([
        { "weightInGrams": 100, "price": 249 },
        { "weightInGrams": 200, "price": 324 },
    ]);
    for (number, stands) in [first, second].into_iter().enumerate() {
        for (name, value) in stands.as_object().unwrap() {
            variants[number][name] = value.clone();
        }
    }
    variants
}

#[tokio::test]
async fn low_and_sold_out_packs_show_everywhere_without_a_call_to_the_catalog() {
    let gateway = listening().await;
    let in_stock = json!({ "availability": "in_stock" });
    assert_eq!(gateway.variants().await, expected(&in_stock, &in_stock));
    // Not counted, because other tests also send catalog events to this gateway.
    gateway
        .catalog
        .now_answers(Err(Status::unavailable("the catalog must not be asked")));

    let low = json!({ "availability": "low", "left": 3 });
    let sold_out = json!({ "availability": "sold_out" });
    let shown = expected(&low, &sold_out);
    gateway.now_left(Some(vec![(100, 3), (200, 0)]), &shown).await;
    assert_eq!(gateway.data("/api/v1/products/").await[0]["variants"], shown);
    let cards = gateway.data("/api/v1/products/cards").await;
    assert_eq!(cards["products"][0]["variants"], shown);
    let page = gateway
        .get(&format!("/product/{KARELA}"))
        .await
        .text()
        .await
        .unwrap();
    for availability in ["LimitedAvailability", "OutOfStock"] {
        assert!(
            page.contains(&format!("https://schema.org/{availability}")),
            "{page}"
        );
    }

    gateway
        .now_left(Some(vec![(200, 0)]), &expected(&in_stock, &sold_out))
        .await;
}

#[tokio::test]
async fn a_pack_of_which_none_ever_came_in_is_sold_out() {
    let gateway = listening().await;
    gateway.backends.inventory.now_lists_all();
    let low = json!({ "availability": "low", "left": 3 });
    let sold_out = json!({ "availability": "sold_out" });
    gateway
        .now_left(Some(vec![(100, 3)]), &expected(&low, &sold_out))
        .await;
    gateway
        .now_left(Some(Vec::new()), &expected(&sold_out, &sold_out))
        .await;
}

#[tokio::test]
async fn while_the_inventory_is_away_the_shop_shows_what_it_last_knew() {
    let gateway = listening().await;
    let in_stock = json!({ "availability": "in_stock" });
    let shown = expected(&json!({ "availability": "low", "left": 1 }), &in_stock);
    gateway.now_left(Some(vec![(100, 1)]), &shown).await;
    gateway.now_left(None, &shown).await;
    // A product that changes meanwhile keeps its stock.
    let mut renamed = karela();
    renamed.tagline = "Renamed".to_owned();
    gateway.catalog.now_answers(Ok(vec![renamed]));
    let client = nats::connect(&testkit::nats_url().into(), None).await.unwrap();
    let product = format!("/api/v1/products/{KARELA}");
    eventually("the product changes", async || {
        client
            .publish("shop.catalog.changed.v1", "".into())
            .await
            .unwrap();
        (gateway.data(&product).await["tagline"] == "Renamed").then_some(())
    })
    .await;
    assert_eq!(gateway.variants().await, shown);
}

#[tokio::test]
async fn old_messages_of_a_refilled_stream_change_nothing() {
    // A product of its own, because all gateways of these tests receive the messages.
    let product_id = Uuid::now_v7().to_string();
    let product = Product {
        id: product_id.clone(),
        ..karela()
    };
    let gateway = listening_at(testkit::nats_url(), product).await;
    let client = nats::connect(&testkit::nats_url().into(), None).await.unwrap();
    let publish = async |weight_in_grams, version, occurred_at: OffsetDateTime| {
        let changed = StockChanged {
            product_id: product_id.clone(),
            weight_in_grams,
            is_sold_out: true,
            left: 0,
            version,
        };
        let mut headers = HeaderMap::new();
        headers.insert("Occurred-At", occurred_at.format(&Rfc3339).unwrap());
        let message = changed.encode_to_vec().into();
        let published = client.publish_with_headers("shop.stock.changed.v1", headers, message);
        published.await.unwrap();
    };
    let (in_stock, sold_out) = (
        json!({ "availability": "in_stock" }),
        json!({ "availability": "sold_out" }),
    );
    let mut version = 1;
    eventually("the new message shows, and not the old ones", async || {
        let now = OffsetDateTime::now_utc();
        publish(100, version, now - Duration::from_hours(7 * 24)).await;
        publish(200, version, now).await;
        version += 1;
        let shown = gateway.data(&format!("/api/v1/products/{product_id}")).await;
        (shown["variants"] == expected(&in_stock, &sold_out)).then_some(())
    })
    .await;
}

#[tokio::test]
async fn asks_for_the_list_after_a_short_interruption_of_nats() {
    let (line, url) = FaultProxy::in_front_of(&testkit::nats_url()).await;
    let gateway = listening_at(url, karela()).await;
    let in_stock = json!({ "availability": "in_stock" });
    assert_eq!(gateway.variants().await, expected(&in_stock, &in_stock));
    gateway.backends.inventory.now_has(Some(vec![(100, 3)]));
    line.cut();
    line.restore();
    let low = expected(&json!({ "availability": "low", "left": 3 }), &in_stock);
    // Far less than the minute after which the gateway refreshes anyway.
    let shown = tokio::time::timeout(
        Duration::from_secs(30),
        eventually("the list is asked for", async || {
            (gateway.variants().await == low).then_some(())
        }),
    );
    shown.await.expect("the gateway noticed the interruption");
}

#[tokio::test]
async fn a_gateway_that_never_heard_of_the_inventory_shows_the_products() {
    let gateway = Gateway::start().await;
    gateway.backends.inventory.now_has(None);
    let ready: Value = gateway.get("/readyz").await.json().await.unwrap();
    assert_eq!(ready["success"], true);
    assert_eq!(gateway.variants().await[0]["availability"], "in_stock");
}

#[tokio::test]
async fn an_order_for_more_than_there_is_says_what_is_left() {
    let gateway = Gateway::start().await;
    let left = PacksLeft {
        packs: vec![PackLeft {
            product_id: KARELA.to_owned(),
            weight_in_grams: 100,
            left: 1,
        }],
    };
    let refusal = status::with_reason(Code::Aborted, "OUT_OF_STOCK", "Only 1 pack is left.");
    gateway
        .order
        .now_answers(Err(status::with_message(&refusal, &left)));
    let response = gateway.checkout(&checkout()).send().await.unwrap();
    assert_eq!(response.status(), 409);
    let expected = json!({
        "success": false,
        "message": "Only 1 pack is left.",
        "code": "OUT_OF_STOCK",
        "data": { "left": [{ "productId": KARELA, "weightInGrams": 100, "left": 1 }] },
    });
    assert_eq!(response.json::<Value>().await.unwrap(), expected);
}
