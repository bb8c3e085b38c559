//! The list of a day's payments.

use std::collections::HashSet;

use payment::provider::PAGE;
use serde_json::json;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::simulated_account::{AMOUNT, SimulatedAccount};

#[tokio::test]
async fn a_day_is_listed_page_by_page() {
    let simulated = SimulatedAccount::open().await;
    let id = Uuid::new_v4();
    simulated.asked(id).await;
    for _ in 0..PAGE {
        simulated.press(id, "decline").await;
    }
    let paid = simulated.paid(id).await;
    let now = OffsetDateTime::now_utc();
    let (from, to) = (now - Duration::hours(1), now + Duration::hours(1));
    let list = async |skip| {
        simulated
            .provider
            .list_payments(from, to, skip)
            .await
            .expect("it is listed")
    };

    let first = list(0).await;
    assert_eq!((first.items.len(), first.is_full), (PAGE, true));
    assert_eq!(first.items[0], paid, "the newest first");
    let second = list(PAGE).await;
    assert_eq!((second.items.len(), second.is_full), (1, false));
    let all = first.items.iter().chain(&second.items);
    assert!(all.clone().all(|payment| payment.attempt_id == Some(id)));
    assert_eq!(all.map(|payment| &payment.id).collect::<HashSet<_>>().len(), 101);

    let before = simulated
        .provider
        .list_payments(from, now - Duration::minutes(30), 0)
        .await;
    assert_eq!(before.expect("it is listed").items, []);
}

/// A payment without a link has an empty list as notes.
#[tokio::test]
async fn money_that_is_no_attempts_is_listed_without_one() {
    let simulated = SimulatedAccount::open().await;
    let order = json!({ "amount": AMOUNT, "currency": "INR" });
    let order = simulated.post("v1/orders", &order).await;
    let paid = simulated
        .post(
            "simulator/pay",
            &json!({ "order": order["id"], "button": "card" }),
        )
        .await;
    let payment_id = paid["payment_id"].as_str().expect("it has an id");
    let payment = simulated
        .provider
        .find_payment(payment_id)
        .await
        .expect("it is found")
        .expect("it is in rupees");
    assert_eq!((payment.attempt_id, payment.is_captured), (None, true));
}
