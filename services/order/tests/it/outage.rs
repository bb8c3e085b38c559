use futures_util::{StreamExt as _, stream::FuturesUnordered};
use testkit::FaultProxy;
use tonic::Code;

use crate::{Shop, events_of, good_order};

#[tokio::test]
async fn a_catalog_that_hangs_refuses_the_order_in_time_and_nothing_is_kept() {
    let shop = Shop::open_impatient().await;
    shop.catalog.hang();
    let refused = shop
        .place(good_order())
        .await
        .expect_err("the catalog does not answer");
    assert_eq!(refused.code(), Code::Unavailable);
    assert!(
        refused.message().contains("Nothing was ordered"),
        "{}",
        refused.message()
    );
    assert!(runtime::status::details(&refused).retry_after.is_some());
    assert_eq!(shop.kept_orders().await, 0);
}

#[tokio::test]
async fn an_order_beyond_the_limit_is_refused_at_once() {
    let shop = Shop::open().await;
    shop.catalog.hang();
    let mut answers: FuturesUnordered<_> = (0..100).map(|_| shop.place(good_order())).collect();
    for _ in 0..36 {
        let refusal = answers.next().await.expect("there are more");
        let refusal = refusal.expect_err("no price is known yet");
        assert_eq!(refusal.code(), Code::Unavailable);
        assert_eq!(
            refusal.message(),
            "We cannot take your order right now. Please try again in a moment."
        );
    }
    assert_eq!(shop.kept_orders().await, 0, "the other 64 wait for the catalog");
    shop.catalog.go_on();
    while let Some(answer) = answers.next().await {
        answer.expect("it had a place");
    }
    assert_eq!(shop.kept_orders().await, 64);
}

#[tokio::test]
async fn a_catalog_that_is_gone_refuses_the_order_and_nothing_is_kept() {
    let shop = Shop::open().await;
    shop.catalog.stop();
    let refused = testkit::eventually("the catalog is gone", async || {
        shop.place(good_order()).await.err()
    })
    .await;
    assert_eq!(refused.code(), Code::Unavailable);
}

#[tokio::test]
async fn while_nats_is_down_orders_succeed_and_their_events_arrive_after_it_returns() {
    let (nats, nats_url) = FaultProxy::in_front_of(&testkit::nats_url()).await;
    nats.cut();
    let shop = Shop::open_with(&nats_url).await;
    let mut orders = Vec::new();
    for _ in 0..5 {
        orders.push(shop.place(good_order()).await.expect("orders go on").order_id);
    }
    for order in &orders {
        assert_eq!(events_of(order).await, 0, "nothing can have arrived");
    }
    nats.restore();
    for order in &orders {
        testkit::eventually("the event arrives", async || {
            (events_of(order).await == 1).then_some(())
        })
        .await;
    }
}
