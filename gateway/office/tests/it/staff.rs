//! Tests of the log of staff.

use reqwest::Method;
use serde_json::json;
use tonic::Status;

use crate::{
    fake_order::{NUMBER, ORDER},
    fake_staff::ASHA,
    fakes::{Office, refusal},
};

#[tokio::test]
async fn the_log_is_read_page_by_page() {
    let office = Office::start().await;
    let page = office
        .read(&format!("/log?staffId={ASHA}&subject=VM-261121-7K3QX"))
        .await;
    let entry = json!({
        "askedAt": "2026-11-25T06:31:00Z",
        "staffId": ASHA,
        "staffName": "Asha",
        "method": "TransitionOrder",
        "subject": "VM-261121-7K3QX",
        "outcome": "refused",
        "outcomeReason": "NO_WAY",
    });
    assert_eq!(page, json!({ "entries": [entry], "next": "2" }));
    let last = office.read("/log?cursor=2").await;
    assert_eq!(last.get("next"), None);
}

#[tokio::test]
async fn the_log_of_an_order_holds_calls_by_its_number_and_by_its_id() {
    let office = Office::start().await;
    office.read("/log?subject=+vm-261121-7k3qx").await;
    office.read("/log?subject=T0042").await;
    let searches = office.staff.searches.lock().unwrap().clone();
    let searches: Vec<_> = searches
        .iter()
        .map(|asked| (asked.subject.as_str(), asked.about.as_str()))
        .collect();
    assert_eq!(searches, [(NUMBER, ORDER), ("T0042", "")]);

    // The contract's own methods log the id, and staff know the number.
    let page = office.read(&format!("/log?subject={ORDER}")).await;
    let entry = &page["entries"][0];
    assert_eq!(
        (&entry["subject"], &entry["about"]),
        (&json!(NUMBER), &json!(ORDER))
    );
}

#[tokio::test]
async fn a_search_of_the_log_that_would_miss_calls_fails() {
    let office = Office::start().await;
    office
        .record
        .refuse("ListOrderNumbers", Status::unavailable("the orders are away"));
    let path = format!("/log?subject={NUMBER}");
    let response = office.of("owner", Method::GET, &path).send().await.unwrap();
    refusal(response, 503).await;
    office.read("/log").await;
}
