//! Calls that fail or get no answer.

use payment_simulator::PaymentScenario;
use reqwest::Method;
use serde_json::json;

use crate::shop::{Shop, description};

#[tokio::test]
async fn calls_fail_twice_and_then_work() {
    let shop = Shop::open().await;
    let request = Shop::link_request("VM-1", PaymentScenario::ServerErrors);
    for attempt in 0..2 {
        let (status, body) = shop.post("v1/payment_links", &request).await;
        assert_eq!(
            (status, &body["error"]["code"]),
            (500, &json!("SERVER_ERROR")),
            "{attempt}"
        );
    }
    let found = shop.get("v1/payment_links?reference_id=VM-1").await;
    assert_eq!(found["payment_links"], json!([]), "the failed call did nothing");
    let link = shop.link("VM-1", PaymentScenario::ServerErrors).await;

    let id = link["id"].as_str().expect("a link has an id");
    let path = format!("v1/payment_links/{id}/cancel");
    for expected in [500, 500, 200] {
        assert_eq!(
            shop.post(&path, &json!({})).await.0,
            expected,
            "each kind of call has its own count"
        );
    }
}

#[tokio::test]
async fn a_call_answered_with_500_may_have_been_done() {
    let shop = Shop::open().await;
    let request = Shop::link_request("VM-1", PaymentScenario::ServerErrorAfterEffect);
    assert_eq!(shop.post("v1/payment_links", &request).await.0, 500);
    let (status, body) = shop.post("v1/payment_links", &request).await;
    let known = "payment link creation with reference ID already attempted";
    assert_eq!((status, description(&body)), (400, known));
    let found = shop.get("v1/payment_links?reference_id=VM-1").await;
    assert_eq!(found["payment_links"][0]["status"], "created");
}

#[tokio::test]
async fn a_call_that_hangs_did_nothing_or_all() {
    let shop = Shop::open().await;
    for (reference, scenario, links) in [
        ("VM-1", PaymentScenario::NoResponse, 0),
        ("VM-2", PaymentScenario::NoResponseAfterEffect, 1),
    ] {
        let request = Shop::link_request(reference, scenario);
        let call = shop.impatient(Method::POST, "v1/payment_links").json(&request);
        let error = call.send().await.expect_err("there is no answer");
        assert!(error.is_timeout(), "{error}");
        let found = shop
            .get(&format!("v1/payment_links?reference_id={reference}"))
            .await;
        assert_eq!(found["payment_links"].as_array().map(Vec::len), Some(links));
    }
}

#[tokio::test]
async fn a_refund_that_answers_nothing_is_asked_for_again_with_its_key() {
    let shop = Shop::open().await;
    shop.link("VM-1", PaymentScenario::Success).await;
    let scenario = json!({ "scenario": "no_response_after_effect", "order": "VM-1" });
    assert_eq!(shop.post("simulator/scenario", &scenario).await.0, 200);
    let paid = shop.pay("VM-1", "upi").await;
    let id = paid["payment_id"].as_str().expect("it has an id");
    let path = format!("v1/payments/{id}/refund");
    let ask = |request: reqwest::RequestBuilder| {
        request
            .header("X-Refund-Idempotency", "return-0001")
            .json(&json!({}))
    };
    let call = ask(shop.impatient(Method::POST, &path));
    assert!(call.send().await.expect_err("there is no answer").is_timeout());
    let (status, refund) = crate::shop::read(ask(shop.request(Method::POST, &path))).await;
    assert_eq!((status, &refund["amount"]), (200, &json!(99_900)));
    assert_eq!(shop.get(&format!("v1/payments/{id}/refunds")).await["count"], 1);
}

#[tokio::test]
async fn a_hanging_call_does_not_keep_the_simulator_from_stopping() {
    use payment_simulator::{Settings, Simulator};
    let settings = Settings::on_a_free_port(None);
    let simulator = Simulator::start(settings.clone()).await.expect("it starts");
    let request = reqwest::Client::new()
        .post(format!("{}v1/payment_links", simulator.url()))
        .basic_auth(&settings.key_id, Some(&settings.key_secret))
        .json(&Shop::link_request(
            "VM-1",
            PaymentScenario::NoResponseAfterEffect,
        ));
    let stop = async {
        let found = reqwest::Client::new()
            .get(format!("{}v1/payment_links", simulator.url()))
            .basic_auth(&settings.key_id, Some(&settings.key_secret));
        testkit::eventually("the link is there", async || {
            let request = found.try_clone().expect("it has no body");
            let (_, body) = crate::shop::read(request).await;
            (body["payment_links"] != json!([])).then_some(())
        })
        .await;
        simulator.stop().await;
    };
    let (answer, ()) = tokio::join!(request.send(), stop);
    assert_eq!(answer.expect("it is answered at the end").status(), 500);
}

#[tokio::test]
async fn answers_a_firewalls_page_twice() {
    let shop = Shop::open().await;
    let request = Shop::link_request("VM-1", PaymentScenario::Firewall);
    for _ in 0..2 {
        let answer = shop.request(Method::POST, "v1/payment_links").json(&request);
        let answer = answer.send().await.expect("the firewall answers");
        assert_eq!(answer.status(), 403);
        let page = answer.text().await.expect("it is read");
        assert!(page.starts_with("<html>"), "{page}");
    }
    assert_eq!(shop.post("v1/payment_links", &request).await.0, 200);
}
