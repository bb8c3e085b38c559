//! Tests of labels and stock alerts.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    fake_catalog::KARELA,
    fakes::{Gateway, header},
};

impl Gateway {
    async fn ask(&self, product_id: &str, weight_in_grams: i32, email: &str) -> (u16, Value) {
        let alert = json!({ "productId": product_id, "weightInGrams": weight_in_grams, "email": email });
        let asked = self
            .request(Method::POST, "/api/v1/users/stockalerts")
            .json(&alert);
        let answer = asked.send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap())
    }
}

#[tokio::test]
async fn a_stock_alert_is_taken_for_a_sold_out_pack_and_else_refused_with_the_reason() {
    let gateway = Gateway::start().await;
    gateway.backends.inventory.now_has(Some(vec![(200, 0)]));
    let taken = json!({ "success": true, "message": "We will email you once, when it is back." });
    for _ in 0..2 {
        assert_eq!(
            gateway.ask(KARELA, 200, "asha@example.com").await,
            (201, taken.clone())
        );
    }
    let (status, refusal) = gateway.ask(KARELA, 100, "asha@example.com").await;
    assert_eq!(status, 409, "{refusal}");
    assert!(refusal["message"].as_str().unwrap().contains("can be bought now"));
    let (status, refusal) = gateway.ask(KARELA, 200, "asha").await;
    assert_eq!(
        (status, &refusal["errors"][0]["field"]),
        (422, &json!("email")),
        "{refusal}"
    );
    for (product, weight) in [(KARELA, 75), ("karela", 200)] {
        let (status, _) = gateway.ask(product, weight, "asha@example.com").await;
        assert_eq!(status, 404, "{product} {weight}");
    }
    gateway.backends.inventory.now_has(None);
    assert_eq!(gateway.ask(KARELA, 200, "asha@example.com").await.0, 503);
}

#[tokio::test]
async fn labels_are_told_in_rupees_and_kept_for_a_minute() {
    let gateway = Gateway::start().await;
    let path = format!("/api/v1/products/{KARELA}/labels");
    let answer = gateway.get(&path).await;
    assert_eq!(answer.status(), 200);
    assert_eq!(header(&answer, "cache-control"), "public, max-age=60");
    let body: Value = answer.json().await.unwrap();
    let label = json!({
        "weightInGrams": 100,
        "batchNumber": "VM01-100-A",
        "packedOn": "2026-10-01",
        "bestBefore": "2028-03-24",
        "mrp": 298.5,
    });
    assert_eq!(body["data"], json!([label]));
    assert_eq!(gateway.get("/api/v1/products/karela/labels").await.status(), 404);
    gateway.backends.inventory.now_has(None);
    let away = gateway.get(&path).await;
    assert_eq!(away.status(), 503);
    assert_eq!(header(&away, "cache-control"), "no-store");
}
