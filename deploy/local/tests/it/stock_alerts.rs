//! A shopper waits for a sold-out pack until it is received.

use proto::inventory::v1::{
    AdjustBatchRequest, ListBatchesRequest, Pack, ReceiveBatchRequest,
    inventory_service_client::InventoryServiceClient,
};
use runtime::Client;
use serde_json::json;
use sqlx::{Connection as _, PgConnection};
use testkit::eventually;
use uuid::Uuid;

use crate::shop::OpenShop;

const NEEM: &str = "0192f3a0-7c00-7000-8000-000000000012";
const GRAMS: i32 = 250;

fn pack() -> Pack {
    Pack {
        product_id: NEEM.to_owned(),
        weight_in_grams: GRAMS,
    }
}

/// Corrects the stock of all batches to zero.
async fn sell_out(inventory: &mut InventoryServiceClient<Client>) {
    let request = ListBatchesRequest {
        pack: Some(pack()),
        ..ListBatchesRequest::default()
    };
    let batches = inventory.list_batches(request).await.expect("it answers");
    let batches = batches.into_inner().batches.into_iter();
    for batch in batches.filter(|batch| batch.on_hand > 0) {
        let request = AdjustBatchRequest {
            adjustment_id: Uuid::now_v7().to_string(),
            batch_id: batch.batch_id,
            quantity: -batch.on_hand,
            reason: "Counted again".to_owned(),
            ..AdjustBatchRequest::default()
        };
        inventory.adjust_batch(request).await.expect("they can go");
    }
}

async fn receive(inventory: &mut InventoryServiceClient<Client>, batch_number: &str) {
    let request = ReceiveBatchRequest {
        receipt_id: Uuid::now_v7().to_string(),
        pack: Some(pack()),
        batch_number: batch_number.to_owned(),
        packed_on: "2026-11-01".to_owned(),
        best_before: "2199-11-01".to_owned(),
        mrp_paise: 59_800,
        quantity: 5,
        ..ReceiveBatchRequest::default()
    };
    inventory.receive_batch(request).await.expect("it is received");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shopper_who_waits_for_a_pack_gets_one_mail_and_no_address_is_left() {
    let shop = OpenShop::start().await;
    let mut inventory = shop.inventory();
    let wish = json!({ "productId": NEEM, "weightInGrams": GRAMS, "email": "asha@example.com" });
    let (status, refusal) = shop.post("users/stockalerts", &wish).await;
    assert_eq!(status, 409, "{refusal}");
    sell_out(&mut inventory).await;
    for _ in 0..2 {
        let (status, answer) = shop.post("users/stockalerts", &wish).await;
        assert_eq!(status, 201, "{answer}");
    }
    receive(&mut inventory, "VM12-250-N").await;
    let mail = shop.mail("asha@example.com", "Neem Powder is back").await;
    assert!(mail.contains(NEEM), "{mail}");
    let url = shop.shop.database_url("inventory");
    let mut database = PgConnection::connect(url).await.expect("the role may connect");
    eventually("the address is forgotten", async || {
        let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM stock_alerts")
            .fetch_one(&mut database)
            .await
            .expect("alerts can be counted");
        (kept == 0).then_some(())
    })
    .await;

    // Sold out and back again: only the shopper who asked since is told.
    sell_out(&mut inventory).await;
    let other = json!({ "productId": NEEM, "weightInGrams": GRAMS, "email": "meera@example.com" });
    let (status, answer) = shop.post("users/stockalerts", &other).await;
    assert_eq!(status, 201, "{answer}");
    receive(&mut inventory, "VM12-250-O").await;
    shop.mail("meera@example.com", "Neem Powder is back").await;
    let to_asha = shop
        .mails()
        .into_iter()
        .filter(|mail| mail.contains("\nTo: asha@example.com"));
    assert_eq!(to_asha.count(), 1);

    let labels = shop.request(reqwest::Method::GET, &format!("products/{NEEM}/labels"));
    let (status, body) = crate::shop::answer(labels).await;
    assert_eq!(status, 200, "{body}");
    let labels = body["data"].as_array().expect("a list");
    let label = labels.iter().find(|label| label["weightInGrams"] == GRAMS);
    let label = label.expect("it has this weight");
    let printed = (&label["batchNumber"], &label["packedOn"], &label["mrp"]);
    assert_eq!(printed, (&json!("VM12-250-O"), &json!("2026-11-01"), &json!(598)));
    shop.close().await;
}
