//! Tests of payment issues that need a person.

use reqwest::Method;
use serde_json::json;
use tonic::Status;

use crate::{
    fake_money::REFUND,
    fake_order::{NUMBER, ORDER},
    fakes::{Office, refusal},
};

#[tokio::test]
async fn findings_are_told_with_what_to_do_and_a_kind_of_a_newer_service_is_shown_too() {
    let office = Office::start().await;
    let told = office.read("/payments/findings").await;
    let held = json!({
        "kind": "held",
        "orderId": ORDER,
        "orderNumber": NUMBER,
        "providerReference": "pay_1",
        "amount": 537.5,
        "whatToDo": "Send it back.",
        "since": "2026-11-25T06:30:00Z",
    });
    assert_eq!(told["findings"][0], held);
    let newer = &told["findings"][1];
    assert_eq!(
        (&newer["kind"], newer.get("providerReference"), &newer["refundId"]),
        (&json!("other"), None, &json!(REFUND))
    );
    assert_eq!(told["lookedAt"], "2026-11-26T06:30:00Z");
}

#[tokio::test]
async fn a_missing_permission_and_an_outage_differ_from_having_no_findings() {
    let office = Office::start().await;
    for (why, status) in [
        (Status::permission_denied("a packer asks"), 403),
        (Status::unavailable("the database is away"), 503),
    ] {
        office.record.refuse("ListFindings", why);
        let response = office.of("packer", Method::GET, "/payments/findings").send();
        refusal(response.await.unwrap(), status).await;
    }
}
