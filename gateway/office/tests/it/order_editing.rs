//! Tests of notes on orders, and of corrections.

use proto::order::v1::{Order, OrderSource, PackLeft, PacksLeft};
use reqwest::Method;
use runtime::status;
use serde_json::{Value, json};
use tonic::Code;

use crate::{
    fake_catalog::KARELA,
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
async fn the_address_of_an_order_is_corrected() {
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
    for reason in ["NOT_ALLOWED", "PINCODE_DIFFERS", "NO_CASH_THERE"] {
        let status = status::with_reason(Code::FailedPrecondition, reason, "It cannot be.");
        office.record.refuse("CorrectOrderAddress", status);
        let body = refusal(office.send(Method::PUT, &path, &address(1)).await, 409).await;
        assert_eq!(
            body,
            json!({ "success": false, "message": "It cannot be.", "code": reason })
        );
    }
}

fn quantities(version: i32) -> Value {
    json!({
        "version": version,
        "lines": [{ "productId": KARELA, "weightInGrams": 100, "quantity": 3 }],
    })
}

#[tokio::test]
async fn how_many_packs_an_order_has_is_corrected() {
    let office = Office::start().await;
    let path = format!("/orders/{NUMBER}/lines");
    let corrected = data(office.send(Method::PUT, &path, &quantities(1)).await).await;
    assert_eq!(
        (&corrected["version"], &corrected["lines"][0]["quantity"]),
        (&json!(2), &json!(3))
    );
    let asked = office.order_editing.quantities.lock().unwrap().clone();
    let line = &asked[0].lines[0];
    assert_eq!((asked[0].order_id.as_str(), asked[0].version), (ORDER, 1));
    assert_eq!(
        (line.product_id.as_str(), line.weight_in_grams, line.quantity),
        (KARELA, 100, 3)
    );
}

#[tokio::test]
async fn quantities_that_cannot_be_had_come_with_how_things_stand() {
    let office = Office::start().await;
    let path = format!("/orders/{NUMBER}/lines");
    let changed = Order {
        version: 2,
        ..order()
    };
    let status = status::with_reason(Code::Aborted, "ORDER_CHANGED", "It was changed.");
    office
        .record
        .refuse("CorrectOrderLines", status::with_message(&status, &changed));
    let body = refusal(office.send(Method::PUT, &path, &quantities(1)).await, 409).await;
    assert_eq!(
        (&body["code"], &body["data"]["version"]),
        (&json!("ORDER_CHANGED"), &json!(2))
    );

    let left = PacksLeft {
        packs: vec![PackLeft {
            product_id: KARELA.to_owned(),
            weight_in_grams: 100,
            left: 2,
        }],
    };
    let status = status::with_reason(Code::FailedPrecondition, "OUT_OF_STOCK", "It can have 2.");
    office
        .record
        .refuse("CorrectOrderLines", status::with_message(&status, &left));
    let body = refusal(office.send(Method::PUT, &path, &quantities(1)).await, 409).await;
    assert_eq!(
        body,
        json!({
            "success": false,
            "message": "It can have 2.",
            "code": "OUT_OF_STOCK",
            "data": { "left": [{ "productId": KARELA, "weightInGrams": 100, "left": 2 }] },
        })
    );

    let status = status::with_reason(Code::FailedPrecondition, "NOT_ALLOWED", "It is paid.");
    office.record.refuse("CorrectOrderLines", status);
    let body = refusal(office.send(Method::PUT, &path, &quantities(1)).await, 409).await;
    assert_eq!(
        body,
        json!({ "success": false, "message": "It is paid.", "code": "NOT_ALLOWED" })
    );
}

#[tokio::test]
async fn a_shopper_is_told_once_more_how_to_pay() {
    let office = Office::start().await;
    let path = format!("/orders/{NUMBER}/payment-request");
    let sent = data(office.send(Method::POST, &path, &json!({})).await).await;
    assert_eq!(sent, json!({ "email": "asha@gmail.com" }));
    let words = "The shopper cannot pay this order now.";
    let status = status::with_reason(Code::FailedPrecondition, "NOT_ALLOWED", words);
    office.record.refuse("RequestPayment", status);
    let body = refusal(office.send(Method::POST, &path, &json!({})).await, 409).await;
    assert_eq!(
        body,
        json!({ "success": false, "message": words, "code": "NOT_ALLOWED" })
    );
}
