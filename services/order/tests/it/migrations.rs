//! Migration from the version before orders had a life cycle.

use proto::order::v1::{PlaceOrderRequest, PlaceOrderResponse};
use sqlx::{AssertSqlSafe, PgPool, migrate::Migrator};
use testkit::TestDatabase;

use crate::{Shop, count, good_order};

/// The last migration of that version.
const BEFORE: i64 = 10;

/// Creates a database as that version left it.
async fn earlier_database() -> TestDatabase {
    let earlier = order::MIGRATIONS.iter().filter(|one| one.version <= BEFORE);
    let earlier = Migrator::with_migrations(earlier.cloned().collect());
    testkit::database(&[&earlier, &outbox::MIGRATIONS]).await
}

/// Inserts [`good_order`] as that version does, with its own SQL.
async fn place_as_before(pool: &PgPool, key: &str, number: u8) -> PlaceOrderResponse {
    let id = format!("0190b6a0-0000-7000-8000-0000000001{number:02}");
    let order_number = format!("VM-261101-2222{number}");
    let sql = format!(
        "BEGIN;
         INSERT INTO idempotency_keys (key, payload_hash, order_id)
         VALUES ('{key}', decode('{GOOD_ORDER}', 'hex'), '{id}') ON CONFLICT DO NOTHING;
         INSERT INTO orders
           (id, order_number, full_name, email, mobile_number, delivery_address, pincode, total_paise, placed_at)
         VALUES ('{id}', '{order_number}', 'Asha Patel', 'asha@example.com', '9876543210', '12 Ring Road, Surat',
           '395007', 117100, '2026-11-01T10:00:00.123Z');
         INSERT INTO order_lines
           (order_id, line_number, product_id, product_name, weight_in_grams, quantity, unit_price_paise)
         VALUES ('{id}', 1, '0190b6a0-0000-7000-8000-000000000001', 'Karela Powder', 100, 2, 24900);
         COMMIT;"
    );
    sqlx::raw_sql(AssertSqlSafe(sql))
        .execute(pool)
        .await
        .expect("the version before can write");
    PlaceOrderResponse {
        order_id: id,
        order_number,
        total_paise: 117_100,
        placed_at: "2026-11-01T10:00:00.123Z".to_owned(),
        ..PlaceOrderResponse::default()
    }
}

/// The hash of [`good_order`], as stored by that version.
const GOOD_ORDER: &str = "8f42020d031ae827e527f4ff3cb4c7c3907f3cc7020da8a06ed5338166310308";

fn repeat(caller: &str, key: &str) -> PlaceOrderRequest {
    PlaceOrderRequest {
        idempotency_key: key.to_owned(),
        caller: caller.to_owned(),
        ..good_order()
    }
}

#[tokio::test]
async fn a_shop_of_the_version_before_comes_up_whole_and_its_retries_are_answered() {
    let database = earlier_database().await;
    let placed = place_as_before(database.pool(), "1", 1).await;
    let last = place_as_before(database.pool(), "2", 2).await;
    let shop = Shop::open_on(database.into(), &testkit::nats_url()).await;

    for (key, kept) in [("1", &placed), ("2", &last)] {
        for caller in ["", "asha"] {
            let answer = shop.place(repeat(caller, key)).await.expect("it is kept");
            assert_eq!(&answer, kept, "{key:?} of {caller:?}");
        }
        let another = PlaceOrderRequest {
            pincode: "395008".to_owned(),
            ..repeat("", key)
        };
        shop.place(another)
            .await
            .expect_err("the key came with another order");
    }
    let whole =
        "SELECT count(*) FROM orders o JOIN order_changes c ON c.order_id = o.id AND c.version = o.version
         WHERE o.version = 1 AND status = 'placed' AND to_status = 'placed' AND changed_at = placed_at
           AND account_id IS NULL AND o.placed_at = '2026-11-01T10:00:00.123Z'";
    assert_eq!(count(shop.database.pool(), whole).await, 2);
    assert_eq!(shop.kept_orders().await, 2);
}

#[tokio::test]
async fn the_version_before_finds_what_this_one_kept() {
    let shop = Shop::open_on(earlier_database().await.into(), &testkit::nats_url()).await;
    let placed = shop.place(repeat("asha", "1")).await.expect("it is taken");
    // The query of that version.
    let found: (String, String) = sqlx::query_as(
        "SELECT encode(k.payload_hash, 'hex'), o.id::text FROM idempotency_keys k JOIN orders o ON o.id = k.order_id WHERE k.key = $1",
    )
    .bind("1")
    .fetch_one(shop.database.pool())
    .await
    .expect("it is found");
    assert_eq!((found.0.as_str(), found.1), (GOOD_ORDER, placed.order_id));
}

/// The conditions of queries on a growing table, with the index for each.
const QUESTIONS: [(&str, &str); 6] = [
    ("true ORDER BY placed_at DESC, id DESC", "orders_placed_at"),
    (
        "account_id = '0190b6a0-0000-7000-8000-00000000a5a5' ORDER BY placed_at DESC, id DESC",
        "orders_account_id",
    ),
    (
        "mobile_number = '9876543210' ORDER BY placed_at DESC, id DESC",
        "orders_mobile_number",
    ),
    (
        "lower(email) = 'asha@example.com' ORDER BY placed_at DESC, id DESC",
        "orders_email",
    ),
    (
        "pincode = '395007' ORDER BY placed_at DESC, id DESC",
        "orders_pincode",
    ),
    ("status = 'placed' ORDER BY placed_at, id", "orders_status"),
];

#[tokio::test]
async fn every_list_of_orders_is_a_walk_along_an_index() {
    let shop = Shop::open().await;
    let mut connection = shop.database.pool().acquire().await.expect("there is one");
    // Without these settings, the planner would scan and sort an empty table.
    for setting in ["SET enable_seqscan = off", "SET enable_sort = off"] {
        sqlx::query(AssertSqlSafe(setting))
            .execute(&mut *connection)
            .await
            .expect("it can be set");
    }
    for (question, index) in QUESTIONS {
        let sql = format!(
            "EXPLAIN SELECT id FROM orders WHERE (placed_at, id) > ('2026-11-01', '0190b6a0-0000-7000-8000-000000000000')
             AND {question} LIMIT 50"
        );
        let plan: Vec<String> = sqlx::query_scalar(AssertSqlSafe(sql))
            .fetch_all(&mut *connection)
            .await
            .expect("it can be explained");
        let plan = plan.join("\n");
        assert!(
            plan.contains(&format!("using {index} on orders")) && !plan.contains("Sort"),
            "{question}:\n{plan}"
        );
    }
}
