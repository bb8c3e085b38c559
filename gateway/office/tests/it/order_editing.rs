//! Stories about what staff write about an order, and correct in it.

use proto::order::v1::{Order, OrderSource};
use reqwest::Method;
use runtime::status;
use serde_json::{Value, json};
use tonic::Code;

use crate::{
    fake_order::{NUMBER, ORDER, order},
    fake_staff::ASHA,
    fakes::{Office, data, refusal},
};

const NOTE: &str = "01936f00-0000-7000-8000-0000000000e1";

fn address(version: i32) -> Value {
    json!({
        "version": version,
        "fullName": "Bina Patel",
        "mobileNumber": "9123456789",
        "deliveryAddress": "4 Temple Street, Navsari",
        "pincode": "396445",
    })
}

#[tokio::test]
async fn notes_on_an_order_are_written_and_read() {
    let office = Office::start().await;
    let path = format!("/orders/{NUMBER}/notes");
    assert_eq!(office.read(&path).await, json!({ "notes": [] }));
    let note = json!({ "noteId": NOTE, "text": "Call before you come" });
    let response = office.send(Method::POST, &path, &note).await;
    assert_eq!(response.status(), 201);
    let body: Value = response.json().await.unwrap();
    let expected = json!({
        "id": NOTE,
        "text": "Call before you come",
        "writtenAt": "2026-11-25T06:30:00Z",
        "writtenBy": ASHA,
    });
    assert_eq!(body["data"], expected);
    assert_eq!(office.read(&path).await, json!({ "notes": [expected] }));
    let notes = office.order_editing.notes.lock().unwrap().clone();
    assert_eq!((notes.len(), notes[0].order_id.as_str()), (1, ORDER));
}

#[tokio::test]
async fn where_an_order_goes_is_corrected() {
    let office = Office::start().await;
    let path = format!("/orders/{NUMBER}/address");
    let corrected = data(office.send(Method::PUT, &path, &address(1)).await).await;
    for (field, expected) in [
        ("version", json!(2)),
        ("fullName", json!("Bina Patel")),
        ("mobileNumber", json!("9123456789")),
        ("deliveryAddress", json!("4 Temple Street, Navsari")),
        ("pincode", json!("396445")),
        ("source", json!("web")),
    ] {
        assert_eq!(corrected[field], expected, "{field}");
    }
    let asked = office.order_editing.corrections.lock().unwrap().clone();
    assert_eq!((asked[0].order_id.as_str(), asked[0].version), (ORDER, 1));
}

#[tokio::test]
async fn a_correction_that_cannot_be_made_says_why() {
    let office = Office::start().await;
    let path = format!("/orders/{NUMBER}/address");
    let changed = Order {
        version: 2,
        source: OrderSource::Whatsapp.into(),
        ..order()
    };
    let status = status::with_reason(Code::Aborted, "ORDER_CHANGED", "It was changed.");
    office
        .record
        .refuse("CorrectOrderAddress", status::with_message(&status, &changed));
    let body = refusal(office.send(Method::PUT, &path, &address(1)).await, 409).await;
    assert_eq!(body["code"], "ORDER_CHANGED");
    assert_eq!(
        (&body["data"]["version"], &body["data"]["source"]),
        (&json!(2), &json!("whatsapp"))
    );
    for reason in ["NOT_ALLOWED", "PINCODE_DIFFERS"] {
        let status = status::with_reason(Code::FailedPrecondition, reason, "It cannot be.");
        office.record.refuse("CorrectOrderAddress", status);
        let body = refusal(office.send(Method::PUT, &path, &address(1)).await, 409).await;
        assert_eq!(
            body,
            json!({ "success": false, "message": "It cannot be.", "code": reason })
        );
    }
}
