//! Tests of recall notices by mail and by call.

use proto::order::v1::RecalledPacks;
use reqwest::Method;
use serde_json::{Value, json};
use tonic::{Code, Status};

use crate::{
    authorization::Case,
    fake_catalog::KARELA,
    fake_inventory::BATCH,
    fake_order::{NUMBER, ORDER},
    fake_recalls::CALLED,
    fake_staff::ASHA,
    fakes::{Office, data, refusal},
};

fn path() -> String {
    format!("/stock/batches/{BATCH}/recall-notices")
}

pub(crate) fn calls() -> Vec<Case> {
    vec![
        (
            Method::GET,
            path(),
            Value::Null,
            &[("ListRecalledOrders", BATCH), ("ListRecallNotices", BATCH)],
        ),
        (
            Method::POST,
            path(),
            json!({ "reason": "A stone was found" }),
            &[
                ("ListRecalledOrders", BATCH),
                ("SendRecallNotices", BATCH),
                ("ListRecallNotices", BATCH),
            ],
        ),
    ]
}

fn called() -> Value {
    json!({
        "orderId": CALLED,
        "orderNumber": "VM-261121-9ZZZZ",
        "quantity": 2,
        "state": "to_call",
        "fullName": "Meena Shah",
        "mobileNumber": "9876543211",
    })
}

#[tokio::test]
async fn only_orders_whose_packs_are_out_are_written_to_by_what_the_inventory_counts() {
    let office = Office::start().await;
    let before = office.read(&path()).await;
    assert_eq!(before["reason"], "A stone was found");
    let to_write = json!({ "orderId": ORDER, "orderNumber": NUMBER, "quantity": 2, "state": "to_write" });
    assert_eq!(before["notices"], json!([to_write, called()]));
    assert!(
        office.recalls.sent.lock().unwrap().is_empty(),
        "reading sends no mail"
    );

    let words = json!({ "reason": "A stone was found in one pack" });
    let after = data(office.send(Method::POST, &path(), &words).await).await;
    let written = json!({
        "orderId": ORDER,
        "orderNumber": NUMBER,
        "quantity": 2,
        "state": "written",
        "requestedAt": "2026-11-26T07:00:00Z",
        "requestedBy": ASHA,
    });
    assert_eq!(after["notices"], json!([written, called()]));
    let sent = office.recalls.sent.lock().unwrap().clone();
    assert_eq!(sent.len(), 1);
    let packs = |order_id: &str| RecalledPacks {
        order_id: order_id.to_owned(),
        quantity: 2,
    };
    assert_eq!(sent[0].orders, [packs(ORDER), packs(CALLED)]);
    let batch = sent[0].batch.clone().unwrap();
    assert_eq!(
        (batch.batch_id.as_str(), batch.batch_number.as_str()),
        (BATCH, "K-2611")
    );
    assert_eq!((batch.product_id.as_str(), batch.weight_in_grams), (KARELA, 100));
    assert_eq!(sent[0].reason, "A stone was found in one pack");
}

#[tokio::test]
async fn a_batch_that_is_not_recalled_and_a_role_that_may_not_see_orders_send_no_mail() {
    let office = Office::start().await;
    let words = json!({ "reason": "A stone was found" });
    let not_recalled = runtime::status::with_reason(
        Code::FailedPrecondition,
        "NOT_RECALLED",
        "This batch is not recalled.",
    );
    for (method, status, expected) in [
        ("ListRecalledOrders", not_recalled, 409),
        ("ListRecalledOrders", Status::permission_denied("its role"), 403),
    ] {
        office.record.refuse(method, status);
        let answer = office.send(Method::POST, &path(), &words).await;
        refusal(answer, expected).await;
    }
    assert!(office.recalls.sent.lock().unwrap().is_empty());
}
