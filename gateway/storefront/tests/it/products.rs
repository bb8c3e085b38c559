use std::{
    io::Read as _,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use reqwest::{Method, header::HeaderMap};
use serde_json::{Value, json};
use testkit::eventually;
use tonic::Status;

use crate::{
    built_site::build_site,
    fake_catalog::{FakeCatalog, KARELA, PERMITS, karela},
    fakes::{Gateway, header},
};

const PRODUCTS: &str = "/api/v1/products/";

#[tokio::test]
async fn the_list_has_the_shape_the_front_end_reads() {
    let gateway = Gateway::start().await;
    let expected = json!({
        "success": true,
        "data": [{
            "_id": KARELA,
            "productName": "Karela Powder",
            "hindiName": "करेला चूर्ण",
            "tagline": "Whole bitter gourd, dried",
            "type": "pouch",
            "actualPrice": 249,
            "discount": 20,
            "photos": ["/images/karela-1-800.webp"],
            "description": "Bitter.",
            "ingredients": ["Karela"],
            "benefits": ["Single herb"],
            "variants": [
                { "weightInGrams": 100, "price": 249, "availability": "in_stock" },
                { "weightInGrams": 200, "price": 324, "availability": "in_stock" },
            ],
            "otherNames": ["Bitter melon"],
            "concerns": ["digestion"],
            "howToUse": "With water.",
            "cautions": "Ask your doctor.",
            "storage": "Dry.",
        }],
    });
    for path in [PRODUCTS, "/api/v1/products"] {
        let response = gateway.get(path).await;
        assert_eq!(response.status(), 200);
        assert_eq!(header(&response, "content-type"), "application/json");
        assert_eq!(
            header(&response, "cache-control"),
            "public, max-age=0, s-maxage=5, must-revalidate",
            "a returning shopper sees today's price"
        );
        assert_eq!(header(&response, "vary"), "accept-encoding");
        assert_eq!(response.json::<Value>().await.unwrap(), expected);
    }
}

#[tokio::test]
async fn a_client_gets_the_best_encoding_it_accepts() {
    let gateway = Gateway::start().await;
    let plain = gateway.get(PRODUCTS).await.bytes().await.unwrap();
    let table = [
        ("gzip, deflate, br", "br"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("GZIP", "gzip"),
        ("deflate", ""),
        ("br;q=0.0", ""),
    ];
    let mut tags = std::collections::HashMap::new();
    for (accepted, expected) in table {
        let request = gateway
            .request(Method::GET, PRODUCTS)
            .header("accept-encoding", accepted);
        let response = request.send().await.unwrap();
        assert_eq!(header(&response, "content-encoding"), expected, "{accepted}");
        let tag = header(&response, "etag").to_owned();
        assert!(tag.starts_with('"'), "{tag} is strong");
        assert_eq!(
            *tags.entry(expected).or_insert_with(|| tag.clone()),
            tag,
            "one tag an encoding"
        );
        let body = response.bytes().await.unwrap();
        let mut decoded = Vec::new();
        match expected {
            "br" => brotli::Decompressor::new(&body[..], 4096)
                .read_to_end(&mut decoded)
                .unwrap(),
            "gzip" => flate2::read::GzDecoder::new(&body[..])
                .read_to_end(&mut decoded)
                .unwrap(),
            _ => (&body[..]).read_to_end(&mut decoded).unwrap(),
        };
        assert_eq!(decoded, plain, "{accepted}");
    }
    let mut distinct: Vec<_> = tags.values().collect();
    distinct.dedup();
    assert_eq!(distinct.len(), 3, "different bytes never share a strong tag");
}

#[tokio::test]
async fn an_unchanged_list_is_not_sent_again() {
    let gateway = Gateway::start().await;
    let tag = header(&gateway.get(PRODUCTS).await, "etag").to_owned();
    for sent in [tag.clone(), format!("\"other\", W/{tag}"), "*".to_owned()] {
        let request = gateway
            .request(Method::GET, PRODUCTS)
            .header("if-none-match", &sent);
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 304, "{sent}");
        assert_eq!(header(&response, "etag"), tag);
        assert!(!header(&response, "cache-control").is_empty());
        assert!(response.bytes().await.unwrap().is_empty());
    }
    let request = gateway
        .request(Method::GET, PRODUCTS)
        .header("if-none-match", "\"other\"");
    assert_eq!(request.send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn head_tells_what_get_would() {
    let gateway = Gateway::start().await;
    let get = gateway.get(PRODUCTS).await;
    let head = gateway.request(Method::HEAD, PRODUCTS).send().await.unwrap();
    let of = |headers: &HeaderMap, name| headers.get(name).cloned();
    for name in ["etag", "content-length", "content-type", "cache-control"] {
        assert_eq!(of(head.headers(), name), of(get.headers(), name), "{name}");
    }
    assert!(head.bytes().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_change_in_the_catalog_shows_and_an_outage_does_not() {
    let gateway = Gateway::start().await;
    let first = header(&gateway.get(PRODUCTS).await, "etag").to_owned();
    let mut dearer = karela();
    dearer.actual_price_paise = 25_050;
    gateway.catalog.now_answers(Ok(vec![dearer]));
    let second = eventually("the new price shows", async || {
        let tag = header(&gateway.get(PRODUCTS).await, "etag").to_owned();
        (tag != first).then_some(tag)
    })
    .await;
    gateway.backends.catalog_server.stop();
    eventually("the gateway notices that the catalog is down", async || {
        let response = gateway.get(PRODUCTS).await;
        assert_eq!(response.status(), 200);
        assert_eq!(header(&response, "etag"), second);
        let body: Value = response.json().await.unwrap();
        assert_eq!(body["data"][0]["actualPrice"], 250.5);
        let ready: Value = gateway.get("/readyz").await.json().await.unwrap();
        (ready["data"]["catalog"] == "down").then_some(())
    })
    .await;
    assert_eq!(gateway.get(PRODUCTS).await.status(), 200, "served stale");
    assert_eq!(gateway.get("/readyz").await.status(), 200, "pages still work");
}

#[tokio::test]
async fn many_requests_ask_the_catalog_once() {
    let started = Instant::now();
    let gateway = Gateway::start().await;
    let requests = (0..100).map(|_| async { assert_eq!(gateway.get(PRODUCTS).await.status(), 200) });
    futures_util::future::join_all(requests).await;
    let asked = gateway.catalog.asked.load(Ordering::Relaxed);
    let every_three_seconds = 1 + started.elapsed().as_secs() / 3;
    assert!(
        asked as u64 <= every_three_seconds,
        "{asked} questions, not {every_three_seconds}"
    );
}

#[tokio::test]
async fn a_hanging_catalog_delays_no_request() {
    let gateway = Gateway::start().await;
    let _closed = gateway.catalog.gate.acquire_many(PERMITS).await.unwrap();
    eventually("a refresh hangs", async || {
        assert_eq!(gateway.get(PRODUCTS).await.status(), 200);
        (gateway.catalog.asked.load(Ordering::Relaxed) == 2).then_some(())
    })
    .await;
    for _ in 0..100 {
        let answer = tokio::time::timeout(Duration::from_secs(30), gateway.get(PRODUCTS)).await;
        assert_eq!(answer.expect("it is answered from memory").status(), 200);
    }
    assert_eq!(
        gateway.catalog.asked.load(Ordering::Relaxed),
        2,
        "one question at a time"
    );
}

#[tokio::test]
async fn a_catalog_that_never_answered_is_worth_another_try() {
    let site = tempfile::tempdir().unwrap();
    build_site(site.path());
    let catalog = FakeCatalog::answering(Err(Status::internal("relation \"products\" does not exist")));
    let gateway = Gateway::with(catalog, site).await;
    let response = gateway.get(PRODUCTS).await;
    assert_eq!(response.status(), 503);
    assert_eq!(header(&response, "retry-after"), "2");
    assert_eq!(header(&response, "cache-control"), "no-store");
    let body: Value = response.json().await.unwrap();
    assert_eq!(
        body["message"],
        "The shop cannot answer right now. Please try again in a moment."
    );

    gateway.catalog.now_answers(Ok(vec![karela()]));
    eventually("the list comes with the catalog", async || {
        (gateway.get(PRODUCTS).await.status() == 200).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_product_of_unknown_type_does_not_hide_the_others() {
    let gateway = Gateway::start().await;
    let mut odd = karela();
    odd.r#type = 99;
    odd.id = "01936f00-0000-7000-8000-000000000002".to_owned();
    let mut renamed = karela();
    renamed.product_name = "Karela".to_owned();
    gateway.catalog.now_answers(Ok(vec![odd, renamed]));
    eventually("the list is refreshed", async || {
        let body: Value = gateway.get(PRODUCTS).await.json().await.unwrap();
        let names: Vec<_> = body["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|product| &product["productName"])
            .collect();
        (names == ["Karela"]).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_gateway_that_starts_beside_ten_thousand_products_lists_them_all() {
    let site = tempfile::tempdir().unwrap();
    build_site(site.path());
    let many = (0..10_000_u32).map(|n| {
        let mut product = karela();
        product.id = format!("01936f00-0000-7000-9000-{n:012}");
        product.description = "Bitter gourd, dried slowly in the shade. ".repeat(3);
        product
    });
    let catalog = FakeCatalog::answering(Ok(many.collect()));
    let gateway = Gateway::with(catalog, site).await;
    gateway.has_the_list().await;
    let body: Value = gateway.get(PRODUCTS).await.json().await.unwrap();
    assert_eq!(body["data"].as_array().unwrap().len(), 10_000);
}
