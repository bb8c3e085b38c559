use order::{
    charge,
    order_status::{Actor, Status},
};
use proto::order::v1::PlaceOrderRequest;
use sqlx::{AssertSqlSafe, PgPool};

use crate::{Shop, good_order};

const ASHA: &str = "0190b6a0-0000-7000-8000-00000000a5a5";

/// Version, from, to, actor, actor's account, and whether it has the time of the placement.
type Change = (i32, Option<String>, String, String, Option<String>, bool);

async fn query(pool: &PgPool, sql: String) -> sqlx::Result<u64> {
    // Tests write their own statements.
    let done = sqlx::query(AssertSqlSafe(sql)).execute(pool).await;
    done.map(|done| done.rows_affected())
}

#[tokio::test]
async fn an_order_begins_its_life_with_a_first_change() {
    let shop = Shop::open().await;
    let of_asha = PlaceOrderRequest {
        account_id: ASHA.to_owned(),
        ..good_order()
    };
    let of_asha = shop.place(of_asha).await.expect("a good order is taken").order_id;
    let of_a_guest = shop.place(good_order()).await.expect("and a guest's").order_id;

    for (order_id, account) in [(of_asha, Some(ASHA.to_owned())), (of_a_guest, None)] {
        let order: (i32, String, String, Option<String>) = sqlx::query_as(
            "SELECT version, status, payment_status, account_id::text FROM orders WHERE id = $1::text::uuid",
        )
        .bind(&order_id)
        .fetch_one(shop.database.pool())
        .await
        .expect("the order can be read");
        assert_eq!(
            order,
            (1, "placed".to_owned(), "pending".to_owned(), account.clone())
        );
        let changes: Vec<Change> = sqlx::query_as(
            "SELECT c.version, from_status, to_status, actor, actor_id::text, changed_at = placed_at
             FROM order_changes c JOIN orders o ON o.id = c.order_id WHERE o.id = $1::text::uuid",
        )
        .bind(&order_id)
        .fetch_all(shop.database.pool())
        .await
        .expect("the changes can be read");
        let placing = (1, None, "placed".to_owned(), "shopper".to_owned(), account, true);
        assert_eq!(changes, [placing]);
    }
}

#[tokio::test]
async fn the_history_of_an_order_cannot_be_rewritten() {
    let shop = Shop::open().await;
    shop.place(good_order()).await.expect("a good order is taken");
    for rewriting in [
        "UPDATE order_changes SET reason = 'rewritten'",
        "DELETE FROM order_changes",
        "TRUNCATE order_changes",
    ] {
        let error = query(shop.database.pool(), rewriting.to_owned())
            .await
            .expect_err(rewriting);
        assert!(error.to_string().contains("only grows"), "{error}");
    }
}

#[tokio::test]
async fn the_database_and_the_rules_know_the_same_words() {
    let shop = Shop::open().await;
    shop.place(good_order()).await.expect("a good order is taken");
    let pool = shop.database.pool();
    let mut version = 1;
    let mut change_to = async |status: &str, actor: &str| {
        version += 1;
        let updated = query(
            pool,
            format!("UPDATE orders SET status = '{status}', version = {version}"),
        );
        updated.await?;
        let noted = query(
            pool,
            format!(
                "INSERT INTO order_changes (order_id, version, from_status, to_status, actor, changed_at)
                 SELECT id, version, 'placed', status, '{actor}', now() FROM orders"
            ),
        );
        noted.await
    };
    for status in Status::ALL {
        for actor in [Actor::Shopper, Actor::Staff, Actor::System] {
            let changed = change_to(status.as_str(), actor.as_str()).await;
            assert_eq!(changed.expect("both words are known"), 1);
        }
    }
    change_to("stolen", "shopper")
        .await
        .expect_err("there is no such state");
    change_to("placed", "stranger")
        .await
        .expect_err("there is no such actor");

    let charge = async |kind: &str| {
        let sql = format!(
            "INSERT INTO order_charges (order_id, kind, label, amount_paise) SELECT id, '{kind}', '', 1 FROM orders"
        );
        query(pool, sql).await
    };
    for kind in charge::ChargeKind::ALL {
        // The kind as the service writes it.
        let word = serde_json::to_value(kind).expect("it is a word");
        let inserted = charge(word.as_str().expect("it is a text")).await;
        assert_eq!(inserted.expect("the kind is known"), 1);
    }
    charge("tip").await.expect_err("there is no such charge");
}
