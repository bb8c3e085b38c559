//! Tests of stock.

use proto::inventory::v1::{ListStockLevelsRequest, StockFilter};
use reqwest::Method;
use serde_json::{Value, json};
use tonic::Status;

use crate::{
    fake_catalog::KARELA,
    fake_inventory::BATCH,
    fake_order::{NUMBER, ORDER},
    fake_staff::ASHA,
    fakes::{Office, data},
};

fn batch() -> Value {
    json!({
        "batchId": BATCH,
        "productId": KARELA,
        "weightInGrams": 100,
        "batchNumber": "K-2611",
        "packedOn": "2026-11-01",
        "bestBefore": "2027-11-01",
        "lastSaleOn": "2027-09-01",
        "mrp": 298.5,
        "onHand": 40,
        "reserved": 3,
        "isRecalled": false,
    })
}

#[tokio::test]
async fn packs_are_looked_for_and_told_page_by_page_with_their_products_name() {
    let office = Office::start().await;
    let first = office.read("/stock").await;
    assert_eq!(
        first["counts"],
        json!({ "all": 3, "low": 1, "soldOut": 0, "missing": 3 })
    );
    assert_eq!(
        first["levels"],
        json!([{
            "productId": KARELA,
            "productName": "Karela Powder",
            "sku": "P0001-100",
            "productState": "published",
            "weightInGrams": 100,
            "onHand": 40,
            "reserved": 3,
            "available": 37,
            "availability": "low",
            "returned": 2,
            "missing": 1,
            "nextLastSaleOn": "2027-09-01",
            "price": 249,
            "lowestMrp": 298.5,
        }])
    );
    let last = office
        .read(&format!(
            "/stock?cursor=2&text=karela%20k-26&only=sold_out&productId={KARELA}"
        ))
        .await;
    assert_eq!((last.get("next"), last.get("counts")), (None, None));
    let archived = &last["levels"][0];
    assert_eq!(
        (&archived["productName"], &archived["productState"]),
        (&json!("Karela Powder"), &json!("archived")),
        "stock keeps its name"
    );
    assert_eq!(archived.get("nextLastSaleOn"), None);
    let asked = office.inventory.lists.lock().unwrap().clone();
    assert_eq!(
        asked.last(),
        Some(&ListStockLevelsRequest {
            page_token: "2".to_owned(),
            page_size: 100,
            query: "karela k-26".to_owned(),
            filter: StockFilter::SoldOut.into(),
            product_id: KARELA.to_owned(),
        })
    );
    let unknown = office.of("owner", Method::GET, "/stock?only=some").send().await;
    assert_eq!(unknown.unwrap().status(), 422);
}

#[tokio::test]
async fn the_batches_of_a_pack_are_told() {
    let office = Office::start().await;
    let path = format!("/stock/batches?productId={KARELA}&weightInGrams=100");
    let mut with_cost = batch();
    with_cost["cost"] = json!(120.5);
    assert_eq!(
        office.read(&path).await,
        json!({ "batches": [batch(), with_cost] })
    );
    let no_pack = office
        .of("owner", Method::GET, "/stock/batches?weightInGrams=few")
        .send()
        .await
        .unwrap();
    assert_eq!(no_pack.status(), 400);
}

#[tokio::test]
async fn packs_come_in() {
    let office = Office::start().await;
    let receipt = json!({
        "receiptId": "01936f00-0000-7000-8000-0000000000c1",
        "productId": KARELA,
        "weightInGrams": 100,
        "batchNumber": "K-2611",
        "packedOn": "2026-11-01",
        "bestBefore": "2027-11-01",
        "mrp": 298.5,
        "cost": 120.5,
        "quantity": 40,
        "reason": "From the mill",
    });
    let received = data(office.send(Method::POST, "/stock/batches", &receipt).await).await;
    assert_eq!(received, batch());
    let receipts = office.inventory.receipts.lock().unwrap().clone();
    let told = &receipts[0];
    assert_eq!(
        (told.mrp_paise, told.cost_paise, told.quantity),
        (29_850, 12_050, 40)
    );
    assert_eq!(
        (told.actor_id.as_str(), told.reason.as_str()),
        (ASHA, "From the mill")
    );
}

#[tokio::test]
async fn a_recall_tells_of_all_orders_at_once() {
    let office = Office::start().await;
    let path = format!("/stock/batches/{BATCH}/recall");
    let reason = json!({ "reason": "A stone was found" });
    let recalled = data(office.send(Method::POST, &path, &reason).await).await;
    let order = json!({
        "orderId": ORDER,
        "orderNumber": NUMBER,
        "quantity": 2,
        "isShipped": true,
        "isReturned": false,
        "isReplaced": false,
        "isWaiting": false,
    });
    assert_eq!(recalled, json!({ "batch": batch(), "orders": [order, order] }));
    let recalls = office.inventory.recalls.lock().unwrap().clone();
    let pages: Vec<_> = recalls.iter().map(|asked| asked.page_token.as_str()).collect();
    assert_eq!(pages, ["", "1"]);
    assert!(
        recalls
            .iter()
            .all(|asked| asked.actor_id == ASHA && asked.batch_id == BATCH)
    );
}

#[tokio::test]
async fn packs_that_returned_to_origin_are_told_with_their_batches() {
    let office = Office::start().await;
    let returned = json!({
        "orderId": ORDER,
        "orderNumber": NUMBER,
        "productId": KARELA,
        "productName": "Karela Powder",
        "weightInGrams": 100,
        "quantity": 1,
        "returnedAt": "2026-11-24T06:30:00Z",
        "batches": [{ "batchId": BATCH, "batchNumber": "K-2611", "quantity": 2, "isRecalled": true }],
    });
    assert_eq!(
        office.read("/stock/returns").await,
        json!({ "packs": [returned, returned] })
    );
    // Stock is listed even if the order numbers cannot be loaded.
    office
        .record
        .refuse("ListOrderNumbers", Status::unavailable("the orders are away"));
    let told = office.read("/stock/returns").await;
    assert_eq!(told["packs"][0].get("orderNumber"), None);
    assert_eq!(told["packs"][0]["orderId"], ORDER);
}
