use std::{io::Read as _, sync::atomic::Ordering};

use proto::catalog::v1::{Product, ProductType};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    built_site::build_site,
    fake_catalog::{FakeCatalog, KARELA, karela},
    fakes::{Gateway, header},
};

const CARDS: &str = "/api/v1/products/cards";

async fn gateway_of(count: usize) -> Gateway {
    gateway_where(count, |_, _| {}).await
}

async fn gateway_where(count: usize, change: impl Fn(usize, &mut Product)) -> Gateway {
    let site = tempfile::tempdir().unwrap();
    build_site(site.path());
    let many = (0..count).map(|n| {
        let mut product = karela();
        product.id = id(n);
        product.product_name = format!("Karela {n}");
        change(n, &mut product);
        product
    });
    let gateway = Gateway::with(FakeCatalog::answering(Ok(many.collect())), site).await;
    gateway.has_the_list().await;
    gateway
}

fn id(n: usize) -> String {
    format!("01936f00-0000-7000-9000-{n:012}")
}

/// The ids on the page and on all later pages.
async fn walk(gateway: &Gateway, query: &str) -> Vec<String> {
    let mut seen = Vec::new();
    let mut path = format!("{CARDS}?{query}");
    loop {
        let page = data(gateway, &path).await;
        assert!(ids(&page).len() <= 48);
        seen.extend(ids(&page));
        let Some(next) = page["next"].as_str() else {
            assert_eq!(page["total"], seen.len(), "{query}");
            return seen;
        };
        path = format!("{CARDS}?{query}&after={next}");
    }
}

async fn data(gateway: &Gateway, path: &str) -> Value {
    let response = gateway.get(path).await;
    assert_eq!(response.status(), 200, "{path}");
    let mut body: Value = response.json().await.unwrap();
    assert_eq!(body["success"], true);
    body["data"].take()
}

fn ids(data: &Value) -> Vec<String> {
    let products = data["products"].as_array().unwrap().iter();
    let ids = products.map(|card| card["_id"].as_str().unwrap().to_owned());
    ids.collect()
}

#[tokio::test]
async fn a_card_has_what_lists_and_the_search_need() {
    let gateway = Gateway::start().await;
    let expected = json!({
        "products": [{
            "_id": KARELA,
            "productName": "Karela Powder",
            "hindiName": "करेला चूर्ण",
            "tagline": "Whole bitter gourd, dried",
            "type": "pouch",
            "actualPrice": 249,
            "discount": 20,
            "photo": "/images/karela-1-800.webp",
            "variants": [
                { "weightInGrams": 100, "price": 249, "availability": "in_stock" },
                { "weightInGrams": 200, "price": 324, "availability": "in_stock" },
            ],
            "otherNames": ["Bitter melon"],
            "concerns": ["digestion"],
        }],
        "total": 1,
        "next": null,
    });
    assert_eq!(data(&gateway, CARDS).await, expected);
    assert_eq!(data(&gateway, "/api/v1/products/cards/").await, expected);

    let response = gateway.get(CARDS).await;
    let list = gateway.get("/api/v1/products/").await;
    assert_eq!(header(&response, "cache-control"), header(&list, "cache-control"));
    let request = gateway
        .request(Method::GET, CARDS)
        .header("if-none-match", header(&response, "etag"));
    assert_eq!(request.send().await.unwrap().status(), 304);
}

#[tokio::test]
async fn five_hundred_cards_come_at_once_and_more_in_pages() {
    let small = gateway_of(500).await;
    let all = data(&small, CARDS).await;
    assert_eq!(
        (ids(&all).len(), &all["total"], &all["next"]),
        (500, &json!(500), &json!(null))
    );

    let large = gateway_of(501).await;
    assert_eq!(walk(&large, "").await, (0..501).map(id).collect::<Vec<_>>());
    let first = data(&large, CARDS).await;
    assert_eq!(first["concerns"], json!(["digestion"]));
    let after = first["next"].as_str().unwrap();
    let second = data(&large, &format!("{CARDS}?after={after}")).await;
    assert_eq!(second.get("concerns"), None, "the first page told them");
}

#[tokio::test]
async fn filtered_cards_come_in_pages_and_in_the_chosen_order() {
    let gateway = gateway_where(600, |n, product| {
        if n % 3 == 0 {
            product.set_type(ProductType::Box);
        }
        if n % 2 == 0 {
            product.concerns = vec!["skin".to_owned(), "hair & nails".to_owned()];
        }
        product.actual_price_paise = i64::from(n % 5 == 0) + 100;
    })
    .await;
    let ids_of = |chosen: fn(&usize) -> bool| (0..600).filter(chosen).map(id).collect::<Vec<_>>();
    assert_eq!(walk(&gateway, "type=box").await, ids_of(|n| n % 3 == 0));
    assert_eq!(walk(&gateway, "type=&concern=&sort=").await, ids_of(|_| true));
    let boxes_for_hair = "concern=hair%20%26%20nails&type=box";
    assert_eq!(walk(&gateway, boxes_for_hair).await, ids_of(|n| n % 6 == 0));
    assert_eq!(walk(&gateway, "concern=laptops").await, Vec::<String>::new());
    let (cheap, dear) = (ids_of(|n| n % 5 != 0), ids_of(|n| n % 5 == 0));
    let cheap_first = [cheap.clone(), dear.clone()].concat();
    assert_eq!(walk(&gateway, "sort=price-asc").await, cheap_first);
    assert_eq!(walk(&gateway, "sort=price-desc").await, [dear, cheap].concat());

    let concerns = json!(["digestion", "hair & nails", "skin"]);
    let first = data(&gateway, &format!("{CARDS}?concern=laptops")).await;
    assert_eq!(first["concerns"], concerns, "the other choices");
    for (query, field) in [
        ("type=sack".to_owned(), "type"),
        ("sort=name".to_owned(), "sort"),
        (format!("concern={}", "x".repeat(101)), "concern"),
    ] {
        let response = gateway.get(&format!("{CARDS}?{query}")).await;
        assert_eq!(response.status(), 422, "{query}");
        let body: Value = response.json().await.unwrap();
        assert_eq!(body["errors"][0]["field"], field, "{query}");
    }
}

#[tokio::test]
async fn cards_are_got_by_their_ids_in_the_order_asked_for() {
    let gateway = gateway_of(600).await;
    let not_sold = "01936f00-0000-7000-8000-000000000009";
    let path = format!("{CARDS}?ids={},{not_sold},{},{}", id(599), id(3), id(599));
    let found = data(&gateway, &path).await;
    assert_eq!(ids(&found), [id(599), id(3)]);
    assert_eq!((&found["total"], &found["next"]), (&json!(2), &json!(null)));
    assert_eq!(data(&gateway, &format!("{CARDS}?ids=")).await["total"], 0);

    let many: Vec<_> = (0..51).map(id).collect();
    for (query, field) in [
        (format!("ids={}", many.join(",")), "ids"),
        ("ids=karela".to_owned(), "ids"),
        ("after=karela".to_owned(), "after"),
    ] {
        let response = gateway.get(&format!("{CARDS}?{query}")).await;
        assert_eq!(response.status(), 422, "{query}");
        let body: Value = response.json().await.unwrap();
        assert_eq!(body["errors"][0]["field"], field, "{query}");
    }
    let response = gateway.get(&format!("{CARDS}?after=1&after=2")).await;
    assert_eq!(response.status(), 400);
}

#[tokio::test]
async fn one_product_is_an_entry_of_the_list() {
    let gateway = Gateway::start().await;
    let list: Value = gateway.get("/api/v1/products/").await.json().await.unwrap();
    let path = format!("/api/v1/products/{KARELA}");
    let response = gateway.get(&path).await;
    let tag = header(&response, "etag").to_owned();
    assert_eq!(
        header(&response, "cache-control"),
        "public, max-age=0, s-maxage=5, must-revalidate"
    );
    let body: Value = response.json().await.unwrap();
    assert_eq!(body, json!({ "success": true, "data": list["data"][0] }));
    let request = gateway.request(Method::GET, &path).header("if-none-match", tag);
    assert_eq!(request.send().await.unwrap().status(), 304);

    for id in ["01936f00-0000-7000-8000-000000000009", "karela", "%00"] {
        let response = gateway.get(&format!("/api/v1/products/{id}")).await;
        assert_eq!(response.status(), 404, "{id}");
        assert_eq!(header(&response, "cache-control"), "no-store");
        let body: Value = response.json().await.unwrap();
        assert_eq!(body["message"], "We do not sell this product any more.");
    }
}

#[tokio::test]
async fn a_search_asks_the_catalog_page_by_page() {
    let gateway = gateway_of(60).await;
    let first = data(&gateway, &format!("{CARDS}?search=%20Karela%20")).await;
    assert_eq!((ids(&first).len(), &first["total"]), (48, &json!(60)));
    let next = first["next"].as_str().unwrap();
    let second = data(&gateway, &format!("{CARDS}?search=Karela&after={next}")).await;
    assert_eq!((ids(&second).len(), &second["next"]), (12, &json!(null)));
    let all = [ids(&first), ids(&second)].concat();
    assert_eq!(all, (0..60).map(id).collect::<Vec<_>>());

    let nothing = data(&gateway, &format!("{CARDS}?search=laptop")).await;
    assert_eq!((&nothing["products"], &nothing["total"]), (&json!([]), &json!(0)));
    assert_eq!(
        data(&gateway, &format!("{CARDS}?search=%20")).await["total"],
        60,
        "blank words mean nothing"
    );

    let asked = gateway.catalog.searched.load(Ordering::Relaxed);
    data(&gateway, &format!("{CARDS}?search=Karela")).await;
    assert_eq!(
        gateway.catalog.searched.load(Ordering::Relaxed),
        asked,
        "an answer is remembered"
    );

    let response = gateway.get(&format!("{CARDS}?search=Karela&after=x")).await;
    assert_eq!(response.status(), 422);
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["errors"][0]["field"], "after");
}

#[tokio::test]
async fn cached_cards_are_served_while_the_catalog_is_down_and_a_search_may_be_retried() {
    let gateway = gateway_of(2).await;
    gateway.backends.catalog_server.stop();
    let mut words = String::new();
    let response = testkit::eventually("the catalog is down", async || {
        // A new search text each time, because answers are cached.
        words.push('x');
        let response = gateway.get(&format!("{CARDS}?search={words}")).await;
        (response.status() == 503).then_some(response)
    })
    .await;
    assert!(!header(&response, "retry-after").is_empty());
    for path in [
        CARDS.to_owned(),
        format!("{CARDS}?ids={}", id(1)),
        format!("/api/v1/products/{}", id(1)),
    ] {
        assert_eq!(gateway.get(&path).await.status(), 200, "{path}");
    }
}

#[tokio::test]
async fn the_page_that_everybody_asks_for_is_as_small_as_it_gets() {
    let gateway = Gateway::start().await;
    let request = gateway
        .request(Method::GET, CARDS)
        .header("accept-encoding", "br");
    let sent = request.send().await.unwrap().bytes().await.unwrap();
    let mut plain = Vec::new();
    brotli::Decompressor::new(&sent[..], 4096)
        .read_to_end(&mut plain)
        .unwrap();
    let mut smallest = Vec::new();
    brotli::BrotliCompress(
        &mut &plain[..],
        &mut smallest,
        &brotli::enc::BrotliEncoderParams::default(),
    )
    .unwrap();
    assert!(
        sent.len() <= smallest.len(),
        "{} bytes instead of {}",
        sent.len(),
        smallest.len()
    );
}

#[tokio::test]
async fn an_invalid_cursor_is_refused_with_any_other_parameter() {
    let gateway = Gateway::start().await;
    for query in ["after=", "after=&search=karela", "after=&ids=", "after=nowhere"] {
        let answer = gateway.get(&format!("{CARDS}?{query}")).await;
        assert_eq!(answer.status(), 422, "{query}");
        let said: Value = answer.json().await.unwrap();
        assert_eq!(said["errors"][0]["field"], "after", "{query}");
    }
}
