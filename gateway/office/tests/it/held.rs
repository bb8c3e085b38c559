//! Tests of reserved packs of unconfirmed orders, and of oversold packs.

use reqwest::Method;
use serde_json::{Value, json};
use tonic::Status;

use crate::{
    authorization::Case,
    fake_catalog::KARELA,
    fake_held::NAMELESS,
    fake_order::{NUMBER, ORDER},
    fakes::{Office, refusal},
};

/// Requests about these packs, with the calls that they need.
pub(crate) fn calls() -> Vec<Case> {
    vec![
        (
            Method::GET,
            "/stock/held/packs".to_owned(),
            Value::Null,
            &[("SumUnconfirmedPacks", "")],
        ),
        (
            Method::GET,
            "/stock/held/orders".to_owned(),
            Value::Null,
            &[("ListUnconfirmedOrders", "")],
        ),
        (
            Method::GET,
            "/stock/oversold".to_owned(),
            Value::Null,
            &[("ListOversoldPacks", ""), ("ListOrderNumbers", "")],
        ),
    ]
}

#[tokio::test]
async fn packs_held_by_unconfirmed_orders_lead_to_the_orders() {
    let office = Office::start().await;
    let held = office.read("/stock/held/packs").await;
    assert_eq!(
        held["packs"],
        json!([{
            "productId": KARELA,
            "productName": "Karela Powder",
            "weightInGrams": 100,
            "packs": 2,
            "orders": 1,
            "oldestPlacedAt": "2026-11-21T06:30:00Z",
        }])
    );

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
async fn packs_that_orders_wait_for_are_told_whether_or_not_the_order_has_a_number() {
    let office = Office::start().await;
    let page = office.read("/stock/oversold").await;
    assert_eq!(
        page,
        json!({
            "packs": [{
                "orderId": ORDER,
                "orderNumber": NUMBER,
                "productId": KARELA,
                "productName": "Karela Powder",
                "weightInGrams": 100,
                "quantity": 3,
                "noticedAt": "2026-11-25T06:30:00Z",
            }],
            "next": "2",
        })
    );
    let last = office.read("/stock/oversold?cursor=2").await;
    assert_eq!(
        (
            &last["packs"][0]["orderId"],
            &last["packs"][0]["orderNumber"],
            &last["next"]
        ),
        (&json!(NAMELESS), &Value::Null, &Value::Null)
    );
}

#[tokio::test]
async fn held_packs_need_the_permission_to_read_them() {
    let office = Office::start().await;
    for (path, method) in [
        ("/stock/held/packs", "SumUnconfirmedPacks"),
        ("/stock/held/orders", "ListUnconfirmedOrders"),
        ("/stock/oversold", "ListOversoldPacks"),
    ] {
        office
            .record
            .refuse(method, Status::permission_denied("not for this role"));
        let response = office.of("packer", Method::GET, path).send().await.unwrap();
        refusal(response, 403).await;
    }
}
