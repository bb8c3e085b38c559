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
    one_order_of(64, "sixty-four-submits").await;
}

/// More requests than may be placed at once. Requests that wait for the same order take no slot.
#[tokio::test(flavor = "multi_thread")]
async fn five_hundred_submits_with_one_key_are_one_order_and_five_hundred_equal_answers() {
    one_order_of(500, "five-hundred-submits").await;
}

/// The key must differ from those of other tests, because the order's ID depends on it and all tests share a
/// stream.
async fn one_order_of(submits: usize, key: &'static str) {
    let shop = Arc::new(Shop::open().await);
    shop.inventory.hang();
    let start = Arc::new(Barrier::new(submits));
    let mut placing = JoinSet::new();
    for _ in 0..submits {
        let (shop, start) = (Arc::clone(&shop), Arc::clone(&start));
        placing.spawn(async move {
            start.wait().await;
            shop.place(keyed(key)).await
        });
    }
    testkit::eventually("the first submit asks for stock", async || {
        (shop.inventory.asked() > 0).then_some(())
    })
    .await;
    shop.inventory.go_on();
    let answers = placing.join_all().await;
    let first = answers[0].as_ref().expect("every submit is answered").clone();
    for answer in answers {
        assert_eq!(answer.expect("every submit is answered"), first);
    }
    assert_eq!(shop.inventory.asked(), 1, "only the first one asks for stock");
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

/// A disconnected client leaves nothing behind that breaks a retry.
#[tokio::test]
async fn a_submit_whose_client_goes_while_stock_is_asked_leaves_the_key_to_the_next() {
    let shop = Shop::open().await;
    shop.inventory.hang();
    {
        let given_up = shop.place(keyed("given-up"));
        let asked = testkit::eventually("stock is asked", async || {
            (shop.inventory.asked() == 1).then_some(())
        });
        tokio::select! {
            answered = given_up => panic!("{answered:?}"),
            () = asked => (),
        }
    }
    shop.inventory.go_on();
    shop.place(keyed("given-up")).await.expect("the next is taken");
    assert_eq!(shop.kept_orders().await, 1);
}

#[tokio::test]
async fn a_replica_that_cannot_ask_for_stock_answers_what_another_kept_meanwhile() {
    let one = Shop::open().await;
    let other = Shop::open_beside(&one).await;
    other.inventory.hang();
    let (kept, late) = tokio::join!(
        async {
            testkit::eventually("the other replica asks for stock", async || {
                (other.inventory.asked() == 1).then_some(())
            })
            .await;
            let kept = one.place(keyed("two-replicas")).await;
            other.inventory.go_away();
            kept
        },
        other.place(keyed("two-replicas"))
    );
    let kept = kept.expect("its inventory answers");
    assert_eq!(late.expect("the order is known by now"), kept);
    assert_eq!(one.kept_orders().await, 1);
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

fn sent_by(caller: &str, key: &str) -> PlaceOrderRequest {
    PlaceOrderRequest {
        caller: caller.to_owned(),
        ..keyed(key)
    }
}

#[tokio::test]
async fn the_same_key_of_another_caller_is_another_order() {
    let shop = Shop::open().await;
    let first = shop.place(sent_by("asha", "1")).await.expect("it is taken");
    let other = shop.place(sent_by("bina", "1")).await.expect("it is taken");
    assert_ne!(first.order_id, other.order_id);
    assert_eq!(shop.place(sent_by("asha", "1")).await.expect("it is kept"), first);
    assert_eq!(shop.place(sent_by("bina", "1")).await.expect("it is kept"), other);
    assert_eq!(shop.kept_orders().await, 2);

    // Asha's key does not affect Bina's orders, and Asha cannot use it for another order.
    let something_else = |caller| PlaceOrderRequest {
        pincode: "395008".to_owned(),
        ..sent_by(caller, "1")
    };
    for caller in ["asha", "bina"] {
        let refused = shop.place(something_else(caller)).await;
        assert_eq!(
            refused.expect_err("the key is taken").code(),
            Code::InvalidArgument
        );
    }
    shop.place(something_else("chitra")).await.expect("it is taken");
}

#[tokio::test]
async fn a_shopper_who_logs_in_or_out_between_two_tries_orders_once() {
    let shop = Shop::open().await;
    for (key, first, then) in [("in", "", "asha"), ("out", "asha", "")] {
        let placed = shop.place(sent_by(first, key)).await.expect("it is taken");
        let repeated = shop.place(sent_by(then, key)).await;
        assert_eq!(repeated.expect("it is kept"), placed, "{key}");
    }
    assert_eq!(shop.kept_orders().await, 2);

    // A stranger with another order under an account's key does not get that account's order.
    let another = PlaceOrderRequest {
        pincode: "395008".to_owned(),
        ..sent_by("", "out")
    };
    shop.place(another).await.expect("it is taken");
    assert_eq!(shop.kept_orders().await, 3);
}

#[tokio::test]
async fn a_retry_after_a_crash_gets_the_same_order() {
    let shop = Shop::open().await;
    // The response is lost.
    drop(shop.place(sent_by("asha", "1")).await);
    let shop = shop.open_again().await;
    let retried = shop.place(sent_by("asha", "1")).await.expect("it is kept");
    assert_eq!(shop.kept_orders().await, 1);

    // An attempt that stored nothing may have reservations under its ID, so the retry must have the same ID.
    let forgetful = Shop::open().await;
    let anew = forgetful.place(sent_by("asha", "1")).await.expect("it is taken");
    assert_eq!(anew.order_id, retried.order_id);
    let other = forgetful.place(sent_by("bina", "1")).await.expect("it is taken");
    assert_ne!(other.order_id, retried.order_id);
}

#[tokio::test]
async fn a_payload_kept_in_a_form_of_a_later_release_is_not_refused() {
    let shop = Shop::open().await;
    let placed = shop.place(keyed("1")).await.expect("it is taken");
    sqlx::query("UPDATE idempotency_keys SET payload_form = 2, payload_hash = 'unknown'")
        .execute(shop.database.pool())
        .await
        .expect("a later release may keep it so");
    assert_eq!(shop.place(keyed("1")).await.expect("it is kept"), placed);
    assert_eq!(shop.kept_orders().await, 1);
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
    for (field, request) in [
        ("idempotency_key", keyed("two words")),
        ("caller", sent_by("two words", "1")),
    ] {
        let refused = shop.place(request).await.expect_err("neither has a space");
        assert_eq!(refused.code(), Code::InvalidArgument);
        assert_eq!(runtime::status::details(&refused).violations[0].field, field);
    }
}

#[tokio::test]
async fn a_key_is_forgotten_after_seven_days_and_its_order_stays() {
    let shop = Shop::open().await;
    let old = shop.place(keyed("old")).await.expect("a good order is taken");
    let recent = shop.place(keyed("recent")).await.expect("a good order is taken");
    for aging in [
        "UPDATE idempotency_keys SET created_at = now() - interval '8 days' WHERE key = 'old'",
        "UPDATE idempotency_keys SET created_at = now() - interval '6 days' WHERE key = 'recent'",
        // More rows than one statement of the periodic task deletes.
        "INSERT INTO idempotency_keys SELECT 'old-' || n, payload_hash, order_id, created_at
         FROM idempotency_keys, generate_series(1, 2500) AS n WHERE key = 'old'",
    ] {
        sqlx::query(aging)
            .execute(shop.database.pool())
            .await
            .expect("a clock can be set ahead");
    }
    testkit::eventually("old keys are forgotten", async || {
        // Starts the next run of the periodic task after the first one is finished.
        sqlx::query("UPDATE periodic_tasks SET due_at = now() WHERE holder IS NULL")
            .execute(shop.database.pool())
            .await
            .expect("a clock can be set ahead");
        let left = count(shop.database.pool(), "SELECT count(*) FROM idempotency_keys").await;
        (left == 1).then_some(())
    })
    .await;
    assert_eq!(shop.kept_orders().await, 2);
    assert_eq!(shop.place(keyed("recent")).await.expect("it is kept"), recent);
    let anew = shop.place(keyed("old")).await.expect("its key is free");
    assert_ne!(anew.order_id, old.order_id);
    assert_eq!(shop.place(keyed("old")).await.expect("it is kept"), anew);
}
