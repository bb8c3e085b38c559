//! Tests of delivery quotes while a shopper types a pincode.

use std::sync::atomic::Ordering;

use crate::fakes::Gateway;

#[tokio::test]
async fn answers_about_pincodes_are_cached_and_look_ups_are_rate_limited() {
    let gateway = Gateway::start().await;
    let ask = async |pincode: &str| gateway.get(&format!("/api/v1/delivery?pincode={pincode}")).await;
    for (pincode, status) in [("395007", 200), ("395007", 200), ("999999", 404), ("999999", 404)] {
        let answer = ask(pincode).await;
        assert_eq!(answer.status(), status);
        let cached = if status == 200 {
            "public, max-age=60"
        } else {
            "no-store"
        };
        assert_eq!(answer.headers()["cache-control"], cached);
    }
    let quoted = gateway.order.quoted.load(Ordering::Relaxed);
    assert_eq!(quoted, 2, "each pincode is asked about once");

    // The limit of this test is a hundred per minute, more than a shopper types.
    for _ in 0..96 {
        assert_eq!(ask("395007").await.status(), 200);
    }
    let mut refused = ask("395007").await;
    // On a slow machine the limit may have recovered meanwhile.
    while refused.status() == 200 {
        refused = ask("395007").await;
    }
    assert_eq!(refused.status(), 429);
    assert!(refused.headers().contains_key("retry-after"));
    assert_eq!(gateway.order.quoted.load(Ordering::Relaxed), 2);
}
