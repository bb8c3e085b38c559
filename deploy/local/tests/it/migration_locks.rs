//! A migration may briefly lock a table that is written to, or scan it, but not both.

use std::collections::BTreeSet;

use local::registry::Service;
use sqlx::{
    Connection as _, Executor as _, PgConnection,
    migrate::{Migration, Migrator},
};

/// The first migrations of each crate, which create its tables. No program uses the tables meanwhile.
const FIRST: [&str; 5] = ["schema", "functions", "csv imports", "jobs", "outbox"];

/// The statements allowed outside of a transaction: they block no other session and can be retried.
const BESIDE: [&str; 3] = [
    "CREATE INDEX CONCURRENTLY IF NOT EXISTS ",
    "CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS ",
    "DROP INDEX CONCURRENTLY IF EXISTS ",
];

/// Tables that stay small, so that a scan takes milliseconds.
const SMALL: [&str; 1] = ["pincodes "];

/// The tables that a transaction has locked against writes and scanned completely.
const LOCKED_AND_READ: &str =
    "SELECT locks.relation::regclass || ' while it holds ' || string_agg(locks.mode, ', ')
    FROM pg_locks AS locks JOIN pg_class ON pg_class.oid = locks.relation
    WHERE pid = pg_backend_pid() AND relkind IN ('r', 'p') AND locks.relation = ANY($1)
      AND mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    GROUP BY locks.relation HAVING pg_stat_get_xact_numscans(locks.relation) > 0
      OR pg_relation_filenode(locks.relation) <> ALL($2)";

/// Applies a migration and returns what would block concurrent writers.
async fn faults(database: &mut PgConnection, migration: &Migration) -> Vec<String> {
    let sql = migration.sql.as_str();
    if migration.no_tx {
        let lines = sql.lines().filter(|line| !line.starts_with("--"));
        let statement = lines.collect::<Vec<_>>().join("\n");
        let statement = statement.trim_end().trim_end_matches(';');
        let is_beside = BESIDE.iter().any(|beginning| statement.starts_with(beginning));
        let applied = database.execute(migration.sql.clone()).await;
        applied.expect("it can be applied");
        let is_alone = is_beside && !statement.contains(';');
        let fault = "does without a transaction what is not one of these, alone: ".to_owned();
        return if is_alone {
            Vec::new()
        } else {
            vec![fault + &BESIDE.join(", ")]
        };
    }
    // Scans by the previous migration must not count for this one.
    let counted = database.execute("SELECT pg_stat_force_next_flush()").await;
    counted.expect("it counts");
    let mut transaction = database.begin().await.expect("it begins");
    let tables = "SELECT oid::bigint, pg_relation_filenode(oid)::bigint FROM pg_class
         WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace";
    let tables: Vec<(i64, i64)> = sqlx::query_as(tables)
        .fetch_all(&mut *transaction)
        .await
        .expect("it answers");
    let (tables, files): (Vec<_>, Vec<_>) = tables.into_iter().unzip();
    let applied = transaction.execute(migration.sql.clone()).await;
    applied.expect("it can be applied");
    let faults: Vec<String> = sqlx::query_scalar(LOCKED_AND_READ)
        .bind(tables)
        .bind(files)
        .fetch_all(&mut *transaction)
        .await
        .expect("it answers");
    transaction.commit().await.expect("it commits");
    let is_small = |fault: &String| SMALL.iter().any(|table| fault.starts_with(table));
    let faults = faults.into_iter().filter(|fault| !is_small(fault)).map(|fault| {
        format!(
            "reads or writes all of {fault}: build indexes CONCURRENTLY, each in a file that begins with \
             `-- no-transaction`; add constraints NOT VALID, and validate them in the next file; a column that must not \
             be null gets such a constraint first"
        )
    });
    faults.collect()
}

/// Applies the migrations of a service and its shared crates. Returns the faults of those after the first.
async fn faults_of(migrations: &[(&str, &Migrator)]) -> BTreeSet<String> {
    let database = testkit::database(&[]).await;
    let mut connection = PgConnection::connect(database.url()).await.expect("it answers");
    let all = migrations
        .iter()
        .flat_map(|(name, migrator)| migrator.iter().map(move |migration| (*name, migration)));
    let mut all: Vec<_> = all.collect();
    all.sort_by_key(|(_, migration)| migration.version);
    let mut found = BTreeSet::new();
    for (name, migration) in all {
        let faults = faults(&mut connection, migration).await;
        if !FIRST.contains(&&*migration.description) {
            let said = |fault| {
                format!(
                    "{name} {} {}: it {fault}",
                    migration.version, migration.description
                )
            };
            found.extend(faults.into_iter().map(said));
        }
    }
    connection.close().await.expect("it closes");
    found
}

#[tokio::test]
async fn no_migration_reads_a_table_while_others_cannot_write_to_it() {
    for service in Service::ALL {
        let migrations = [
            (service.name(), service.migrations()),
            ("csv_import", &csv_import::MIGRATIONS),
            ("jobs", &jobs::MIGRATIONS),
            ("outbox", &outbox::MIGRATIONS),
        ];
        let faults = faults_of(&migrations).await;
        assert!(faults.is_empty(), "{faults:#?}");
    }
}

/// Tests the check itself: refuses each of these, and accepts equivalents that do not block.
#[tokio::test]
async fn a_migration_that_blocks_others_is_refused() {
    let table = "CREATE TABLE sold (id integer, name text); CREATE TABLE packs (id integer PRIMARY KEY)";
    let refused = [
        "CREATE INDEX ON sold (id)",
        "ALTER TABLE sold ADD CHECK (id > 0)",
        "ALTER TABLE sold ALTER id SET NOT NULL",
        "ALTER TABLE sold ALTER id TYPE bigint",
        "ALTER TABLE sold ADD COLUMN at timestamptz DEFAULT clock_timestamp()",
        "ALTER TABLE sold ADD UNIQUE (id)",
        "ALTER TABLE sold ADD FOREIGN KEY (id) REFERENCES packs",
        "ALTER TABLE sold ADD COLUMN more text; UPDATE sold SET more = name",
        "LOCK TABLE sold IN SHARE MODE; INSERT INTO packs SELECT id FROM sold",
        "-- no-transaction\nALTER TABLE sold ADD CHECK (id > 0)",
        "-- no-transaction\nCREATE INDEX sold_id ON sold (id)",
    ];
    let taken = [
        "CREATE TABLE new (id integer); CREATE INDEX ON new (id)",
        "ALTER TABLE sold ADD COLUMN more text NOT NULL DEFAULT ''",
        "ALTER TABLE sold ADD CONSTRAINT sold_id CHECK (id > 0) NOT VALID",
        "INSERT INTO packs SELECT id FROM sold",
        "-- no-transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS sold_name ON sold (name);\n",
    ];
    for (sql, is_refused) in refused
        .map(|sql| (sql, true))
        .into_iter()
        .chain(taken.map(|sql| (sql, false)))
    {
        let next = crate::migrations::migrations(&[table, sql]);
        let faults = faults_of(&[("next", &next)]).await;
        assert_eq!(!faults.is_empty(), is_refused, "{sql}: {faults:?}");
    }
}
