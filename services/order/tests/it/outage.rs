use std::time::{Duration, Instant};

use testkit::FaultProxy;
use tonic::Code;

use crate::{Shop, events_of, good_order};

#[tokio::test]
async fn a_catalog_that_hangs_refuses_the_order_in_time_and_nothing_is_kept() {
    let shop = Shop::open().await;
    shop.catalog.hang();
    let started = Instant::now();
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
    // The bound is a promise to the shopper (503 within 3 s), far above the deadline of 300 ms set for this test.
    assert!(started.elapsed() < Duration::from_secs(3));
    assert_eq!(shop.kept_orders().await, 0);
}

#[tokio::test]
async fn whoever_comes_when_all_places_are_taken_is_told_at_once() {
    let shop = Shop::open().await;
    shop.catalog.hang();
    let at_once = (0..100).map(|_| shop.place(good_order()));
    let refusals = futures_util::future::join_all(at_once).await.into_iter();
    let told_at_once = refusals
        .map(|answer| answer.expect_err("no price is known"))
        .filter(|refusal| {
            refusal
                .message()
                .starts_with("We cannot take your order right now.")
        })
        .inspect(|refusal| assert_eq!(refusal.code(), Code::Unavailable))
        .count();
    assert_eq!(told_at_once, 36, "the other 64 wait for the catalog");
    assert_eq!(shop.kept_orders().await, 0);
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
    let (nats, nats_url) = FaultProxy::before(&testkit::nats_url()).await;
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
