//! Tests of payouts of the payment provider.

use reqwest::Method;
use serde_json::json;
use tonic::Status;

use crate::{
    fake_settlements::SETTLEMENT,
    fakes::{Office, refusal},
};

#[tokio::test]
async fn settlements_are_listed_in_rupees_with_why_one_does_not_match() {
    let office = Office::start().await;
    let first = office.read("/payments/settlements").await;
    let matched = json!({
        "settlementId": SETTLEMENT,
        "provider": "razorpay",
        "providerSettlementId": "setl_1",
        "utr": "1568176960vxp0rj",
        "state": "matched",
        "payments": 2,
        "refunds": 1,
        "gross": 1500,
        "refunded": 200,
        "fee": 36.4,
        "feeTax": 6.4,
        "other": -10.5,
        "net": 1253.1,
        "settledOn": "2026-11-26",
    });
    assert_eq!(first["settlements"], json!([matched]));
    let second = office.read("/payments/settlements?cursor=second").await;
    let unmatched = &second["settlements"][0];
    assert_eq!(unmatched["state"], "unmatched");
    assert_eq!(
        unmatched["why"],
        "It contains payment pay_9, which belongs to no order."
    );
    assert_eq!((unmatched.get("utr"), second.get("next")), (None, None));
}

#[tokio::test]
async fn settlements_need_the_permission_to_see_payments() {
    let office = Office::start().await;
    let why = Status::permission_denied("a packer asks");
    office.record.refuse("ListSettlements", why);
    let response = office.of("packer", Method::GET, "/payments/settlements").send();
    refusal(response.await.unwrap(), 403).await;
}
