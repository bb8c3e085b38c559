use std::{
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use proto::order::v1::{CurrentPrice, CurrentPrices};
use reqwest::Response;
use runtime::status;
use serde_json::{Value, json};
use testkit::eventually;
use tonic::{Code, Status};

use crate::{
    fake_catalog::{KARELA, PERMITS, karela},
    fakes::{Gateway, checkout, header},
};

const PRODUCTS: &str = "/api/v1/products/";

/// The order service's error about the one line of `checkout()`.
fn now_costs(weight_in_grams: i32, price_paise: Option<i64>) -> Status {
    let price = CurrentPrice {
        product_id: KARELA.to_owned(),
        weight_in_grams,
        price_paise,
    };
    let refusal = status::with_reason(Code::Aborted, "PRICE_CHANGED", "It costs something else.");
    status::with_message(&refusal, &CurrentPrices { prices: vec![price] })
}

impl Gateway {
    async fn refused_order(&self) -> Value {
        let response = self.checkout(&checkout()).send().await.unwrap();
        assert_eq!(response.status(), 409);
        assert_eq!(header(&response, "cache-control"), "no-store");
        response.json().await.unwrap()
    }

    fn times_asked(&self) -> usize {
        self.catalog.asked.load(Ordering::Relaxed)
    }
}

#[tokio::test]
async fn the_refusal_carries_the_new_prices_and_the_next_list_has_them() {
    let gateway = Gateway::start().await;
    let mut dearer = karela();
    dearer.product_name = "Karela, dearer".to_owned();
    dearer.variants[0].price_paise = 25_950;
    gateway.catalog.now_answers(Ok(vec![dearer]));
    gateway.order.now_answers(Err(now_costs(100, Some(25_950))));
    let expected = json!({
        "success": false,
        "message": "It costs something else.",
        "code": "PRICE_CHANGED",
        "data": { "quotes": [{
            "productId": KARELA,
            "productName": "Karela, dearer",
            "weightInGrams": 100,
            "price": 259.5,
        }] },
    });
    assert_eq!(gateway.refused_order().await, expected);
    let list: Value = gateway.get(PRODUCTS).await.json().await.unwrap();
    assert_eq!(list["data"][0]["variants"][0]["price"], 259.5);

    gateway.order.now_answers(Err(now_costs(500, None)));
    let refusal = gateway.refused_order().await;
    assert_eq!(refusal["data"]["quotes"][0]["price"], Value::Null);
}

#[tokio::test]
async fn a_wrong_price_of_one_shopper_causes_no_calls() {
    let gateway = Gateway::start().await;
    let started = Instant::now();
    let asked = gateway.times_asked();
    gateway.order.now_answers(Err(now_costs(100, Some(24_900))));
    for _ in 0..20 {
        gateway.refused_order().await;
    }
    // A due list is refreshed anyway, every three seconds.
    let due = started.elapsed().as_secs() / 3 + 1;
    assert!((gateway.times_asked() - asked) as u64 <= due, "the list agrees");
}

#[tokio::test]
async fn while_the_list_is_renewed_readers_are_answered_from_memory() {
    let gateway = Gateway::start().await;
    gateway.order.now_answers(Err(now_costs(100, Some(25_950))));
    let _closed = gateway.catalog.gate.acquire_many(PERMITS).await.unwrap();
    let refused = gateway.refused_order();
    let reads = async {
        eventually("the list is asked for anew", async || {
            (gateway.times_asked() == 2).then_some(())
        })
        .await;
        for _ in 0..20 {
            let answer: Result<Response, _> =
                tokio::time::timeout(Duration::from_secs(30), gateway.get(PRODUCTS)).await;
            assert_eq!(answer.expect("it is answered from memory").status(), 200);
        }
    };
    tokio::join!(refused, reads);
}

#[tokio::test]
async fn many_refusals_ask_the_catalog_once_a_second() {
    let gateway = Gateway::start().await;
    // The list never has this price, so each refusal refreshes it.
    gateway.order.now_answers(Err(now_costs(100, Some(25_950))));
    let (started, asked) = (Instant::now(), gateway.times_asked());
    // Long enough for several unthrottled refreshes, also on a slow machine.
    while started.elapsed() < Duration::from_millis(1_500) {
        let refusals = (0..10).map(|_| gateway.refused_order());
        futures_util::future::join_all(refusals).await;
    }
    let seconds = started.elapsed().as_secs() + 1;
    let asked = (gateway.times_asked() - asked) as u64;
    assert!(asked <= seconds, "{asked} questions in {seconds} s");
}
