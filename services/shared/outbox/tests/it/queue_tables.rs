//! Tables whose rows are inserted and deleted all day.

use std::{fs, path::Path};

use sqlx::{AssertSqlSafe, Row as _};
use time::OffsetDateTime;

use crate::{Exchange, published_by};

/// The relay's locking statement, from the stored compile-time check.
fn locking() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../.sqlx");
    let files = fs::read_dir(folder).expect("the statements are committed");
    let statements = files.map(|file| {
        let file = fs::read_to_string(file.expect("it can be listed").path());
        let file: serde_json::Value =
            serde_json::from_str(&file.expect("it can be read")).expect("it is JSON");
        file["query"].as_str().expect("a text").to_owned()
    });
    let mut locking =
        statements.filter(|text| text.contains("FROM outbox") && text.contains("retry_at >= $2"));
    locking.next().expect("it is there")
}

/// The pages that PostgreSQL read for a plan node, including its children.
fn pages(explained: &serde_json::Value) -> u64 {
    let plan = &explained[0]["Plan"];
    let read = ["Shared Hit Blocks", "Shared Read Blocks"].map(|kind| plan[kind].as_u64().expect("a count"));
    read.iter().sum()
}

/// A dump is running, so that vacuum cannot clean the index.
#[tokio::test]
async fn a_batch_reads_none_of_the_events_that_were_published_before() {
    let exchange = Exchange::open().await;
    exchange
        .run_sql("ALTER TABLE outbox SET (autovacuum_enabled = false)")
        .await;
    let mut dump = database::begin(exchange.db()).await.expect("PostgreSQL answers");
    for statement in [
        "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
        "SELECT count(*) FROM outbox",
    ] {
        sqlx::query(statement)
            .execute(&mut *dump)
            .await
            .expect("it has a snapshot");
    }
    exchange
        .run_sql(
            "SET LOCAL statement_timeout = 0;
             INSERT INTO outbox (id, subject, payload, created_at, retry_at)
             SELECT gen_random_uuid(), 'x', 'x', at, at
             FROM generate_series(1, 200000) AS n, LATERAL (SELECT now() - interval '1 hour' + n * interval '10 ms') AS its (at);
             UPDATE outbox SET published_at = retry_at;
             ANALYZE outbox",
        )
        .await;
    exchange.write("the next").await;
    let mut read = Vec::new();
    for since in [
        OffsetDateTime::UNIX_EPOCH,
        OffsetDateTime::now_utc() - time::Duration::seconds(30),
    ] {
        let explain = format!("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {}", locking());
        let explained = sqlx::query(AssertSqlSafe(explain)).bind(256_i64).bind(since);
        let explained = explained.fetch_one(exchange.db()).await.expect("it is explained");
        read.push(pages(&explained.get::<serde_json::Value, _>(0)));
    }
    assert!(
        read[0] > 1_000,
        "a look at everything reads what is dead: {read:?}"
    );
    assert!(read[1] < 100, "{read:?}");
    dump.commit().await.expect("PostgreSQL answers");

    // The relay first searches everything, and then from its last position.
    let relay = exchange.relay();
    assert_eq!(published_by(&relay).await, 1);
    exchange.write("and the one after").await;
    assert_eq!(published_by(&relay).await, 1);
}

#[tokio::test]
async fn queues_are_vacuumed_after_some_thousand_rows_however_large_they_are() {
    let exchange = Exchange::open().await;
    let set = "SELECT count(*) FROM pg_class
        WHERE relname IN ('outbox', 'inbox_claims', 'jobs')
          AND reloptions @> ARRAY['autovacuum_vacuum_scale_factor=0', 'autovacuum_vacuum_threshold=5000']";
    assert_eq!(exchange.count(set).await, 3);
}
