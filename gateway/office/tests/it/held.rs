//! Tests of unconfirmed orders.

use reqwest::Method;
use serde_json::{Value, json};
use tonic::Status;

use crate::{
    authorization::Case,
    fake_catalog::KARELA,
    fake_order::NUMBER,
    fakes::{Office, refusal},
};

/// Requests about these orders, with the calls that they need.
pub(crate) fn calls() -> Vec<Case> {
    vec![(
        Method::GET,
        "/stock/held/orders".to_owned(),
        Value::Null,
        &[("ListUnconfirmedOrders", "")],
    )]
}

#[tokio::test]
async fn unconfirmed_orders_are_listed_by_their_packs() {
    let office = Office::start().await;
    let page = office
        .read(&format!(
            "/stock/held/orders?productId={KARELA}&weightInGrams=100"
        ))
        .await;
    let held = &page["orders"][0];
    assert_eq!(held["endsAt"], "2026-11-23T06:30:00Z");
    assert_eq!(
        (&held["order"]["orderNumber"], &held["order"]["nextStates"]),
        (&json!(NUMBER), &json!(["confirmed", "cancelled"]))
    );
    assert_eq!(page["next"], "2");
    let last = office.read("/stock/held/orders?cursor=2").await;
    assert_eq!(
        (&last["next"], &last["orders"][0]["endsAt"]),
        (&Value::Null, &Value::Null)
    );
    let asked = office.held.asked.lock().unwrap().clone();
    let asked: Vec<_> = asked
        .iter()
        .map(|asked| {
            (
                asked.product_id.as_str(),
                asked.weight_in_grams,
                asked.page_token.as_str(),
            )
        })
        .collect();
    assert_eq!(asked, [(KARELA, 100, ""), ("", 0, "2")]);
}

#[tokio::test]
async fn unconfirmed_orders_need_the_permission_to_read_them() {
    let office = Office::start().await;
    office.record.refuse(
        "ListUnconfirmedOrders",
        Status::permission_denied("not for this role"),
    );
    let response = office.of("packer", Method::GET, "/stock/held/orders");
    refusal(response.send().await.unwrap(), 403).await;
}
