//! Returns of packs.

use std::ops::RangeInclusive;

use prost::Message as _;
use proto::{
    event::v1::OrderStatusChanged,
    order::v1::{
        self as contract, OrderStatus, ReturnPayer, ReturnTerms, ReturnedLine, TransitionOrderRequest,
    },
};
use tonic::Code;

use crate::{
    Shop, fake_catalog,
    transitions::{return_terms, step},
};

const TO_DELIVERY: [OrderStatus; 4] = [
    OrderStatus::Confirmed,
    OrderStatus::Packed,
    OrderStatus::Shipped,
    OrderStatus::Delivered,
];

impl Shop {
    /// Returns the subjects of the events of these versions of an order.
    async fn subjects(&self, order_id: &str, versions: RangeInclusive<i64>) -> Vec<String> {
        let told = sqlx::query_scalar(
            "SELECT subject FROM outbox WHERE aggregate_id = $1::uuid AND aggregate_version BETWEEN $2 AND $3
             ORDER BY aggregate_version",
        );
        told.bind(uuid::Uuid::parse_str(order_id).expect("it is an id"))
            .bind(versions.start())
            .bind(versions.end())
            .fetch_all(self.database.pool())
            .await
            .expect("the outbox can be read")
    }
}

#[tokio::test]
async fn a_pack_can_be_sent_back_for_thirty_days() {
    let shop = Shop::open().await;
    let id = shop.place_and_transition(TO_DELIVERY).await;
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
    let refused = shop
        .transition(request.clone())
        .await
        .expect_err("the time is over");
    assert!(
        refused.message().contains("within 30 days"),
        "{}",
        refused.message()
    );
    as_if(29).await;
    shop.transition(request).await.expect("there is a day left");
}

#[tokio::test]
async fn packs_of_an_order_come_back_one_by_one_and_no_more_than_it_had() {
    let shop = Shop::open().await;
    let id = shop.place_and_transition(TO_DELIVERY).await;
    let karela = |quantity| ReturnedLine {
        product_id: fake_catalog::KARELA.to_owned(),
        weight_in_grams: 100,
        quantity,
    };
    let wish = |lines: Vec<ReturnedLine>| TransitionOrderRequest {
        lines,
        ..step(&id, 5, OrderStatus::ReturnRequested, contract::Actor::Shopper)
    };
    let strange = ReturnedLine {
        weight_in_grams: 75,
        ..karela(1)
    };
    for lines in [vec![karela(3)], vec![strange], vec![karela(1), karela(1)]] {
        let refused = shop
            .transition(wish(lines))
            .await
            .expect_err("the order has not so many");
        assert_eq!(refused.code(), Code::InvalidArgument);
    }
    let order = shop
        .transition(wish(vec![karela(1)]))
        .await
        .expect("it may come back");
    let asked = order.changes.last().expect("it changed");
    assert_eq!(asked.lines, [karela(1)]);
    // A request for other packs is not a retry.
    let refused = shop
        .transition(wish(vec![karela(2)]))
        .await
        .expect_err("one was asked for");
    assert_eq!(refused.code(), Code::Aborted);
    let again = shop.transition(wish(vec![karela(1)])).await.expect("it is done");
    assert_eq!(again.version, 6);

    // A return without lines takes the requested packs, and its event names them.
    let order = shop.go(&id, 6, OrderStatus::Returned).await;
    let back = order.changes.last().expect("it changed");
    assert_eq!(back.lines, [karela(1)]);
    let payload: Vec<u8> = sqlx::query_scalar(
        "SELECT payload FROM outbox WHERE aggregate_id = $1::uuid AND subject = 'shop.order.returned.v1'",
    )
    .bind(uuid::Uuid::parse_str(&id).expect("it is an id"))
    .fetch_one(shop.database.pool())
    .await
    .expect("the outbox can be read");
    let event = OrderStatusChanged::decode(payload.as_slice()).expect("it is one");
    let lines: Vec<_> = event
        .lines
        .iter()
        .map(|line| (line.product_id.as_str(), line.weight_in_grams, line.quantity))
        .collect();
    assert_eq!(lines, [(fake_catalog::KARELA, 100, 1)]);
}

#[tokio::test]
async fn an_accepted_return_says_where_it_goes_and_who_pays_and_is_looked_at_before_it_is_taken_back() {
    let shop = Shop::open().await;
    let id = shop.place_and_transition(TO_DELIVERY).await;
    let karela = |quantity| ReturnedLine {
        product_id: fake_catalog::KARELA.to_owned(),
        weight_in_grams: 100,
        quantity,
    };
    let wish = TransitionOrderRequest {
        lines: vec![karela(2)],
        ..step(&id, 5, OrderStatus::ReturnRequested, contract::Actor::Shopper)
    };
    shop.transition(wish).await.expect("it may come back");
    let accept = |return_terms| TransitionOrderRequest {
        return_terms,
        ..step(&id, 6, OrderStatus::ReturnAccepted, contract::Actor::Staff)
    };
    let unsaid = ReturnTerms {
        send_to: "Surat".to_owned(),
        ..ReturnTerms::default()
    };
    for terms in [None, Some(unsaid)] {
        let refused = shop.transition(accept(terms)).await;
        let refused = refused.expect_err("the shopper has to know where to and who pays");
        let violations = runtime::status::details(&refused).violations.into_iter();
        let fields: Vec<_> = violations.map(|violation| violation.field).collect();
        assert_eq!(fields, ["return_terms.send_to", "return_terms.paid_by"]);
    }
    let by_shopper = step(&id, 6, OrderStatus::ReturnAccepted, contract::Actor::Shopper);
    let refused = shop.transition(by_shopper).await.expect_err("only staff accept");
    assert_eq!(refused.code(), Code::FailedPrecondition);
    let terms = return_terms(ReturnPayer::Shop);
    let mut version = 0;
    for _ in 0..2 {
        let accepted = shop.transition(accept(Some(terms.clone()))).await;
        let accepted = accepted.expect("it is accepted");
        assert_eq!(accepted.return_terms.as_ref(), Some(&terms));
        let last = accepted.changes.last().expect("it changed");
        assert_eq!(
            (last.to(), &last.lines),
            (OrderStatus::ReturnAccepted, &vec![karela(2)])
        );
        version = accepted.version;
    }
    let otherwise = accept(Some(return_terms(ReturnPayer::Shopper)));
    let refused = shop
        .transition(otherwise)
        .await
        .expect_err("the shop pays, it said");
    assert_eq!(refused.code(), Code::Aborted);

    // One of the two packs was opened. The shopper gets the reason why it is not refunded.
    let one = |reason: &str| TransitionOrderRequest {
        lines: vec![karela(1)],
        reason: reason.to_owned(),
        ..step(&id, version, OrderStatus::Returned, contract::Actor::Staff)
    };
    let refused = shop
        .transition(one(""))
        .await
        .expect_err("the shopper has to know why");
    assert_eq!(refused.code(), Code::InvalidArgument);
    let returned = shop
        .transition(one("One was opened"))
        .await
        .expect("one is taken back");
    assert_eq!(returned.changes.last().expect("it changed").lines, [karela(1)]);
    let subjects = shop.subjects(&id, 6..=8).await;
    assert_eq!(
        subjects,
        [
            "shop.order.return_requested.v1",
            "shop.order.return_accepted.v1",
            "shop.order.returned.v1"
        ]
    );
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
    let id = shop.place_and_transition(way).await;
    let refuse = |reason: &str| TransitionOrderRequest {
        reason: reason.to_owned(),
        ..step(&id, 7, OrderStatus::Delivered, contract::Actor::Staff)
    };
    let refused = shop
        .transition(refuse(""))
        .await
        .expect_err("the shopper has to know why");
    assert_eq!(refused.code(), Code::InvalidArgument);
    let order = shop
        .transition(refuse("The pack was opened"))
        .await
        .expect("it is refused");
    assert_eq!(order.status(), OrderStatus::Delivered);
    let last = order.changes.last().expect("it changed");
    assert_eq!(last.reason, "The pack was opened");
    assert_eq!(shop.subjects(&id, 5..=5).await, ["shop.order.lost.v1"]);
    assert_eq!(shop.subjects(&id, 8..=8).await, ["shop.order.return_refused.v1"]);
}
