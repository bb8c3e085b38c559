use std::sync::Arc;

use proto::order::v1::PlaceOrderRequest;
use tokio::{sync::Barrier, task::JoinSet};
use tonic::Code;

use crate::{Shop, count, events_of, good_order};

fn keyed(key: &str) -> PlaceOrderRequest {
    PlaceOrderRequest {
        idempotency_key: key.to_owned(),
        ..good_order()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sixty_four_submits_with_one_key_are_one_order_and_sixty_four_equal_answers() {
    let shop = Arc::new(Shop::open().await);
    let start = Arc::new(Barrier::new(64));
    let mut submits = JoinSet::new();
    for _ in 0..64 {
        let (shop, start) = (Arc::clone(&shop), Arc::clone(&start));
        submits.spawn(async move {
            start.wait().await;
            shop.place(keyed("one-attempt")).await
        });
    }
    let answers = submits.join_all().await;
    let first = answers[0].as_ref().expect("every submit is answered").clone();
    for answer in answers {
        assert_eq!(answer.expect("every submit is answered"), first);
    }
    assert_eq!(shop.kept_orders().await, 1);
    assert_eq!(
        count(shop.database.pool(), "SELECT count(*) FROM outbox").await,
        1
    );
    testkit::eventually("the event is in the stream", async || {
        (events_of(&first.order_id).await == 1).then_some(())
    })
    .await;
}

#[tokio::test]
async fn the_same_key_with_another_order_is_refused() {
    let shop = Shop::open().await;
    shop.place(keyed("one-attempt"))
        .await
        .expect("a good order is taken");
    let another = PlaceOrderRequest {
        pincode: "395008".to_owned(),
        ..keyed("one-attempt")
    };
    let refused = shop.place(another).await.expect_err("the key is taken");
    assert_eq!(refused.code(), Code::InvalidArgument);
    assert_eq!(
        runtime::status::details(&refused).reason.as_deref(),
        Some("KEY_REUSED")
    );
    assert_eq!(shop.kept_orders().await, 1);
}

#[tokio::test]
async fn a_repeat_answers_the_first_answer_even_when_the_price_has_changed_since() {
    let shop = Shop::open().await;
    let first = shop
        .place(keyed("one-attempt"))
        .await
        .expect("a good order is taken");
    shop.catalog.change_price_of_karela(25_900);
    assert_eq!(shop.place(keyed("one-attempt")).await.expect("it is kept"), first);
}

#[tokio::test]
async fn a_refused_attempt_leaves_its_key_free() {
    let shop = Shop::open().await;
    shop.catalog.change_price_of_karela(25_900);
    shop.place(keyed("one-attempt"))
        .await
        .expect_err("the price has changed");
    shop.catalog.change_price_of_karela(24_900);
    shop.place(keyed("one-attempt"))
        .await
        .expect("the price is as shown again");
    assert_eq!(shop.kept_orders().await, 1);
}

#[tokio::test]
async fn a_key_that_is_no_key_is_refused() {
    let shop = Shop::open().await;
    let refused = shop
        .place(keyed("two words"))
        .await
        .expect_err("a key has no space");
    assert_eq!(refused.code(), Code::InvalidArgument);
    assert_eq!(
        runtime::status::details(&refused).violations[0].field,
        "idempotency_key"
    );
}

#[tokio::test]
async fn a_key_is_forgotten_after_seven_days_and_its_order_stays() {
    let shop = Shop::open().await;
    let old = shop.place(keyed("old")).await.expect("a good order is taken");
    let recent = shop.place(keyed("recent")).await.expect("a good order is taken");
    for aging in [
        "UPDATE idempotency_keys SET created_at = now() - interval '8 days' WHERE key = 'old'",
        "UPDATE idempotency_keys SET created_at = now() - interval '6 days' WHERE key = 'recent'",
        // More than one statement of the sweep takes.
        "INSERT INTO idempotency_keys SELECT 'old-' || n, payload_hash, order_id, created_at
         FROM idempotency_keys, generate_series(1, 2500) AS n WHERE key = 'old'",
    ] {
        sqlx::query(aging)
            .execute(shop.database.pool())
            .await
            .expect("a clock can be set ahead");
    }
    let shop = shop.open_again().await;
    testkit::eventually("old keys are forgotten", async || {
        let left = count(shop.database.pool(), "SELECT count(*) FROM idempotency_keys").await;
        (left == 1).then_some(())
    })
    .await;
    assert_eq!(shop.kept_orders().await, 2);
    assert_eq!(shop.place(keyed("recent")).await.expect("it is kept"), recent);
    let anew = shop.place(keyed("old")).await.expect("its key is free");
    assert_ne!(anew.order_id, old.order_id);
}
