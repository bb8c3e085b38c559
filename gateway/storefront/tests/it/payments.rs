//! Tests of payments and documents of an order.

use std::num::NonZeroU32;

use proto::{
    billing::v1::DocumentKind,
    payment::v1::{Payment, PaymentState, Refund, RefundState, StartPaymentRequest},
};
use reqwest::{Method, Response};
use serde_json::{Value, json};
use tonic::{Code, Status};

use crate::{
    built_site::build_site,
    fake_catalog::{FakeCatalog, karela},
    fake_order::{NUMBER, ORDER},
    fake_payment::open,
    fakes::{Gateway, header},
};

async fn pay(gateway: &Gateway, what: &str, proof: &Value) -> Response {
    let path = format!("/api/v1/users/orders/{NUMBER}/payment{what}");
    let request = gateway.request(Method::POST, &path).json(proof);
    request.send().await.unwrap()
}

/// A gateway with a limit of a hundred failed order proofs per minute.
async fn wide_gateway() -> Gateway {
    let site = tempfile::tempdir().unwrap();
    build_site(site.path());
    let catalog = FakeCatalog::answering(Ok(vec![karela()]));
    let gateway = Gateway::set_up(catalog, site, |settings| {
        settings.rates.credential_tries_per_minute = NonZeroU32::new(100).unwrap();
    });
    gateway.await
}

fn by_number() -> Value {
    json!({ "mobilenumber": "9876543210" })
}

fn by_link() -> Value {
    json!({ "token": "6a3b-00c0ffee" })
}

#[tokio::test]
async fn a_shopper_who_proves_the_order_is_theirs_starts_paying() {
    let gateway = wide_gateway().await;
    for proof in [by_number(), json!({ "token": "6a3b-00c0ffee" })] {
        let response = pay(&gateway, "", &proof).await;
        assert_eq!(response.status(), 200, "{proof}");
        assert_eq!(header(&response, "cache-control"), "no-store");
        let mut body: Value = response.json().await.unwrap();
        let left = body["data"]["secondsLeft"].take();
        assert!(left.as_i64().unwrap() > 0, "{left}");
        let expected = json!({
            "orderNumber": NUMBER, "state": "open", "amount": 249.5, "payUrl": "https://pay.example/l/1",
            "upiLink": null, "dueAt": "2099-11-26T07:00:00Z", "secondsLeft": null, "paid": 0, "paidAt": null,
            "refunds": [], "isSimulated": true, "decline": "",
        });
        assert_eq!(body["data"], expected);
        let started = gateway.backends.payment.started.lock().unwrap().pop();
        let expected = StartPaymentRequest {
            order_id: ORDER.to_owned(),
            return_path: format!("/payment?order={NUMBER}"),
        };
        assert_eq!(started, Some(expected), "no proof goes to the provider");
    }
}

#[tokio::test]
async fn every_door_that_takes_a_proof_of_an_order_counts_on_one_limit() {
    let gateway = Gateway::start().await;
    // The limit is one wrong proof per minute.
    let wrong = json!({ "mobilenumber": "9000000000" });
    assert_eq!(pay(&gateway, "/state", &wrong).await.status(), 404);
    for what in ["", "/state", "/check"] {
        assert_eq!(pay(&gateway, what, &wrong).await.status(), 429, "{what}");
    }
    let order = json!({ "orderNumber": NUMBER, "mobilenumber": "9000000000" });
    let doors = [
        ("orders/track".to_owned(), order),
        (format!("orders/{NUMBER}/invoice"), by_link()),
        (
            format!("orders/{NUMBER}/cancel"),
            json!({ "version": 1, "mobilenumber": "9000000000" }),
        ),
        (
            format!("orders/{NUMBER}/returns"),
            json!({ "version": 1, "mobilenumber": "9000000000", "reason": "torn" }),
        ),
    ];
    for (door, body) in doors {
        let request = gateway.request(Method::POST, &format!("/api/v1/users/{door}"));
        assert_eq!(request.json(&body).send().await.unwrap().status(), 429, "{door}");
    }
}

#[tokio::test]
async fn strangers_learn_nothing_of_a_payment() {
    let gateway = wide_gateway().await;
    for what in ["", "/state", "/check"] {
        let wrong = json!({ "mobilenumber": "9000000000" });
        assert_eq!(pay(&gateway, what, &wrong).await.status(), 404, "{what}");
        assert_eq!(pay(&gateway, what, &json!({})).await.status(), 401, "{what}");
    }
    let payment = &gateway.backends.payment;
    assert!(payment.started.lock().unwrap().is_empty());
    assert!(
        payment.looked.lock().unwrap().is_empty(),
        "the payment service was not asked"
    );
}

#[tokio::test]
async fn a_check_asks_the_provider_and_a_look_does_not() {
    let gateway = wide_gateway().await;
    let refund = |state: RefundState| Refund {
        amount_paise: 4_950,
        state: state.into(),
        wanted_at: "2026-11-26T06:30:00Z".to_owned(),
        changed_at: "2026-11-26T06:31:00Z".to_owned(),
        ..Refund::default()
    };
    gateway.backends.payment.now_says(Ok(Payment {
        state: PaymentState::PartlyRefunded.into(),
        paid_paise: 20_000,
        refunds: vec![refund(RefundState::Processed), refund(RefundState::Wanted)],
        paid_at: "2026-11-26T06:00:00Z".to_owned(),
        ..open()
    }));
    for what in ["/state", "/check/"] {
        let response = pay(&gateway, what, &by_number()).await;
        assert_eq!(response.status(), 200, "{what}");
        let body: Value = response.json().await.unwrap();
        assert_eq!(body["data"]["state"], "partly_refunded");
        assert_eq!(body["data"]["paid"], 200);
        let states: Vec<_> = body["data"]["refunds"].as_array().unwrap().iter().collect();
        assert_eq!(
            (&states[0]["state"], &states[1]["state"]),
            (&json!("processed"), &json!("on_its_way"))
        );
    }
    let looked = gateway.backends.payment.looked.lock().unwrap().clone();
    assert_eq!(looked, [ORDER.to_owned(), format!("check {ORDER}")]);
}

#[tokio::test]
async fn why_an_order_cannot_be_paid_is_told_apart() {
    let gateway = wide_gateway().await;
    for reason in ["PAID", "TOO_LATE", "NOT_ONLINE", "NOT_TO_BE_PAID"] {
        let refusal = runtime::status::with_reason(Code::FailedPrecondition, reason, "for the log");
        gateway.backends.payment.now_says(Err(refusal));
        let response = pay(&gateway, "", &by_number()).await;
        assert_eq!(response.status(), 409, "{reason}");
        let body: Value = response.json().await.unwrap();
        assert_eq!(body["code"], reason);
        assert_ne!(body["message"], "for the log");
    }
    gateway
        .backends
        .payment
        .now_says(Err(Status::unavailable("the provider is away")));
    let response = pay(&gateway, "", &by_number()).await;
    assert_eq!(response.status(), 503);
    assert!(!header(&response, "retry-after").is_empty());
}

#[tokio::test]
async fn online_payment_is_offered_while_the_payment_service_answers_for_it() {
    let gateway = wide_gateway().await;
    let asked = async || -> Value {
        let answer = gateway.get("/api/v1/delivery?pincode=395007").await;
        answer.json().await.unwrap()
    };
    for _ in 0..3 {
        let body = asked().await;
        assert_eq!(body["data"]["takesOnlinePayment"], true);
        assert_eq!(body["data"]["isPaymentSimulated"], true);
        assert_eq!(body["data"]["isUpiOnly"], false);
    }
    assert_eq!(*gateway.backends.payment.asked_for_ways.lock().unwrap(), 1);
}

#[tokio::test]
async fn without_the_payment_service_the_shop_sells_in_other_ways() {
    let site = tempfile::tempdir().unwrap();
    crate::built_site::build_site(site.path());
    let catalog = crate::fake_catalog::FakeCatalog::answering(Ok(vec![crate::fake_catalog::karela()]));
    let gateway = Gateway::set_up(catalog, site, |settings| {
        settings.services.payment_url = testkit::away();
        settings.services.billing_url = testkit::away();
    })
    .await;
    gateway.has_the_list().await;
    testkit::eventually("the gateway is ready", async || {
        (gateway.get("/readyz").await.status() == 200).then_some(())
    })
    .await;
    let answer = gateway.get("/api/v1/delivery?pincode=395007").await;
    assert_eq!(answer.status(), 200);
    let body: Value = answer.json().await.unwrap();
    assert_eq!(body["data"]["takesOnlinePayment"], false);
    let tracking = json!({ "orderNumber": NUMBER, "mobilenumber": "9876543210" });
    let request = gateway
        .request(Method::POST, "/api/v1/users/orders/track")
        .json(&tracking);
    let answer = request.send().await.unwrap();
    assert_eq!(
        answer.status(),
        200,
        "an order is read without its documents, too"
    );
    let body: Value = answer.json().await.unwrap();
    assert_eq!(body["data"]["documents"], json!([]));
    assert_eq!(body["data"]["paymentStatus"], "paid");
}

async fn invoice(gateway: &Gateway, query: &str, proof: &Value) -> Response {
    let path = format!("/api/v1/users/orders/{NUMBER}/invoice{query}");
    let request = gateway.request(Method::POST, &path).json(proof);
    request.send().await.unwrap()
}

#[tokio::test]
async fn a_document_with_name_and_address_needs_the_session_or_the_link_of_a_mail() {
    let gateway = wide_gateway().await;
    let response = invoice(&gateway, "", &by_link()).await;
    assert_eq!(response.status(), 404);
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["code"], "NOT_ISSUED");
    assert_eq!(
        body["message"],
        "There is no invoice for this order yet. It is issued when the parcel leaves."
    );

    gateway.backends.billing.issues(DocumentKind::Invoice, 1);
    let credit_note = gateway.backends.billing.issues(DocumentKind::CreditNote, 2);
    for (query, file) in [
        (String::new(), "VM-26-27-00001"),
        (format!("?document={credit_note}"), "VM-26-27-00002"),
    ] {
        let refused = invoice(&gateway, &query, &by_number()).await;
        assert_eq!(refused.status(), 403, "{query}");
        let body: Value = refused.json().await.unwrap();
        assert_eq!(body["code"], "LINK_NEEDED");
        assert_eq!(
            body["message"],
            "A document shows a name and an address. Open the link in one of our emails about this order, or log in."
        );
        let response = invoice(&gateway, &query, &by_link()).await;
        assert_eq!(response.status(), 200, "{query}");
        assert_eq!(header(&response, "content-type"), "application/pdf");
        assert_eq!(header(&response, "cache-control"), "no-store");
        let named = format!("attachment; filename=\"{file}.pdf\"");
        assert_eq!(header(&response, "content-disposition"), named);
        let pdf = response.text().await.unwrap();
        assert_eq!(pdf.replace('/', "-"), format!("%PDF {file}"));
    }
    let other = "?document=01936f00-0000-7000-8000-0000000000d9";
    for query in [other, "?document=1"] {
        assert_eq!(
            invoice(&gateway, query, &by_link()).await.status(),
            404,
            "{query}"
        );
    }
    let stranger = json!({ "mobilenumber": "9000000000" });
    let told = invoice(&gateway, "", &stranger).await.status();
    assert_eq!(told, 403, "a wrong number is answered as a right one is");
    let forged = json!({ "token": "6a3b-00c0ffef" });
    assert_eq!(invoice(&gateway, "", &forged).await.status(), 404);
    assert_eq!(invoice(&gateway, "", &json!({})).await.status(), 401);
    let path = format!("/api/v1/users/orders/{NUMBER}/invoice");
    assert_eq!(gateway.get(&path).await.status(), 401, "no shopper is logged in");
}
