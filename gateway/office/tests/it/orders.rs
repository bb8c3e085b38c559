//! Tests of orders.

use proto::{
    identity::v1::StaffOutcome,
    order::v1::{Actor, MoneyChannel, Order, OrderStatus, ReturnedLine},
};
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

fn expected() -> Value {
    json!({
        "orderId": ORDER,
        "orderNumber": NUMBER,
        "placedAt": "2026-11-21T06:30:00Z",
        "source": "web",
        "status": "placed",
        "version": 1,
        "fullName": "Asha Patel",
        "email": "asha@gmail.com",
        "mobileNumber": "9876543210",
        "deliveryAddress": "12 Ring Road, Surat",
        "pincode": "395002",
        "district": "Surat",
        "state": "Gujarat",
        "earliestOn": "2026-11-26",
        "latestOn": "2026-11-27",
        "lines": [{
            "productId": KARELA,
            "productName": "Karela Powder",
            "sku": "P0001-100",
            "weightInGrams": 100,
            "quantity": 2,
            "unitPrice": 249.25,
            "lineTotal": 498.5,
        }],
        "charges": [{ "kind": "delivery", "label": "Delivery", "amount": 40 }],
        "total": 538.5,
        "paymentMethod": "cod",
        "paymentStatus": "pending",
        "changes": [{
            "version": 1,
            "to": "placed",
            "actor": "shopper",
            "reason": "",
            "changedAt": "2026-11-21T06:30:00Z",
            "lines": [],
        }],
        "hasAccount": false,
        "nextStates": ["confirmed", "cancelled"],
    })
}

#[tokio::test]
async fn an_order_is_read_by_its_number() {
    let office = Office::start().await;
    let mut alone = expected();
    alone["endsAt"] = json!("2026-11-23T06:30:00Z");
    assert_eq!(office.read(&format!("/orders/{NUMBER}")).await, alone);
    assert_eq!(office.read("/orders/%20vm-261121-7k3qx").await, alone);
    let nowhere = office
        .of("owner", Method::GET, "/orders/VM-1")
        .send()
        .await
        .unwrap();
    refusal(nowhere, 404).await;
}

#[tokio::test]
async fn orders_are_found_by_a_text_and_by_their_states() {
    let office = Office::start().await;
    let search = json!({ "text": "Asha Patel", "status": ["placed", "return_requested"] });
    let page = data(office.send(Method::POST, "/orders/searches", &search).await).await;
    assert_eq!(page, json!({ "orders": [expected()], "next": "2" }));
    let last = office.read("/orders?cursor=2").await;
    assert_eq!(last, json!({ "orders": [expected()] }));
    let searches = office.order.searches.lock().unwrap().clone();
    assert_eq!(searches[0].text, "Asha Patel");
    let statuses: Vec<_> = searches[0].statuses().collect();
    assert_eq!(statuses, [OrderStatus::Placed, OrderStatus::ReturnRequested]);
    assert_eq!(
        (searches[1].page_token.as_str(), searches[1].statuses.len()),
        ("2", 0)
    );

    let unknown = office
        .of("owner", Method::GET, "/orders?status=gone")
        .send()
        .await
        .unwrap();
    let body = refusal(unknown, 422).await;
    assert_eq!(body["errors"][0]["field"], "status");
}

#[tokio::test]
async fn signed_in_staff_change_the_state_of_an_order() {
    let office = Office::start().await;
    let shipping = json!({
        "to": "shipped",
        "version": 3.0,
        "parcel": { "carrier": "India Post", "trackingNumber": "EE123456789IN" },
        "parcelWeightInGrams": 540.0,
        "acceptsUnpaid": true,
    });
    let path = format!("/orders/{NUMBER}/transitions");
    let shipped = data(office.send(Method::POST, &path, &shipping).await).await;
    assert_eq!(
        (&shipped["status"], &shipped["version"]),
        (&json!("shipped"), &json!(4))
    );
    assert_eq!(
        shipped["nextStates"],
        json!(["delivered", "returned_to_origin", "lost"])
    );
    assert_eq!(
        shipped["parcel"],
        json!({ "carrier": "India Post", "trackingNumber": "EE123456789IN", "trackingUrl": "" })
    );

    let returning = json!({
        "to": "return_requested",
        "version": 5,
        "reason": "It is the wrong weight",
        "lines": [{ "productId": KARELA, "weightInGrams": 100, "quantity": 1 }],
    });
    data(office.send(Method::POST, &path, &returning).await).await;
    let terms = json!({ "sendTo": "Jadibuti\n7 Mill Road", "paidBy": "shop" });
    let accepting = json!({ "to": "return_accepted", "version": 6, "returnTerms": terms });
    let accepted = data(office.send(Method::POST, &path, &accepting).await).await;
    assert_eq!(accepted["returnTerms"], terms);
    assert_eq!(accepted["nextStates"], json!(["returned", "delivered"]));
    let asked = office.order.transitions.lock().unwrap().clone();
    for asked in &asked {
        assert_eq!((asked.order_id.as_str(), asked.actor()), (ORDER, Actor::Staff));
        assert_eq!(asked.actor_id, ASHA);
        assert_eq!(asked.ownership, None);
    }
    assert_eq!((asked[0].to(), asked[0].version), (OrderStatus::Shipped, 3));
    assert_eq!(shipped["parcelWeightInGrams"], 540);
    let weights: Vec<_> = asked.iter().map(|asked| asked.parcel_weight_in_grams).collect();
    assert_eq!(weights, [Some(540), None, None]);
    let accepted: Vec<_> = asked.iter().map(|asked| asked.accepts_unpaid).collect();
    assert_eq!(accepted, [true, false, false]);
    assert_eq!(asked[1].reason, "It is the wrong weight");
    let line = ReturnedLine {
        product_id: KARELA.to_owned(),
        weight_in_grams: 100,
        quantity: 1,
    };
    assert_eq!(asked[1].lines, [line]);
}

#[tokio::test]
async fn a_conflict_carries_the_order_as_it_stands() {
    let office = Office::start().await;
    let changed = Order {
        status: OrderStatus::Cancelled.into(),
        version: 2,
        ..order()
    };
    let words = "This order was changed meanwhile.";
    let status = status::with_reason(Code::Aborted, "ORDER_CHANGED", words);
    office
        .record
        .refuse("TransitionOrder", status::with_message(&status, &changed));
    let path = format!("/orders/{NUMBER}/transitions");
    let confirming = json!({ "to": "confirmed", "version": 1 });
    let body = refusal(office.send(Method::POST, &path, &confirming).await, 409).await;
    assert_eq!(
        (&body["code"], &body["message"]),
        (&json!("ORDER_CHANGED"), &json!(words))
    );
    assert_eq!(body["data"]["status"], "cancelled");
    assert_eq!(body["data"]["version"], 2);
    assert_eq!(body["data"]["nextStates"], json!([]));
}

#[tokio::test]
async fn a_transition_that_leads_nowhere_is_refused_in_words() {
    let office = Office::start().await;
    let words = "An order that is placed cannot become returned";
    let status = status::with_reason(Code::FailedPrecondition, "NO_WAY", words);
    office.record.refuse("TransitionOrder", status);
    let path = format!("/orders/{NUMBER}/transitions");
    let body = json!({ "to": "returned", "version": 1 });
    assert_eq!(
        refusal(office.send(Method::POST, &path, &body).await, 409).await,
        json!({ "success": false, "message": words, "code": "NO_WAY" })
    );
    let unknown = json!({ "to": "gone", "version": 1 });
    let body = refusal(office.send(Method::POST, &path, &unknown).await, 400).await;
    assert_eq!(body["errors"][0]["field"], "to");
}

#[tokio::test]
async fn money_that_came_is_written_down() {
    let office = Office::start().await;
    let payment = json!({
        "channel": "upi",
        "reference": "432109876543",
        "amount": 538.5,
        "receivedOn": "2026-11-25",
    });
    let path = format!("/orders/{NUMBER}/payment");
    let paid = data(office.send(Method::POST, &path, &payment).await).await;
    assert_eq!(paid["paymentStatus"], "paid");
    assert_eq!(
        paid["payment"],
        json!({
            "channel": "upi",
            "reference": "432109876543",
            "amount": 538.5,
            "receivedOn": "2026-11-25",
            "recordedAt": "2026-11-25T06:30:00Z",
        })
    );
    let payments = office.order.payments.lock().unwrap().clone();
    assert_eq!(
        (payments[0].order_id.as_str(), payments[0].amount_paise),
        (ORDER, 53_850)
    );
    assert_eq!(payments[0].channel(), MoneyChannel::Upi);
}

#[tokio::test]
async fn the_log_is_told_what_came_of_each_call() {
    let office = Office::start().await;
    let status = status::with_reason(Code::FailedPrecondition, "NO_WAY", "It cannot be.");
    office.record.refuse("TransitionOrder", status);
    let path = format!("/orders/{NUMBER}/transitions");
    let body = json!({ "to": "returned", "version": 1 });
    refusal(office.send(Method::POST, &path, &body).await, 409).await;
    let told = testkit::eventually("both outcomes are told", async || {
        let told = office.staff.outcomes.lock().unwrap().clone();
        (told.len() == 2).then_some(told)
    })
    .await;
    let told: Vec<_> = told
        .iter()
        .map(|told| (told.log_id.as_str(), told.outcome(), told.reason.as_str()))
        .collect();
    assert_eq!(
        told,
        [
            (
                "shop.order.v1.OrderService/GetOrder VM-261121-7K3QX",
                StaffOutcome::Done,
                ""
            ),
            (
                "shop.order.v1.OrderService/TransitionOrder VM-261121-7K3QX",
                StaffOutcome::Refused,
                "NO_WAY"
            ),
        ]
    );
}
