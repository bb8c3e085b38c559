//! Migrations of a new version beside the running one. Orders are not blocked, even while a migration waits.

use std::{
    collections::BTreeSet,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use futures_util::future::{join, join_all};
use sqlx::{
    AssertSqlSafe, Connection as _, Executor as _, PgConnection, PgPool, SqlSafeStr as _,
    migrate::{Migration, MigrationType, Migrator},
};
use testkit::{TestDatabase, eventually};

use crate::shop::OpenShop;

/// Above all existing migrations.
const NEXT: i64 = 99_000_000;

/// A migration of the next version, as if read from its file.
fn migration(version: i64, sql: &str) -> Migration {
    let no_tx = sql.starts_with("-- no-transaction");
    let sql = AssertSqlSafe(sql.to_owned()).into_sql_str();
    Migration::new(version, "next".into(), MigrationType::Simple, sql, no_tx)
}

pub fn migrations(sql: &[&str]) -> Migrator {
    let all = (NEXT..).zip(sql);
    Migrator::with_migrations(all.map(|(version, sql)| migration(version, sql)).collect())
}

/// Reads a database in one transaction, as `pg_dump` does. Its locks last until the transaction ends.
async fn begin_dump(url: &str, tables: &str) -> PgConnection {
    let mut dump = PgConnection::connect(url).await.expect("the role may connect");
    let begin = format!(
        "SET application_name = 'pg_dump'; BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY;
         LOCK TABLE {tables} IN ACCESS SHARE MODE; SELECT 1"
    );
    dump.execute(AssertSqlSafe(begin)).await.expect("it may read");
    dump
}

/// The start times of the statements that wait for a lock now.
async fn waiting(db: &PgPool) -> Vec<String> {
    let question = "SELECT pid || ' ' || query_start FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%next_%'";
    let waiting = sqlx::query_scalar(question).fetch_all(db).await;
    waiting.expect("the role sees its own")
}

async fn is_valid(db: &PgPool, index: &str) -> bool {
    let question =
        "SELECT coalesce((SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)), false)";
    let valid = sqlx::query_scalar(question).bind(index).fetch_one(db).await;
    valid.expect("the catalog answers")
}

async fn pool(shop: &OpenShop, service: &str) -> PgPool {
    let url = shop.shop.database_url(service);
    PgPool::connect(url).await.expect("the role may connect")
}

/// A database with a table that is being dumped.
async fn dumped_database() -> (TestDatabase, PgConnection) {
    let database = testkit::database(&[]).await;
    let table = "CREATE TABLE sold (id integer)";
    database.pool().execute(table).await.expect("it can be made");
    let dump = begin_dump(database.url(), "sold").await;
    (database, dump)
}

const BUILDING: &str = "-- no-transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS next_sold ON sold (id)";

#[tokio::test(flavor = "multi_thread")]
async fn an_order_waits_for_no_migration_that_waits_for_a_dump() {
    let shop = OpenShop::start().await;
    let databases = [pool(&shop, "order").await, pool(&shop, "inventory").await];
    // Added because the samples would be sold out before the dump ends.
    let endless = "INSERT INTO movements (id, batch_id, kind, quantity)
        SELECT gen_random_uuid(), id, 'received', 1000000 FROM batches";
    databases[1].execute(endless).await.expect("the role may");
    let order = shop.good_order().await;

    let dumped = [
        ("order", "orders, idempotency_keys"),
        ("inventory", "batches, reservations"),
    ];
    let dumps =
        dumped.map(async |(service, tables)| begin_dump(shop.shop.database_url(service), tables).await);
    let dumps = join_all(dumps).await;
    let next = [
        migrations(&[
            "ALTER TABLE orders ADD COLUMN next_column text",
            "-- no-transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS next_index ON orders (pincode)",
        ]),
        migrations(&["ALTER TABLE batches ADD COLUMN next_column text"]),
    ];
    let settings = dumped.map(|(service, _)| database::Settings::new(shop.shop.database_url(service)));

    let (answers, is_over) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    let shopping = async || {
        while !is_over.load(Ordering::Relaxed) {
            let (status, body) = shop.order(&order, None).await;
            let mut answers = answers.lock().expect("the mutex is not poisoned");
            answers.push((status, body["message"].to_string()));
        }
    };
    let migrating = [0, 1].map(async |at| {
        let opened = database::connect(&settings[at], &[&next[at]]).await;
        opened.expect("the next version starts in the end");
    });
    let dumping = async {
        let (mut tries, mut before) = (BTreeSet::new(), None);
        eventually("orders were taken beside migrations that wait", async || {
            for database in &databases {
                tries.extend(waiting(database).await);
            }
            let answers = answers.lock().expect("the mutex is not poisoned");
            let before = *before.get_or_insert(answers.len());
            let failed = answers.iter().any(|(status, _)| *status != 201);
            (failed || (tries.len() >= 6 && answers.len() >= before + 100)).then_some(())
        })
        .await;
        join_all(dumps.into_iter().map(PgConnection::close)).await;
    };
    let next_version = async {
        join(join_all(migrating), dumping).await;
        is_over.store(true, Ordering::Relaxed);
    };
    join(join_all([(); 2].map(|()| shopping())), next_version).await;

    let mut refused = answers.into_inner().expect("the mutex is not poisoned");
    refused.retain(|(status, _)| *status != 201);
    assert!(refused.is_empty(), "{refused:?}");
    assert!(is_valid(&databases[0], "next_index").await);
    shop.close().await;
}

/// The waiting replica must not block the first one's index build.
#[tokio::test(flavor = "multi_thread")]
async fn replicas_that_start_together_build_an_index_once() {
    let (database, dump) = dumped_database().await;
    let (settings, next) = (database.settings(), migrations(&[BUILDING]));
    let (next, started) = ([&next], std::time::Instant::now());
    let replicas = join_all([(); 3].map(|()| database::connect(&settings, &next)));
    let dumping = async {
        eventually("an index waits for the dump", async || {
            let is_beyond = started.elapsed() > DEADLOCK_TIMEOUT * 2;
            (!waiting(database.pool()).await.is_empty() && is_beyond).then_some(())
        })
        .await;
        dump.close().await.expect("it ends");
    };
    let (replicas, ()) = join(replicas, dumping).await;
    for replica in replicas {
        replica.expect("each of them starts");
    }
    assert!(is_valid(database.pool(), "next_sold").await);
}

/// PostgreSQL's default timeout, after which it looks for deadlocks.
const DEADLOCK_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(1);

#[tokio::test(flavor = "multi_thread")]
async fn an_index_whose_build_was_broken_off_is_built_anew() {
    let (database, dump) = dumped_database().await;
    let (settings, next) = (database.settings(), migrations(&[BUILDING]));
    let next = [&next];
    let breaking_off = async {
        eventually("an index waits for the dump", async || {
            (!waiting(database.pool()).await.is_empty()).then_some(())
        })
        .await;
        let all = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND query LIKE '%next_sold%' AND pid <> pg_backend_pid()";
        database.pool().execute(all).await.expect("a superuser may");
    };
    let (broken_off, ()) = join(database::connect(&settings, &next), breaking_off).await;
    broken_off.expect_err("its connection was ended");
    let left = "SELECT to_regclass('next_sold') IS NOT NULL";
    let left: bool = sqlx::query_scalar(left)
        .fetch_one(database.pool())
        .await
        .expect("it answers");
    assert!(left && !is_valid(database.pool(), "next_sold").await);

    dump.close().await.expect("it ends");
    database::connect(&settings, &next).await.expect("it starts");
    assert!(is_valid(database.pool(), "next_sold").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_version_that_serves_starts_again_while_the_next_one_migrates() {
    let (database, dump) = dumped_database().await;
    let (settings, this) = (
        database.settings(),
        migrations(&["CREATE TABLE kept (id integer)"]),
    );
    database::connect(&settings, &[&this]).await.expect("it starts");
    let next = Migrator::with_migrations(vec![migration(NEXT + 1, BUILDING)]);
    let restarting = async {
        eventually("an index waits for the dump", async || {
            (!waiting(database.pool()).await.is_empty()).then_some(())
        })
        .await;
        let this = [&this];
        let again = database::connect(&settings, &this);
        let again = tokio::time::timeout(std::time::Duration::from_secs(30), again).await;
        again.expect("it does not wait").expect("it starts");
        assert!(
            !is_valid(database.pool(), "next_sold").await,
            "the next one still waits"
        );
        dump.close().await.expect("it ends");
    };
    let both = [&this, &next];
    let (next, ()) = join(database::connect(&settings, &both), restarting).await;
    next.expect("it starts in the end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_an_unreleased_version_is_named_with_the_remedy() {
    let database = testkit::database(&[]).await;
    let (unreleased, released) = (
        migrations(&["CREATE TABLE kept (id integer)"]),
        migrations(&["CREATE TABLE kept (id bigint)"]),
    );
    let settings = database.settings();
    database::connect(&settings, &[&unreleased])
        .await
        .expect("it starts");
    let refused = database::connect(&settings, &[&released]).await;
    let refused = refused.expect_err("its schema differs").to_string();
    assert!(
        refused.contains("migration 99000000") && refused.contains("make reset"),
        "{refused}"
    );
}
