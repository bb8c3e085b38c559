//! Every staff call carries a token for that call alone, and the audit log records its subject.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    books, cash,
    fake_catalog::KARELA,
    fake_order::{NUMBER, ORDER},
    fakes::{Office, refusal},
    held, packing, payments, recall_notices,
    record::token_for,
};

/// A request below the API, its body, and the calls and subjects for which it requests tokens.
pub(crate) type Case = (Method, String, Value, &'static [(&'static str, &'static str)]);

fn about_orders() -> Vec<Case> {
    let number = "vm-261121-7k3qx";
    let payment = json!({ "channel": "cash", "amount": 538.5, "receivedOn": "2026-11-25" });
    vec![
        (
            Method::POST,
            "/orders/searches".to_owned(),
            json!({ "text": "Asha" }),
            &[("SearchOrders", "")],
        ),
        (
            Method::GET,
            format!("/orders/{number}"),
            Value::Null,
            &[("GetOrder", NUMBER)],
        ),
        (
            Method::POST,
            format!("/orders/{number}/transitions"),
            json!({ "to": "confirmed", "version": 1 }),
            &[("GetOrder", NUMBER), ("TransitionOrder", NUMBER)],
        ),
        (
            Method::POST,
            format!("/orders/{number}/payment"),
            payment,
            &[("GetOrder", NUMBER), ("RecordPayment", NUMBER)],
        ),
        (
            Method::GET,
            "/orders/export.csv?from=2026-11-01&until=2026-11-30".to_owned(),
            Value::Null,
            &[("ExportOrders", "2026-11-01 to 2026-11-30")],
        ),
        (
            Method::GET,
            "/orders/quote?pincode=395002".to_owned(),
            Value::Null,
            &[("QuoteDelivery", "")],
        ),
        (
            Method::GET,
            "/packs".to_owned(),
            Value::Null,
            &[("ListStockLevels", "")],
        ),
    ]
}

fn about_editing() -> Vec<Case> {
    let number = "vm-261121-7k3qx";
    vec![
        (
            Method::GET,
            format!("/orders/{number}/notes"),
            Value::Null,
            &[("GetOrder", NUMBER), ("ListOrderNotes", NUMBER)],
        ),
        (
            Method::POST,
            format!("/orders/{number}/notes"),
            json!({ "noteId": ORDER, "text": "She called" }),
            &[("GetOrder", NUMBER), ("AddOrderNote", NUMBER)],
        ),
        (
            Method::PUT,
            format!("/orders/{number}/address"),
            json!({
                "version": 1, "fullName": "Bina", "mobileNumber": "9", "deliveryAddress": "Surat", "pincode": "3",
            }),
            &[("GetOrder", NUMBER), ("CorrectOrderAddress", NUMBER)],
        ),
        (
            Method::PUT,
            format!("/orders/{number}/lines"),
            json!({ "version": 1, "lines": [{ "productId": KARELA, "weightInGrams": 100, "quantity": 3 }] }),
            &[("GetOrder", NUMBER), ("CorrectOrderLines", NUMBER)],
        ),
        (
            Method::POST,
            format!("/orders/{number}/payment-request"),
            json!({}),
            &[("GetOrder", NUMBER), ("RequestPayment", NUMBER)],
        ),
    ]
}

fn about_staff() -> Vec<Case> {
    vec![(
        Method::GET,
        format!("/log?subject={NUMBER}"),
        Value::Null,
        &[("ListOrderNumbers", ""), ("ListStaffLog", "")],
    )]
}

#[tokio::test]
async fn every_call_carries_a_token_for_itself_alone() {
    let office = Office::start().await;
    let cases = [
        about_orders(),
        about_editing(),
        about_staff(),
        books::calls(),
        cash::calls(),
        recall_notices::calls(),
        held::calls(),
        packing::calls(),
        payments::calls(),
        payments::calls_by_hand(),
    ]
    .concat();
    for (method, path, body, expected) in cases {
        let mut request = office.of("owner", method, &path);
        if !body.is_null() {
            request = request.json(&body);
        }
        let response = request.send().await.unwrap();
        assert!(
            response.status().is_success(),
            "{path}: {}",
            response.text().await.unwrap()
        );
        let requests = office.record.take_authorizations();
        for request in &requests {
            assert_eq!(request.session_token, "owner", "{path}");
        }
        let authorized: Vec<_> = requests.into_iter().flat_map(|request| request.calls).collect();
        let asked: Vec<_> = authorized
            .iter()
            .map(|asked| (asked.method.as_str(), asked.subject.as_str()))
            .collect();
        assert_eq!(asked, expected, "{path}");
        let named: Vec<_> = authorized
            .iter()
            .map(|asked| format!("{}/{}", asked.service, asked.method))
            .collect();
        let mut seen = office.record.take_seen();
        for seen in &seen {
            assert_eq!(seen.token, Some(token_for(&seen.call)), "{path}");
        }
        // One token serves all pages of a list.
        seen.dedup();
        let called: Vec<_> = seen.into_iter().map(|seen| seen.call).collect();
        assert_eq!(called, named, "{path}");
    }
}

#[tokio::test]
async fn a_call_that_cannot_be_logged_is_not_made() {
    let office = Office::start().await;
    office.identity_server.stop();
    testkit::eventually("the identity service is down", async || {
        let response = office.of("owner", Method::GET, "/session").send().await.unwrap();
        (response.status() == 503).then_some(())
    })
    .await;
    office.record.take_seen();
    let (path, confirming) = (
        format!("/orders/{NUMBER}/transitions"),
        json!({ "to": "confirmed", "version": 1 }),
    );
    refusal(office.send(Method::POST, &path, &confirming).await, 503).await;
    assert!(office.record.take_seen().is_empty());
}

#[tokio::test]
async fn a_subject_is_cut_to_what_the_log_keeps() {
    let office = Office::start().await;
    let long = "x".repeat(300);
    let response = office
        .of("owner", Method::GET, &format!("/orders/{long}"))
        .send()
        .await
        .unwrap();
    refusal(response, 404).await;
    assert_eq!(office.record.take_authorized()[0].subject.len(), 200);
}
