//! Tokens for several calls are requested at once, and each call has its own log entry.

use proto::identity::v1::StaffOutcome;
use reqwest::Method;
use serde_json::json;

use crate::{
    fake_order::{NUMBER, ORDER},
    fakes::{Office, data, refusal},
};

/// Waits for this many outcomes in the audit log and returns them.
async fn told(office: &Office, count: usize) -> Vec<(String, StaffOutcome, String)> {
    let told = testkit::eventually("the log is told", async || {
        let told = office.staff.outcomes.lock().unwrap().clone();
        (told.len() == count).then_some(told)
    })
    .await;
    let mut told: Vec<_> = told
        .into_iter()
        .map(|told| (told.log_id.clone(), told.outcome(), told.reason))
        .collect();
    told.sort_by(|one, other| one.0.cmp(&other.0));
    told
}

fn entry(call: &str, outcome: StaffOutcome, reason: &str) -> (String, StaffOutcome, String) {
    let log_id = format!("shop.order.v1.OrderService/{call}");
    (log_id, outcome, reason.to_owned())
}

#[tokio::test]
async fn a_transition_asks_for_a_token_about_its_order_and_the_day_once_for_all_its_tokens() {
    let office = Office::start().await;
    let path = format!("/orders/{NUMBER}/transitions");
    let body = json!({ "to": "confirmed", "version": 1 });
    data(office.send(Method::POST, &path, &body).await).await;
    let authorized = office.record.take_authorized();
    let named: Vec<_> = authorized
        .iter()
        .map(|call| (call.method.as_str(), call.subject.as_str(), call.about.as_str()))
        .collect();
    assert_eq!(
        named,
        [("GetOrder", NUMBER, NUMBER), ("TransitionOrder", NUMBER, ORDER)]
    );
    office.read("/today").await;
    assert_eq!(office.record.take_authorizations().len(), 1);
}

#[tokio::test]
async fn no_token_is_asked_for_a_call_about_an_order_that_is_not_there() {
    let office = Office::start().await;
    let body = json!({ "to": "confirmed", "version": 1 });
    refusal(
        office.send(Method::POST, "/orders/VM-1/transitions", &body).await,
        404,
    )
    .await;
    assert_eq!(
        told(&office, 1).await,
        [entry("GetOrder VM-1", StaffOutcome::Refused, "NOT_FOUND")]
    );
}

#[tokio::test]
async fn the_log_is_told_what_a_list_showed() {
    let office = Office::start().await;
    for (path, shown) in [("/orders", NUMBER), ("/stock/held/orders", NUMBER)] {
        office.read(path).await;
        let told = testkit::eventually("the log is told", async || {
            office.staff.outcomes.lock().unwrap().pop()
        })
        .await;
        assert!(told.shown.iter().any(|id| id == shown), "{path}: {told:?}");
    }
}

#[tokio::test]
async fn orders_that_are_asked_for_by_their_numbers_are_each_in_the_log() {
    let office = Office::start().await;
    let page = office.read("/orders?number=vm-261121-7k3qx&number=VM-2").await;
    assert_eq!(page["orders"][0]["orderNumber"], NUMBER);
    let searches = office.order.searches.lock().unwrap().clone();
    assert_eq!(searches[0].order_numbers, [NUMBER, "VM-2"]);
    assert_eq!(searches[0].page_size, 2);
    let requests = office.record.take_authorizations();
    assert_eq!(requests.len(), 1);
    let named: Vec<_> = requests[0]
        .calls
        .iter()
        .map(|call| (call.method.as_str(), call.subject.as_str()))
        .collect();
    assert_eq!(named, [("SearchOrders", NUMBER), ("SearchOrders", "VM-2")]);
    assert_eq!(
        told(&office, 2).await,
        [
            entry("SearchOrders VM-2", StaffOutcome::Done, ""),
            entry(&format!("SearchOrders {NUMBER}"), StaffOutcome::Done, ""),
        ]
    );
    let numbers: Vec<_> = (0..101).map(|at| format!("number=VM-{at}")).collect();
    let path = format!("/orders?{}", numbers.join("&"));
    let body = refusal(office.of("owner", Method::GET, &path).send().await.unwrap(), 422).await;
    assert_eq!(body["errors"][0]["field"], "number");
}
