//! Orders that staff enter for callers and writers.

use proto::order::v1::{Actor, OrderSource, PlaceOrderRequest, PlaceOrderResponse};
use runtime::status;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{
    Shop, good_order,
    staff::{BINA, Office},
    transitions::ASHA,
};

/// Another staff member.
const RAVI: &str = "0190b6a0-0000-7000-8000-00000000a1a1";

fn by_phone(key: &str) -> PlaceOrderRequest {
    PlaceOrderRequest {
        idempotency_key: key.to_owned(),
        source: OrderSource::Phone.into(),
        ..good_order()
    }
}

impl Office {
    async fn place(&self, staff_id: &str, order: PlaceOrderRequest) -> Result<PlaceOrderResponse, Status> {
        let request = self.keys.request(staff_id, order);
        let placed = self.orders.clone().place_order(request).await?;
        Ok(placed.into_inner())
    }
}

#[track_caller]
fn refused_for(refused: &Status, code: &str) {
    assert_eq!(refused.code(), Code::InvalidArgument, "{refused}");
    let violations = status::details(refused).violations;
    let told: Vec<_> = violations
        .iter()
        .map(|violation| (violation.field.as_str(), violation.code.as_deref()))
        .collect();
    assert_eq!(told, [("source", Some(code))]);
}

#[tokio::test]
async fn staff_place_an_order_by_phone() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let order = PlaceOrderRequest {
        // The office may set neither of these.
        account_id: ASHA.to_owned(),
        caller: ASHA.to_owned(),
        ..by_phone("1")
    };
    let placed = office.place(BINA, order.clone()).await.expect("it is placed");
    let again = office.place(BINA, order.clone()).await.expect("it is the same");
    assert_eq!(again, placed);
    let (kept, _) = shop.kept(&placed.order_id).await;
    assert_eq!(
        (kept.source(), kept.account_id.as_str()),
        (OrderSource::Phone, "")
    );
    assert_eq!(kept.changes[0].actor(), Actor::Staff);
    let writers: Vec<(String, String)> = sqlx::query_as("SELECT actor, actor_id::text FROM order_changes")
        .fetch_all(shop.database.pool())
        .await
        .expect("the changes can be read");
    assert_eq!(writers, [("staff".to_owned(), BINA.to_owned())]);
    assert!(
        shop.inventory.held().contains(&placed.order_id),
        "its packs are kept"
    );

    // The same key from another staff member, or from a shopper, is a different key.
    let others = [
        office.place(RAVI, order).await.expect("it is another order"),
        shop.place(PlaceOrderRequest {
            source: OrderSource::Unspecified.into(),
            ..by_phone("1")
        })
        .await
        .expect("it is another order"),
    ];
    assert!(others[0].order_id != placed.order_id && others[1].order_id != placed.order_id);
    assert_ne!(others[0].order_id, others[1].order_id);
    assert_eq!(shop.kept_orders().await, 3);
    let (kept, _) = shop.kept(&others[1].order_id).await;
    assert_eq!(
        (kept.source(), kept.changes[0].actor()),
        (OrderSource::Unspecified, Actor::Shopper)
    );
}

#[tokio::test]
async fn only_staff_say_how_an_order_reached_the_shop_and_they_have_to() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    for source in [OrderSource::Phone, OrderSource::Whatsapp] {
        let order = PlaceOrderRequest {
            source: source.into(),
            ..good_order()
        };
        let refused = shop
            .place(order)
            .await
            .expect_err("a shopper's gateway cannot say so");
        refused_for(&refused, "NOT_OFFERED");
    }
    let refused = office
        .place(BINA, good_order())
        .await
        .expect_err("they do not say");
    refused_for(&refused, "REQUIRED");
    assert_eq!(shop.kept_orders().await, 0);
    let order = PlaceOrderRequest {
        source: OrderSource::Whatsapp.into(),
        idempotency_key: Uuid::now_v7().to_string(),
        ..good_order()
    };
    let placed = office.place(BINA, order).await.expect("it is placed");
    assert_eq!(
        shop.kept(&placed.order_id).await.0.source(),
        OrderSource::Whatsapp
    );
}

#[tokio::test]
async fn a_caller_without_an_address_orders_too() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let unreachable = PlaceOrderRequest {
        email: String::new(),
        ..by_phone("1")
    };
    let placed = office.place(BINA, unreachable.clone()).await;
    let placed = placed.expect("callers often have none");
    assert_eq!(shop.kept(&placed.order_id).await.0.email, "");
    let again = office.place(BINA, unreachable).await.expect("it is the same");
    assert_eq!(again, placed);
    let refused = office.request_payment(&placed.order_id).await;
    let refused = refused.expect_err("no mail can be sent");
    assert!(refused.message().contains("no email address"), "{refused:?}");

    let of_shopper = PlaceOrderRequest {
        email: String::new(),
        ..good_order()
    };
    let refused = shop
        .place(of_shopper)
        .await
        .expect_err("a shopper gives an address");
    assert_eq!(status::details(&refused).violations[0].field, "email");
}
