//! Tests of online payments: reading, refunds and documents.

use proto::payment::v1::{PaymentState, RefundReason};
use reqwest::Method;
use runtime::status::{self, Rule, Violation};
use serde_json::{Value, json};
use tonic::{Code, Status};

use crate::{
    authorization::Case,
    fake_money::{CREDIT, INVOICE, PAYMENT, PDF, REFUND},
    fake_order::{NUMBER, ORDER},
    fake_staff::ASHA,
    fakes::{Office, data, header, refusal},
};

fn refunds() -> String {
    format!("/payments/{PAYMENT}/refunds")
}

fn wanted() -> Value {
    json!({ "refundId": REFUND, "amount": 249.25, "reason": "goodwill", "note": "She is kind" })
}

fn sent() -> Value {
    json!({ "channel": "bank_transfer", "reference": "AXISN26328", "sentOn": "2026-11-26" })
}

fn given_back() -> Value {
    let mut given_back = sent();
    given_back["refundId"] = json!(REFUND);
    given_back["amount"] = json!(100.5);
    given_back["reason"] = json!("goodwill");
    given_back
}

/// Requests about manual refunds, with the calls that they need.
pub(crate) fn calls_by_hand() -> Vec<Case> {
    let path = "/orders/vm-261121-7k3qx/refunds";
    vec![
        (
            Method::PUT,
            format!("/refunds/{REFUND}/manual"),
            sent(),
            &[("RecordManualRefund", REFUND)],
        ),
        (
            Method::POST,
            path.to_owned(),
            given_back(),
            &[("GetOrder", NUMBER), ("RecordRefund", NUMBER)],
        ),
        (
            Method::GET,
            path.to_owned(),
            Value::Null,
            &[("GetOrder", NUMBER), ("ListRecordedRefunds", NUMBER)],
        ),
        (
            Method::GET,
            "/payments/owed".to_owned(),
            Value::Null,
            &[("ListOwedMoney", "")],
        ),
    ]
}

/// Requests about payments, with the calls that they need.
pub(crate) fn calls() -> Vec<Case> {
    let number = "vm-261121-7k3qx";
    let match_of = format!("/payments/unmatched-credits/{CREDIT}/match");
    vec![
        (
            Method::GET,
            "/payments?state=held".to_owned(),
            Value::Null,
            &[("ListPayments", "")],
        ),
        (
            Method::GET,
            format!("/orders/{number}/payments"),
            Value::Null,
            &[("GetOrder", NUMBER), ("GetOrderPayments", NUMBER)],
        ),
        (
            Method::GET,
            "/payments/findings".to_owned(),
            Value::Null,
            &[("ListFindings", "")],
        ),
        (Method::POST, refunds(), wanted(), &[("RefundPayment", PAYMENT)]),
        (
            Method::GET,
            "/payments/unmatched-credits".to_owned(),
            Value::Null,
            &[("ListUnmatchedCredits", "")],
        ),
        (
            Method::PUT,
            match_of.clone(),
            json!({ "number": " vm-261121-7k3qx" }),
            &[("MatchCredit", NUMBER)],
        ),
        (
            Method::PUT,
            match_of,
            json!({ "note": "Rent came back" }),
            &[("MatchCredit", CREDIT)],
        ),
        (
            Method::GET,
            format!("/orders/{number}/documents"),
            Value::Null,
            &[("GetOrder", NUMBER), ("ListOrderDocuments", NUMBER)],
        ),
        (
            Method::GET,
            format!("/orders/{number}/documents/{INVOICE}/file.pdf"),
            Value::Null,
            &[("GetOrder", NUMBER), ("GetDocumentFile", NUMBER)],
        ),
        (
            Method::GET,
            format!("/orders/sale-documents?orderId={ORDER}"),
            Value::Null,
            &[("ListSaleDocuments", "")],
        ),
        (
            Method::GET,
            format!("/orders/sale-documents/print.pdf?orderId={ORDER}"),
            Value::Null,
            &[("PrintSaleDocuments", "")],
        ),
    ]
}

fn paid_and_partly_sent_back() -> Value {
    let refund = |amount: f64, state: &str| {
        json!({
            "refundId": REFUND,
            "amount": amount,
            "state": state,
            "reason": "returned",
            "wantedAt": "2026-11-25T06:30:00Z",
            "changedAt": "2026-11-25T06:31:00Z",
        })
    };
    json!({
        "paymentId": PAYMENT,
        "orderId": ORDER,
        "orderNumber": NUMBER,
        "state": "partly_refunded",
        "provider": "razorpay",
        "providerPaymentId": "pay_1",
        "asked": 538.5,
        "paid": 538.5,
        "fee": 12.71,
        // A failed refund took nothing.
        "left": 289.25,
        "refunds": [refund(249.25, "processed"), refund(100.0, "failed")],
        "startedAt": "2026-11-21T06:30:00Z",
        "paidAt": "2026-11-21T06:33:00Z",
    })
}

/// Compares JSON numbers by value, whichever way they are written.
fn same(told: &Value, expected: &Value) -> bool {
    match (told, expected) {
        (Value::Number(told), Value::Number(expected)) => told.as_f64() == expected.as_f64(),
        (Value::Array(told), Value::Array(expected)) => {
            told.len() == expected.len() && told.iter().zip(expected).all(|(a, b)| same(a, b))
        }
        (Value::Object(told), Value::Object(expected)) => {
            told.len() == expected.len()
                && told
                    .iter()
                    .all(|(name, a)| expected.get(name).is_some_and(|b| same(a, b)))
        }
        _ => told == expected,
    }
}

#[tokio::test]
async fn payments_are_listed_by_where_they_stand_page_by_page() {
    let office = Office::start().await;
    let page = office
        .read("/payments?state=held&state=partly_refunded&state=held")
        .await;
    let expected = paid_and_partly_sent_back();
    assert!(same(&page["payments"][0], &expected), "{page} {expected}");
    let open = &page["payments"][1];
    assert_eq!(
        (&open["state"], &open["paid"], &open["left"]),
        (&json!("open"), &json!(0), &json!(0))
    );
    assert_eq!((open.get("paidAt"), open.get("providerPaymentId")), (None, None));
    assert_eq!(page["next"], "2");
    let last = office.read("/payments?cursor=2").await;
    assert_eq!(last.get("next"), None);
    {
        let asked = office.money.lists.lock().unwrap();
        let states: Vec<_> = asked[0].states().collect();
        assert_eq!(states, [PaymentState::Held, PaymentState::PartlyRefunded]);
        assert_eq!((asked[1].states.len(), asked[1].page_token.as_str()), (0, "2"));
    }
    let response = office.of("owner", Method::GET, "/payments?state=gone");
    let body = refusal(response.send().await.unwrap(), 422).await;
    assert_eq!(body["errors"][0]["field"], "state");
}

#[tokio::test]
async fn an_order_has_its_payments_and_its_documents() {
    let office = Office::start().await;
    let paid = office.read(&format!("/orders/{NUMBER}/payments")).await;
    let expected = json!({ "payments": [paid_and_partly_sent_back()] });
    assert!(same(&paid, &expected), "{paid} {expected}");

    let issued = office.read(&format!("/orders/{NUMBER}/documents")).await;
    let invoice = json!({
        "documentId": INVOICE,
        "kind": "invoice",
        "number": "VM/26-27/00042",
        "issuedOn": "2026-11-22",
        "total": 538.5,
    });
    assert_eq!(issued["documents"][0], invoice);
    let note = &issued["documents"][1];
    assert_eq!(
        (&note["kind"], &note["corrects"], &note["total"]),
        (&json!("credit_note"), &json!("VM/26-27/00042"), &json!(249.25))
    );
    let count = issued["documents"].as_array().map(Vec::len);
    assert_eq!(count, Some(2), "an unknown kind is left out");
}

#[tokio::test]
async fn the_invoices_of_many_orders_are_listed_and_printed_at_once() {
    let office = Office::start().await;
    let other = "01936f00-0000-7000-8000-0000000000ae";
    let query = format!("orderId={other}&orderId={ORDER}");
    let listed = office.read(&format!("/orders/sale-documents?{query}")).await;
    let documents = listed["documents"].as_array().unwrap();
    assert_eq!(documents.len(), 1, "{listed}");
    assert_eq!(
        (
            &documents[0]["orderId"],
            &documents[0]["documentId"],
            &documents[0]["kind"]
        ),
        (&json!(ORDER), &json!(INVOICE), &json!("invoice"))
    );
    let print = async |query: &str| {
        let path = format!("/orders/sale-documents/print.pdf?{query}");
        office.of("owner", Method::GET, &path).send().await.unwrap()
    };
    let printed = print(&query).await;
    assert_eq!(header(&printed, "content-type"), "application/pdf");
    assert_eq!(header(&printed, "cache-control"), "no-store");
    assert_eq!(printed.bytes().await.unwrap().as_ref(), PDF);
    assert_eq!(print(&format!("orderId={other}")).await.status(), 404);
}

#[tokio::test]
async fn a_document_is_saved_under_its_number_and_kept_nowhere_else() {
    let office = Office::start().await;
    let path = |id: &str| format!("/orders/{NUMBER}/documents/{id}/file.pdf");
    let file = office
        .of("owner", Method::GET, &path(INVOICE))
        .send()
        .await
        .unwrap();
    assert_eq!(file.status(), 200);
    for (name, value) in [
        ("content-type", "application/pdf"),
        (
            "content-disposition",
            "attachment; filename=\"VM-26-27-00042.pdf\"",
        ),
        ("cache-control", "no-store"),
    ] {
        assert_eq!(header(&file, name), value);
    }
    assert_eq!(file.bytes().await.unwrap(), PDF);
    let other = office
        .of("owner", Method::GET, &path(REFUND))
        .send()
        .await
        .unwrap();
    refusal(other, 404).await;
}

#[tokio::test]
async fn money_goes_back_once_for_an_id_that_the_browser_chose() {
    let office = Office::start().await;
    let response = office.send(Method::POST, &refunds(), &wanted()).await;
    let body: Value = response.json().await.unwrap();
    let refund = &body["data"];
    assert_eq!(
        (
            &refund["refundId"],
            &refund["amount"],
            &refund["state"],
            &refund["reason"]
        ),
        (
            &json!(REFUND),
            &json!(249.25),
            &json!("wanted"),
            &json!("goodwill")
        )
    );
    let asked = office.money.refunds.lock().unwrap().pop().unwrap();
    assert_eq!(asked.reason(), RefundReason::Goodwill);
    assert_eq!(
        (
            asked.refund_id.as_str(),
            asked.payment_id.as_str(),
            asked.amount_paise,
            asked.note.as_str()
        ),
        (REFUND, PAYMENT, 24_925, "She is kind")
    );
    for reason in ["cancelled", "too_late", "paid_twice", ""] {
        let wanted = json!({ "refundId": REFUND, "amount": 1, "reason": reason });
        let response = office.send(Method::POST, &refunds(), &wanted).await;
        assert!(
            response.status().is_client_error(),
            "the shop gives {reason:?} by itself"
        );
    }
    let parts_of_paise = json!({ "refundId": REFUND, "amount": 1.005, "reason": "goodwill" });
    let response = office.send(Method::POST, &refunds(), &parts_of_paise).await;
    assert!(response.status().is_client_error());
    assert_eq!(office.money.refunds.lock().unwrap().len(), 0);
}

#[tokio::test]
async fn why_money_does_not_go_back_is_told_in_the_words_of_rest() {
    let office = Office::start().await;
    let refused = |status: Status| office.record.refuse("RefundPayment", status);
    let words = "At most ₹1.00 of this payment can be refunded.";
    refused(status::with_reason(Code::FailedPrecondition, "TOO_MUCH", words));
    let body = refusal(office.send(Method::POST, &refunds(), &wanted()).await, 409).await;
    assert_eq!(
        (&body["code"], &body["message"]),
        (&json!("TOO_MUCH"), &json!(words))
    );

    let broken = Rule::Required.says("Enter how much to refund");
    refused(status::invalid(vec![Violation::new("amount_paise", broken)]));
    let body = refusal(office.send(Method::POST, &refunds(), &wanted()).await, 422).await;
    assert_eq!(body["errors"][0]["field"], "amount");

    refused(status::with_reason(
        Code::PermissionDenied,
        "REAUTHENTICATE",
        "Is it you?",
    ));
    let body = refusal(office.send(Method::POST, &refunds(), &wanted()).await, 403).await;
    assert_eq!(body["reason"], "REAUTHENTICATE");
}

#[tokio::test]
async fn money_that_people_send_back_is_written_down_with_its_number() {
    let office = Office::start().await;
    let path = format!("/refunds/{REFUND}/manual");
    let refund = data(office.send(Method::PUT, &path, &sent()).await).await;
    assert_eq!(refund["refundId"], REFUND);
    assert_eq!(refund["manual"], sent());
    let words = "This refund is already recorded with other details. Look at it again.";
    let before = status::with_reason(Code::FailedPrecondition, "SENT", words);
    office.record.refuse("RecordManualRefund", before);
    let body = refusal(office.send(Method::PUT, &path, &sent()).await, 409).await;
    assert_eq!((&body["code"], &body["message"]), (&json!("SENT"), &json!(words)));

    let path = format!("/orders/{NUMBER}/refunds");
    let order = data(office.send(Method::POST, &path, &given_back()).await).await;
    assert_eq!(
        (&order["paymentStatus"], &order["refunded"]),
        (&json!("partly_refunded"), &json!(100.5))
    );
    let told = office.read(&path).await;
    assert_eq!(
        told["refunds"],
        json!([{
            "refundId": REFUND,
            "channel": "cash",
            "reference": "Asha Patel",
            "amount": 100.5,
            "reason": "returned",
            "sentOn": "2026-11-25",
            "recordedAt": "2026-11-25T06:30:00Z",
            "staffId": ASHA,
        }])
    );
    let owed = office.read("/payments/owed").await;
    assert_eq!(
        owed["orders"],
        json!([{
            "orderId": ORDER,
            "orderNumber": NUMBER,
            "status": "cancelled",
            "channel": "upi",
            "amount": 538.5,
            "receivedOn": "2026-11-22",
        }])
    );
    assert_eq!(
        owed["unpaid"],
        json!([{
            "orderId": ORDER,
            "orderNumber": NUMBER,
            "status": "confirmed",
            "amount": 249,
            "placedAt": "2026-11-22T06:30:00Z",
        }])
    );
    let mut by_card = given_back();
    by_card["channel"] = json!("online");
    let refused = office.send(Method::POST, &path, &by_card).await;
    assert!(
        refused.status().is_client_error(),
        "people send nothing through a provider"
    );
}

#[tokio::test]
async fn an_order_that_waits_for_money_is_not_confirmed_and_says_why() {
    let office = Office::start().await;
    let words = "This order is paid online, and the money is not there yet.";
    let not_paid = status::with_reason(Code::FailedPrecondition, "NOT_PAID", words);
    office.record.refuse("TransitionOrder", not_paid);
    let confirming = json!({ "to": "confirmed", "version": 1 });
    let path = format!("/orders/{NUMBER}/transitions");
    let body = refusal(office.send(Method::POST, &path, &confirming).await, 409).await;
    assert_eq!(
        body,
        json!({ "success": false, "message": words, "code": "NOT_PAID" })
    );
}

#[tokio::test]
async fn without_the_services_of_money_the_rest_of_the_office_goes_on() {
    let office = Office::start().await;
    office.money_server.stop();
    let path = format!("/orders/{NUMBER}/documents");
    testkit::eventually("the documents are unavailable", async || {
        let response = office.of("owner", Method::GET, &path).send().await.unwrap();
        (response.status() == 503).then_some(())
    })
    .await;
    assert_eq!(office.get("/readyz").await.status(), 200);
    assert_eq!(
        office.read(&format!("/orders/{NUMBER}")).await["orderNumber"],
        NUMBER
    );
}
