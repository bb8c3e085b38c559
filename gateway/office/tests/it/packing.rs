//! Tests of packing: the batch and the shelf of each pack.

use reqwest::Method;
use runtime::status;
use serde_json::{Value, json};
use tonic::{Code, Status};

use crate::{
    authorization::Case,
    fake_catalog::KARELA,
    fake_inventory::BATCH,
    fake_order::{NUMBER, ORDER},
    fakes::{Office, data},
};

/// Requests about packing, with the calls that they need.
pub(crate) fn calls() -> Vec<Case> {
    let number = "vm-261121-7k3qx";
    vec![
        (
            Method::GET,
            format!("/orders/reserved-packs?orderId={ORDER}"),
            Value::Null,
            &[("ListReservedPacks", "")],
        ),
        (
            Method::POST,
            format!("/orders/{number}/reserved-packs"),
            json!({ "batchNumber": "K-2612", "quantity": 1, "insteadOfBatchIds": [BATCH] }),
            &[("GetOrder", NUMBER), ("TakeFromBatch", NUMBER)],
        ),
    ]
}

#[tokio::test]
async fn packers_are_told_the_batch_and_the_shelf_of_each_pack() {
    let office = Office::start().await;
    let told = office
        .read(&format!("/orders/reserved-packs?orderId={ORDER}"))
        .await;
    let packs = json!({
        "batchId": BATCH,
        "batchNumber": "K-2611",
        "shelf": "A 3",
        "productId": KARELA,
        "weightInGrams": 100,
        "quantity": 2,
        "bestBefore": "2027-11-01",
    });
    assert_eq!(
        told,
        json!({ "orders": [{ "orderId": ORDER, "packs": [packs] }] })
    );
    let many = vec![format!("orderId={ORDER}"); 101].join("&");
    let many = office
        .of("owner", Method::GET, &format!("/orders/reserved-packs?{many}"))
        .send()
        .await
        .unwrap();
    assert_eq!(many.status(), 422);
}

#[tokio::test]
async fn a_pack_of_another_batch_moves_the_reservation() {
    let office = Office::start().await;
    let path = format!("/orders/{NUMBER}/reserved-packs");
    let pack = json!({ "batchNumber": "K-2612", "quantity": 1, "insteadOfBatchIds": [BATCH] });
    let told = data(office.send(Method::POST, &path, &pack).await).await;
    assert_eq!(told["packs"][0]["batchNumber"], "K-2612");
    for (refusal, code) in [
        (Status::not_found("no such batch"), 404),
        (
            status::with_reason(Code::FailedPrecondition, "RECALLED", "Batch K-2612 was recalled."),
            409,
        ),
        (Status::permission_denied("its role"), 403),
    ] {
        office.record.refuse("TakeFromBatch", refusal);
        let refused = office.send(Method::POST, &path, &pack).await;
        assert_eq!(refused.status(), code);
    }
}
