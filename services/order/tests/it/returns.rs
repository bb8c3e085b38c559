//! Packs that a shopper sends back.

use prost::Message as _;
use proto::{
    event::v2::OrderMoved,
    order::v1::{self as contract, MoveOrderRequest, OrderStatus, ReturnedLine},
};
use tonic::Code;

use crate::{Shop, fake_catalog, moving::step};

const TO_DELIVERY: [OrderStatus; 4] = [
    OrderStatus::Confirmed,
    OrderStatus::Packed,
    OrderStatus::Shipped,
    OrderStatus::Delivered,
];

#[tokio::test]
async fn a_pack_can_be_sent_back_for_thirty_days() {
    let shop = Shop::open().await;
    let id = shop.place_and_move(TO_DELIVERY).await;
    let as_if = async |days: i32| {
        shop.execute("ALTER TABLE order_changes DISABLE TRIGGER order_changes_only_grow".to_owned())
            .await;
        shop.execute(format!(
            "UPDATE order_changes SET changed_at = now() - interval '{days} days 1 minute' WHERE version = 5"
        ))
        .await;
        shop.execute("ALTER TABLE order_changes ENABLE TRIGGER order_changes_only_grow".to_owned())
            .await;
    };
    let request = step(&id, 5, OrderStatus::ReturnRequested, contract::Actor::Shopper);
    as_if(30).await;
    let refused = shop.r#move(request.clone()).await.expect_err("the time is over");
    assert!(
        refused.message().contains("within 30 days"),
        "{}",
        refused.message()
    );
    as_if(29).await;
    shop.r#move(request).await.expect("there is a day left");
}

#[tokio::test]
async fn packs_of_an_order_come_back_one_by_one_and_no_more_than_it_had() {
    let shop = Shop::open().await;
    let id = shop.place_and_move(TO_DELIVERY).await;
    let karela = |quantity| ReturnedLine {
        product_id: fake_catalog::KARELA.to_owned(),
        weight_in_grams: 100,
        quantity,
    };
    let wish = |lines: Vec<ReturnedLine>| MoveOrderRequest {
        lines,
        ..step(&id, 5, OrderStatus::ReturnRequested, contract::Actor::Shopper)
    };
    let strange = ReturnedLine {
        weight_in_grams: 75,
        ..karela(1)
    };
    for lines in [vec![karela(3)], vec![strange], vec![karela(1), karela(1)]] {
        let refused = shop
            .r#move(wish(lines))
            .await
            .expect_err("the order has not so many");
        assert_eq!(refused.code(), Code::InvalidArgument);
    }
    let order = shop
        .r#move(wish(vec![karela(1)]))
        .await
        .expect("it may come back");
    let asked = order.changes.last().expect("it changed");
    assert_eq!(asked.lines, [karela(1)]);
    // Another wish for other packs is another move.
    let refused = shop
        .r#move(wish(vec![karela(2)]))
        .await
        .expect_err("one was asked for");
    assert_eq!(refused.code(), Code::Aborted);
    let again = shop.r#move(wish(vec![karela(1)])).await.expect("it is done");
    assert_eq!(again.version, 6);

    // What comes back without a word is what was asked for; the event names it.
    let order = shop.go(&id, 6, OrderStatus::Returned).await;
    let back = order.changes.last().expect("it changed");
    assert_eq!(back.lines, [karela(1)]);
    let payload: Vec<u8> = sqlx::query_scalar(
        "SELECT payload FROM outbox WHERE aggregate_id = $1::uuid AND subject = 'shop.order.returned.v2'",
    )
    .bind(uuid::Uuid::parse_str(&id).expect("it is an id"))
    .fetch_one(shop.database.pool())
    .await
    .expect("the outbox can be read");
    let event = OrderMoved::decode(payload.as_slice()).expect("it is one");
    let lines: Vec<_> = event
        .lines
        .iter()
        .map(|line| (line.product_id.as_str(), line.weight_in_grams, line.quantity))
        .collect();
    assert_eq!(lines, [(fake_catalog::KARELA, 100, 1)]);
}

#[tokio::test]
async fn a_refused_return_leaves_the_order_delivered_and_says_why() {
    let shop = Shop::open().await;
    let way = [
        OrderStatus::Confirmed,
        OrderStatus::Packed,
        OrderStatus::Shipped,
        OrderStatus::Lost,
        OrderStatus::Delivered,
        OrderStatus::ReturnRequested,
    ];
    let id = shop.place_and_move(way).await;
    let refuse = |reason: &str| MoveOrderRequest {
        reason: reason.to_owned(),
        ..step(&id, 7, OrderStatus::Delivered, contract::Actor::Staff)
    };
    let refused = shop
        .r#move(refuse(""))
        .await
        .expect_err("the shopper has to know why");
    assert_eq!(refused.code(), Code::InvalidArgument);
    let order = shop
        .r#move(refuse("The pack was opened"))
        .await
        .expect("it is refused");
    assert_eq!(order.status(), OrderStatus::Delivered);
    let last = order.changes.last().expect("it changed");
    assert_eq!(last.reason, "The pack was opened");
    let subjects: Vec<String> = sqlx::query_scalar(
        "SELECT subject FROM outbox WHERE aggregate_id = $1::uuid AND aggregate_version IN (5, 8) ORDER BY aggregate_version",
    )
    .bind(uuid::Uuid::parse_str(&id).expect("it is an id"))
    .fetch_all(shop.database.pool())
    .await
    .expect("the outbox can be read");
    assert_eq!(subjects, ["shop.order.lost.v2", "shop.order.return_refused.v2"]);
}
