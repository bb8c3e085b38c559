//! No statement of a service scans a growing table completely.

use std::{collections::BTreeSet, fs};

use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection, Row as _};
use url::Url;

use crate::shop::OpenShop;

/// Tables that stay small (one row per stream, periodic task, shop or day), queues that are mostly empty,
/// oversold packs, and lists of work for staff.
const SMALL: [&str; 12] = [
    "outbox_streams",
    "periodic_tasks",
    "planted",
    "jobs",
    "oversold_packs",
    "unconfirmed_sums",
    "catalog_list",
    "shop",
    "tax_rates",
    "waiting_documents",
    "compared_days",
    "settlements",
];

/// Parts of statements that read all packs of the shop, which do not grow with sales. They do not run for
/// shoppers: the office counts its stock list, and the inventory compares the catalog's list after a change.
const OF_ALL_PACKS: [&str; 3] = [
    "count(*) FILTER (WHERE is_sold_out)",
    "coalesce(sum(version), 0) AS \"version!\" FROM products",
    "SELECT product_id, weight_in_grams, sku, product_name, product_state, price_paise FROM packs",
];

/// Settings that make PostgreSQL use indexes wherever possible. The test's tables are small and may not be
/// analysed, so it would otherwise scan them.
pub const BY_INDEX: &str = "SET enable_seqscan = off; SET enable_mergejoin = off; SET enable_hashjoin = off;
    SET plan_cache_mode = force_generic_plan;";

/// Makes PostgreSQL plan for tables whose sizes it does not know, until the end of the transaction. Otherwise a table that autovacuum has
/// just counted as nearly empty is read whole instead of a row at a time.
const UNCOUNTED: &str = "BEGIN; UPDATE pg_class SET relpages = 0, reltuples = -1
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace";

/// A statement of ours, from the data of its compile-time check.
struct Statement {
    text: String,
    parameters: usize,
}

fn statements() -> Vec<Statement> {
    let folder = fs::read_dir(engines::checkout().join(".sqlx")).expect("the statements are committed");
    let read = |path| {
        let file = fs::read_to_string(path).expect("a statement can be read");
        let file: Value = serde_json::from_str(&file).expect("it is JSON");
        let parameters = file["describe"]["parameters"]["Left"].as_array();
        Statement {
            text: file["query"].as_str().expect("a text").to_owned(),
            parameters: parameters.map_or(0, Vec::len),
        }
    };
    let statements: Vec<_> = folder
        .map(|entry| read(entry.expect("it can be listed").path()))
        .collect();
    assert!(statements.len() > 50, "{}", statements.len());
    statements
}

/// The generic plan, with every usable index; `None` if the statement belongs to another service.
async fn plan(database: &mut PgConnection, statement: &Statement) -> Option<Value> {
    let Statement { text, parameters } = statement;
    database
        .execute("SAVEPOINT statement")
        .await
        .expect("within a transaction");
    let prepare = AssertSqlSafe(format!("PREPARE statement AS {text}"));
    if database.execute(prepare).await.is_err() {
        let back = database.execute("ROLLBACK TO statement").await;
        back.expect("the savepoint is there");
        return None;
    }
    let values = vec!["NULL"; *parameters].join(", ");
    let values = if values.is_empty() {
        values
    } else {
        format!("({values})")
    };
    let explain = AssertSqlSafe(format!("EXPLAIN (FORMAT JSON) EXECUTE statement{values}"));
    let plan: Value = sqlx::raw_sql(explain)
        .fetch_one(&mut *database)
        .await
        .expect("it can be explained")
        .get(0);
    database
        .execute("DEALLOCATE statement")
        .await
        .expect("it is there");
    Some(plan[0]["Plan"].clone())
}

/// Collects complete scans of tables: without an index condition, and without a limit.
fn whole_scans(node: &Value, is_bounded: bool, partial: &BTreeSet<String>, found: &mut Vec<String>) {
    let text = |key: &str| node[key].as_str().unwrap_or_default().to_owned();
    let kind = text("Node Type");
    let index = text("Index Name");
    let is_asked = !node["Index Cond"].is_null() || partial.contains(&index);
    let is_whole = match kind.as_str() {
        "Seq Scan" => true,
        "Index Scan" | "Index Only Scan" | "Bitmap Index Scan" => !is_asked && !is_bounded,
        _ => false,
    };
    let table = text("Relation Name");
    let is_small = SMALL.contains(&table.as_str());
    if is_whole && !is_small {
        found.push(format!("{kind} {table}{index}"));
    }
    // The index scan below it does not name the table.
    if kind == "Bitmap Heap Scan" && is_small {
        return;
    }
    // A limit bounds the nodes below, unless they need all rows first.
    let is_bounded = match kind.as_str() {
        "Limit" => true,
        "Sort" | "Aggregate" | "HashAggregate" | "Hash" | "Materialize" => false,
        _ => is_bounded,
    };
    for below in node["Plans"].as_array().into_iter().flatten() {
        whole_scans(below, is_bounded, partial, found);
    }
}

/// The complete scans of a plan. `partial` are the partial indexes.
pub fn whole_scans_of(plan: &Value, partial: &BTreeSet<String>) -> Vec<String> {
    let mut found = Vec::new();
    whole_scans(plan, false, partial, &mut found);
    found
}

/// All services, with connections of a superuser to their databases.
async fn databases_of(shop: &OpenShop) -> Vec<(&'static str, PgConnection)> {
    let mut databases = Vec::new();
    for (service, _) in shop.shop.services() {
        let of_service = Url::parse(shop.shop.database_url(service)).expect("it is a URL");
        let mut url = Url::parse(&testkit::database_url()).expect("it is a URL");
        url.set_path(of_service.path());
        let database = PgConnection::connect(url.as_str()).await;
        let database = database.expect("a superuser may connect");
        databases.push((service, database));
    }
    assert!(databases.len() > 5, "every service keeps something");
    databases
}

async fn names(database: &mut PgConnection, question: &'static str) -> BTreeSet<String> {
    let names = sqlx::query_scalar(question).fetch_all(database).await;
    names.expect("the catalog answers").into_iter().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_statement_scans_a_table_that_grows() {
    let shop = OpenShop::shared().await;
    let mut databases = Vec::new();
    for (service, mut database) in databases_of(&shop).await {
        database.execute(BY_INDEX).await.expect("every role may");
        let partial = "SELECT indexrelid::regclass::text FROM pg_index WHERE indpred IS NOT NULL";
        let partial = names(&mut database, partial).await;
        database.execute(UNCOUNTED).await.expect("a superuser may");
        databases.push((service, database, partial));
    }
    let mut faults = Vec::new();
    for statement in statements() {
        let mut is_known = false;
        for (service, database, partial) in &mut databases {
            let Some(plan) = plan(database, &statement).await else {
                continue;
            };
            is_known = true;
            let scans = whole_scans_of(&plan, partial);
            let reads_all_packs = OF_ALL_PACKS.iter().any(|part| statement.text.contains(part));
            if !scans.is_empty() && !reads_all_packs {
                faults.push(format!("{service}: {scans:?} in {}", statement.text));
            }
        }
        assert!(is_known, "no service can prepare {}", statement.text);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    shop.close().await;
}

/// Deleting a row makes PostgreSQL look for rows that refer to it, without a plan that this test sees.
#[tokio::test(flavor = "multi_thread")]
async fn every_foreign_key_has_an_index() {
    let shop = OpenShop::shared().await;
    for (service, mut database) in databases_of(&shop).await {
        let bare = "SELECT conname::text FROM pg_constraint WHERE contype = 'f' AND NOT EXISTS
              (SELECT FROM pg_index WHERE indrelid = conrelid
                 AND (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey)";
        let bare = names(&mut database, bare).await;
        // Orders are not deleted, so no lookup of their keys is needed.
        let excused = BTreeSet::from(["idempotency_keys_order_id_fkey".to_owned()]);
        assert!(bare.is_subset(&excused), "{service}: {bare:?}");
    }
    shop.close().await;
}
