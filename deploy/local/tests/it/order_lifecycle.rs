//! The life of an order, for its shopper and for staff.

use local::OPERATOR;
use proto::{
    inventory::v1::{
        ListReturnedPacksRequest, ResolveReturnedPacksRequest,
        inventory_service_client::InventoryServiceClient,
    },
    order::v1::{
        Actor, OrderStatus, Parcel, ReturnPayer, ReturnTerms, TransitionOrderRequest,
        order_service_client::OrderServiceClient,
    },
};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::eventually;

use crate::shop::{OpenShop, answer, placed};

/// Words from the mails of a returned order, one per mail.
const STEPS: [&str; 6] = [
    "preparing",
    "on its way",
    "was delivered",
    "We have your request",
    "wants to return",
    "Your return of order",
];

impl OpenShop {
    /// Changes the status of an order as staff, from its version.
    pub async fn go(&self, order: &Value, to: OrderStatus) {
        let request = TransitionOrderRequest {
            order_id: text(&order["orderId"]),
            to: to.into(),
            version: i32::try_from(order["version"].as_i64().expect("a number")).expect("it is small"),
            actor: Actor::Staff.into(),
            parcel: Some(Parcel {
                carrier: "India Post".to_owned(),
                tracking_number: "EK123456789IN".to_owned(),
                tracking_url: "https://www.indiapost.gov.in/track".to_owned(),
            }),
            return_terms: Some(ReturnTerms {
                send_to: "7 Mill Road, Surat 395002".to_owned(),
                paid_by: ReturnPayer::Shopper.into(),
            }),
            accepts_unpaid: true,
            ..TransitionOrderRequest::default()
        };
        let changed = OrderServiceClient::new(self.shop.client(OPERATOR, "order"))
            .transition_order(request)
            .await;
        changed.expect("it may go there");
    }

    async fn tracked(&self, number: &str) -> Value {
        let body = json!({ "orderNumber": number, "mobilenumber": "98765 43210" });
        let (status, mut answer) = self.post("users/orders/track", &body).await;
        assert_eq!(status, 200, "{answer}");
        answer["data"].take()
    }

    /// Waits until one pack is returned and not for sale, and restocks it.
    async fn restock_one_that_returned_to_origin(&self) {
        let mut inventory = InventoryServiceClient::new(self.shop.client(OPERATOR, "inventory"));
        let (on_hand, _) = self.stock().await;
        let packs = eventually("one pack is back", async || {
            let request = ListReturnedPacksRequest::default();
            let listed = inventory.clone().list_returned_packs(request).await;
            listed.expect("the inventory answers").into_inner().packs.pop()
        })
        .await;
        assert_eq!((packs.quantity, self.stock().await.0), (1, on_hand));
        let restocking = ResolveReturnedPacksRequest {
            resolution_id: uuid::Uuid::now_v7().to_string(),
            order_id: packs.order_id,
            batch_id: packs.batches[0].batch_id.clone(),
            quantity: 1,
            ..ResolveReturnedPacksRequest::default()
        };
        let restocked = inventory.resolve_returned_packs(restocking).await;
        restocked.expect("it is unopened");
    }

    /// Waits until there is exactly one mail about an order with each of these words.
    async fn each_mailed_once(&self, number: &str, words: &[&str]) {
        for words in words {
            eventually(words, async || {
                let mails = self.mails();
                let about = mails
                    .iter()
                    .filter(|mail| mail.contains(number) && mail.contains(words));
                (about.count() == 1).then_some(())
            })
            .await;
        }
    }

    /// Accepts the return of an order, and checks its shopper's view and the mail.
    async fn accept_return(&self, requested: &Value, (path, cookie): (&str, &str)) -> Value {
        self.go(requested, OrderStatus::ReturnAccepted).await;
        let request = self.request(Method::GET, path).header("Cookie", cookie);
        let (_, mut accepted) = answer(request).await;
        assert_eq!(accepted["data"]["status"], "return_accepted");
        let mail = self.mail("asha@example.com", "Where to send your return").await;
        assert!(mail.contains("7 Mill Road, Surat 395002"), "{mail}");
        accepted["data"].take()
    }

    /// The packs on hand and reserved, of all batches.
    async fn stock(&self) -> (i64, i64) {
        let pool = PgPool::connect(self.shop.database_url("inventory"))
            .await
            .expect("the role may connect");
        let counts = sqlx::query_as("SELECT sum(on_hand), sum(reserved) FROM batches")
            .fetch_one(&pool)
            .await;
        pool.close().await;
        counts.expect("they can be counted")
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_follows_an_order_cancels_it_and_the_stock_returns() {
    let shop = OpenShop::start().await;
    let (on_hand, _) = shop.stock().await;
    let (status, placed) = shop.order(&shop.good_order().await, Some("one-attempt")).await;
    assert_eq!(status, 201, "{placed}");
    let number = text(&placed["data"]["orderNumber"]);
    assert_eq!(shop.stock().await, (on_hand, 3));

    let order = shop.tracked(&number).await;
    assert_eq!(
        (&order["status"], &order["mayCancel"]),
        (&json!("placed"), &json!(true))
    );
    assert_eq!(
        (&order["fullname"], &order["mobilenumber"]),
        (&json!("A… P…"), &json!("…3210"))
    );
    assert_eq!(order["lines"].as_array().map(Vec::len), Some(2));
    for (line, label) in [0, 1].map(|place| (&order["lines"][place], &order["labels"][place])) {
        for same in ["productId", "weightInGrams", "quantity"] {
            assert_eq!(label[same], line[same], "{order}");
        }
        let days = ["packedOn", "bestBefore"].map(|day| label[day].as_str().expect("a date"));
        assert!(days[0] < days[1] && label["batchNumber"].is_string(), "{label}");
        assert!(label["mrp"].as_f64() >= line["price"].as_f64(), "{label}");
    }
    for wrong in [
        json!({ "orderNumber": number, "mobilenumber": "9876543211" }),
        json!({ "orderNumber": "VM-261123-22222", "mobilenumber": "9876543210" }),
    ] {
        let (status, refusal) = shop.post("users/orders/track", &wrong).await;
        assert_eq!(
            (status, &refusal["message"]),
            (404, &json!("There is no such order."))
        );
    }

    let cancel = format!("users/orders/{number}/cancel");
    let (status, _) = shop.post(&cancel, &json!({ "version": 1 })).await;
    assert_eq!(status, 401, "nothing proves whose it is");
    let wish = json!({ "version": 1, "mobilenumber": "9876543210" });
    for _ in 0..2 {
        let (status, cancelled) = shop.post(&cancel, &wish).await;
        assert_eq!((status, &cancelled["data"]["status"]), (200, &json!("cancelled")));
        assert_eq!(cancelled["data"]["labels"], json!([]));
    }
    eventually("the stock returns", async || {
        (shop.stock().await == (on_hand, 0)).then_some(())
    })
    .await;
    let mail = shop.mail("asha@example.com", "Your order").await;
    assert!(mail.contains("is cancelled"), "{mail}");
    let (status, refusal) = shop
        .post(
            &format!("users/orders/{number}/returns"),
            &json!({
                "version": 2, "mobilenumber": "9876543210", "reason": "It never came",
            }),
        )
        .await;
    assert_eq!(status, 409, "{refusal}");
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_sees_its_order_go_on_and_sends_it_back() {
    let shop = OpenShop::start().await;
    let cookie = shop.new_session().await;
    let (on_hand, _) = shop.stock().await;
    let request = shop
        .request(Method::POST, "users/orders/create/")
        .header("Cookie", &cookie)
        .json(&shop.good_order().await);
    let placed = placed(request).await;
    let number = text(&placed["data"]["orderNumber"]);
    let own = async |path: &str| {
        let request = shop.request(Method::GET, path).header("Cookie", &cookie);
        answer(request).await
    };
    let path = format!("users/orders/{number}");
    for to in [
        OrderStatus::Confirmed,
        OrderStatus::Packed,
        OrderStatus::Shipped,
        OrderStatus::Delivered,
    ] {
        let (_, order) = own(&path).await;
        shop.go(&order["data"], to).await;
    }
    let (status, order) = own(&path).await;
    let order = &order["data"];
    assert_eq!((status, &order["status"]), (200, &json!("delivered")));
    assert_eq!(order["parcel"]["carrier"], "India Post");
    assert_eq!(order["fullname"], "Asha Patel");
    assert_eq!(order["changes"].as_array().map(Vec::len), Some(5));
    eventually("the shipped packs are sold", async || {
        (shop.stock().await == (on_hand - 3, 0)).then_some(())
    })
    .await;

    let (_, list) = own("users/orders").await;
    assert_eq!(list["data"]["orders"][0]["orderNumber"], json!(number));
    let (status, _) = answer(shop.request(Method::GET, "users/orders")).await;
    assert_eq!(status, 401);
    let line = &order["lines"][0];
    let one =
        json!({ "productId": line["productId"], "weightInGrams": line["weightInGrams"], "quantity": 1 });
    let wish = json!({ "version": 5, "reason": "The wrong weight", "lines": [one] });
    let request = shop
        .request(Method::POST, &format!("{path}/returns"))
        .header("Cookie", &cookie)
        .json(&wish);
    let (status, requested) = answer(request).await;
    assert_eq!(
        (status, &requested["data"]["status"]),
        (200, &json!("return_requested"))
    );
    let accepted = shop.accept_return(&requested["data"], (&path, &cookie)).await;
    shop.go(&accepted, OrderStatus::Returned).await;
    let (_, returned) = own(&path).await;
    assert_eq!(returned["data"]["changes"][7]["lines"], json!([one]));
    assert_eq!(returned["data"]["changes"][4]["lines"], Value::Null);
    shop.restock_one_that_returned_to_origin().await;
    assert_eq!(shop.stock().await, (on_hand - 2, 0), "it is on the shelf again");
    shop.each_mailed_once(&number, &STEPS).await;
    shop.close().await;
}
