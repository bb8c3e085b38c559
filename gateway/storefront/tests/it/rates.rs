//! Tests of the rate limits, and of client identification.

use std::{
    num::NonZeroU32,
    time::{Duration, Instant},
};

use http::Method;
use proto::order::v1::PlaceOrderResponse;
use serde_json::{Value, json};
use tonic::Status;

use crate::{
    built_site::build_site,
    fake_catalog::{FakeCatalog, karela},
    fakes::{Gateway, checkout},
};

/// A login from a client that a trusted proxy names.
async fn log_in_from(gateway: &Gateway, forwarded_for: &str) -> reqwest::Response {
    let request = gateway
        .request(Method::POST, "/api/v1/users/userlogin")
        .header("X-Forwarded-For", forwarded_for)
        .json(&json!({ "email": "asha@gmail.com", "password": "monsoon-42" }));
    request.send().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_comes_too_often_is_told_when_to_come_back_and_no_other_is() {
    // The limit is one attempt per minute and applies before the identity service, which is down.
    let gateway = Gateway::start().await;
    assert_eq!(log_in_from(&gateway, "203.0.113.7").await.status(), 503);
    let refused = log_in_from(&gateway, "203.0.113.7").await;
    assert_eq!(refused.status(), 429);
    let wait: u64 = refused.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((50..=60).contains(&wait), "{wait}");
    let body: Value = refused.json().await.unwrap();
    assert_eq!(
        body["message"],
        "Too many requests came from your network. Please wait a moment and try again."
    );
    assert_eq!(
        log_in_from(&gateway, "203.0.113.8").await.status(),
        503,
        "another client"
    );
    let forged = log_in_from(&gateway, "198.51.100.1, 203.0.113.7").await;
    assert_eq!(forged.status(), 429, "the header of the client is not believed");
    let products = gateway.get("/api/v1/products/").await;
    assert_eq!(products.status(), 200, "reading has no such limit");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_login_flood_from_every_household_of_one_large_network_blocks_neither_logins_nor_checkout() {
    let gateway = Gateway::start().await;
    let mut let_in = 0;
    for household in 0..256 {
        let answer = log_in_from(&gateway, &format!("2001:db8:0:{household:x}::1")).await;
        let_in += usize::from(answer.status() != 429);
    }
    assert!(let_in <= 4, "{let_in} tries of one /48 within its minute");
    let shopper = "198.51.100.1";
    assert_eq!(log_in_from(&gateway, shopper).await.status(), 503, "it is let in");
    let order = gateway.checkout(&checkout()).header("X-Forwarded-For", shopper);
    assert_eq!(order.send().await.unwrap().status(), 201);
}

/// An order from a client that a trusted proxy names.
async fn order_from(gateway: &Gateway, forwarded_for: &str, order: &Value) -> u16 {
    let request = gateway.checkout(order).header("X-Forwarded-For", forwarded_for);
    request.send().await.unwrap().status().as_u16()
}

/// A gateway with a limit of two failed orders per minute and address.
async fn narrow_gateway() -> Gateway {
    let site = tempfile::tempdir().unwrap();
    build_site(site.path());
    let catalog = FakeCatalog::answering(Ok(vec![karela()]));
    let gateway = Gateway::set_up(catalog, site, |settings| {
        settings.rates.orders_per_minute = NonZeroU32::new(2).unwrap();
        settings.rates.submissions_per_minute = NonZeroU32::new(60).unwrap();
    });
    let gateway = gateway.await;
    gateway.has_the_list().await;
    gateway
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_orders_of_one_phone_do_not_slow_a_neighbour_behind_the_same_address() {
    let gateway = narrow_gateway().await;
    for _ in 0..60 {
        assert_eq!(order_from(&gateway, "203.0.113.7", &json!({})).await, 400);
    }
    let told = order_from(&gateway, "203.0.113.7", &json!({})).await;
    assert_eq!(
        told, 429,
        "a client that sends only malformed bodies is told to stop"
    );
    let began = Instant::now();
    assert_eq!(order_from(&gateway, "203.0.113.7", &checkout()).await, 201);
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_orders_of_one_phone_slow_a_neighbour_and_do_not_refuse_it() {
    let gateway = narrow_gateway().await;
    gateway
        .order
        .now_answers(Err(Status::invalid_argument("It is not sold.")));
    for _ in 0..2 {
        assert_eq!(order_from(&gateway, "203.0.113.7", &checkout()).await, 422);
    }
    gateway.order.now_answers(Ok(PlaceOrderResponse::default()));
    let began = Instant::now();
    assert_eq!(order_from(&gateway, "203.0.113.7", &checkout()).await, 201);
    assert!(began.elapsed() >= Duration::from_secs(2), "{:?}", began.elapsed());
    let began = Instant::now();
    assert_eq!(order_from(&gateway, "203.0.113.8", &checkout()).await, 201);
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_that_succeed_cost_a_tenth() {
    let gateway = narrow_gateway().await;
    let began = Instant::now();
    for _ in 0..10 {
        assert_eq!(order_from(&gateway, "203.0.113.7", &checkout()).await, 201);
    }
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn searches_and_labels_of_one_phone_are_slowed_beyond_its_limit_and_lists_are_not() {
    let site = tempfile::tempdir().unwrap();
    build_site(site.path());
    let catalog = FakeCatalog::answering(Ok(vec![karela()]));
    let gateway = Gateway::set_up(catalog, site, |settings| {
        settings.rates.lookups_per_minute = NonZeroU32::new(2).unwrap();
    });
    let gateway = gateway.await;
    gateway.has_the_list().await;
    let read = async |path: &str, forwarded_for: &str| {
        let began = Instant::now();
        let request = gateway
            .request(Method::GET, path)
            .header("X-Forwarded-For", forwarded_for);
        request.send().await.unwrap();
        began.elapsed()
    };
    let (search, phone) = ("/api/v1/products/cards?%73earch=karela", "203.0.113.7");
    for _ in 0..2 {
        let took = read(search, phone).await;
        assert!(took < Duration::from_secs(2), "{took:?}");
    }
    let label = format!("/api/v1/products/{}/labels", karela().id);
    for path in [search, "/api/v1/users/getallreview?productname=Karela", &label] {
        let took = read(path, phone).await;
        assert!(took >= Duration::from_secs(2), "{path}: {took:?}");
    }
    for (path, client) in [
        ("/api/v1/products/cards", phone),
        ("/api/v1/users/getallreview", phone),
        (search, "203.0.113.8"),
    ] {
        let took = read(path, client).await;
        assert!(took < Duration::from_secs(2), "{path}: {took:?}");
    }
}
