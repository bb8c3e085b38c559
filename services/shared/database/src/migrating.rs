//! Runs migrations while the previous version serves. A statement that waits for a table lock blocks all
//! later statements on the table. So it waits briefly, gives up and retries. Indexes of growing tables are
//! built concurrently.

use std::{borrow::Cow, collections::HashMap, pin::pin, time::Duration};

use runtime::Stopped;
use sqlx::{
    AssertSqlSafe, Connection as _, Executor as _, PgConnection,
    migrate::{Migrate as _, MigrateError, Migration, Migrator},
    postgres::PgConnectOptions,
};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::{
    error::Error,
    lock_wait::{self, LOG_EVERY},
    server::{IDLE_IN_TRANSACTION_TIMEOUT, wait_for_server},
};

/// The table in which sqlx records applied migrations.
const NOTES: &str = "_sqlx_migrations";

/// How long a migration waits for a lock, in PostgreSQL's notation. Orders wait behind it, for 0.9 s at most.
const LOCK_TIMEOUT: &str = "100ms";

/// How long a program waits in PostgreSQL for another one that migrates. A concurrent index build waits for
/// every such statement, because it has a snapshot. Below `deadlock_timeout` (1 s), the two do not deadlock.
const TURN_TIMEOUT: &str = "200ms";

/// The pause before a program tries again to take its turn.
const TURN_PAUSE: Duration = Duration::from_millis(300);

/// The pauses before a migration is retried. They double each time, because orders have waited behind it.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

/// How long a migration runs before the observer looks. Less than [`LOCK_TIMEOUT`], after which it gives up.
const LOOK_AFTER: Duration = Duration::from_millis(50);

/// Runs all pending migrations, and retries until they are applied. The previous version serves meanwhile.
///
/// A program without pending migrations does not wait, so that replicas of the previous version can restart.
/// Waits for the server for as long as `patience`, and until `stop`.
pub(crate) async fn migrate(
    options: &PgConnectOptions,
    migrations: &[&Migrator],
    patience: Duration,
    stop: &CancellationToken,
) -> Result<(), Error> {
    let named = options.clone().application_name("migrating");
    let connected = stop.run_until_cancelled(wait_for_server(&named, patience)).await;
    let mut connection = connected.ok_or(Stopped)??;
    let mut pending = pending(&mut connection, migrations).await?;
    if !pending.is_empty() {
        pending.sort_by_key(|migration| migration.version);
        let observer = lock_wait::Observer::of(&mut connection, options).await;
        let mut observer = observer.map_err(MigrateError::from)?;
        run(&mut connection, &pending, &mut observer).await?;
    }
    connection.close().await.map_err(Error::Connect)
}

/// The migrations that are not applied. Fails if one is applied with another text.
async fn pending(connection: &mut PgConnection, migrations: &[&Migrator]) -> Result<Vec<Migration>, Error> {
    let applied = match connection.list_applied_migrations(NOTES).await {
        Ok(applied) => applied,
        Err(error) if is_code(&error, &["42P01"]) => Vec::new(),
        Err(error) => return Err(error.into()),
    };
    let applied: HashMap<_, _> = applied
        .into_iter()
        .map(|one| (one.version, one.checksum))
        .collect();
    let mut pending = Vec::new();
    for migration in migrations.iter().flat_map(|migrator| migrator.iter()) {
        match applied.get(&migration.version) {
            None => pending.push(migration.clone()),
            Some(checksum) if *checksum == migration.checksum => (),
            Some(_) => return Err(Error::OtherSchema(migration.version)),
        }
    }
    Ok(pending)
}

async fn run(
    connection: &mut PgConnection,
    pending: &[Migration],
    observer: &mut lock_wait::Observer,
) -> Result<(), MigrateError> {
    let (began, mut told, mut pause) = (Instant::now(), None, FIRST_PAUSE);
    loop {
        let tried = match take_turn(connection).await {
            Ok(()) => {
                let tried = apply_all(connection, pending, observer).await;
                // Unlock during the pause, because an older program waits for the lock in a statement without
                // a timeout.
                tried.and(connection.unlock().await)
            }
            Err(error) => Err(error),
        };
        let error = match tried {
            Err(error) if is_lock_conflict(&error) => error,
            tried => return tried,
        };
        let waited_seconds = began.elapsed().as_secs();
        if let MigrateError::ExecuteMigration(error, migration) = error {
            let behind = observer.take_blocking_session();
            tracing::warn!(
                migration, %error, behind, waited_seconds, again_in = ?pause,
                "migration delayed by a lock, and retried; the previous version serves meanwhile"
            );
            sleep(pause).await;
            pause = LONGEST_PAUSE.min(pause * 2);
        } else {
            if told.is_none_or(|told: Instant| told.elapsed() > LOG_EVERY) {
                tracing::info!(waited_seconds, "another program migrates the database");
                told = Some(Instant::now());
            }
            sleep(TURN_PAUSE).await;
        }
    }
}

/// Takes sqlx's own lock, so that only one program of any version migrates at a time.
async fn take_turn(connection: &mut PgConnection) -> Result<(), MigrateError> {
    set_lock_timeout(connection, TURN_TIMEOUT).await?;
    connection.lock().await
}

async fn apply_all(
    connection: &mut PgConnection,
    pending: &[Migration],
    observer: &mut lock_wait::Observer,
) -> Result<(), MigrateError> {
    // An index is built separately, because it waits without a lock timeout.
    for stretch in pending.chunk_by(|one, next| !one.no_tx && !next.no_tx) {
        set_lock_timeout(connection, LOCK_TIMEOUT).await?;
        if let [migration] = stretch
            && migration.no_tx
        {
            remove_unfinished_index(connection, migration).await?;
            // Nothing waits behind an index build while it waits for earlier transactions.
            set_lock_timeout(connection, "0").await?;
        }
        let migrator = {
            let mut migrator = Migrator::with_migrations(stretch.to_vec());
            migrator.set_ignore_missing(true).set_locking(false);
            migrator
        };
        let mut applying = pin!(migrator.run_direct(None, connection, false));
        loop {
            match timeout(LOOK_AFTER, &mut applying).await {
                Ok(applied) => break applied?,
                Err(_) => observer.poll(stretch).await,
            }
        }
    }
    Ok(())
}

/// Removes an index whose build was interrupted. Fails to get the lock while another program builds it.
async fn remove_unfinished_index(
    connection: &mut PgConnection,
    migration: &Migration,
) -> Result<(), MigrateError> {
    let Some(index) = built_index(migration.sql.as_str()) else {
        return Ok(());
    };
    let question =
        "SELECT EXISTS (SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid)";
    let is_unfinished = sqlx::query_scalar(question).bind(index);
    if is_unfinished.fetch_one(&mut *connection).await? {
        tracing::warn!(index, "an index whose build was broken off is built anew");
        let removal = AssertSqlSafe(format!("DROP INDEX CONCURRENTLY IF EXISTS {index}"));
        let removed = connection.execute(removal).await;
        removed.map_err(|error| MigrateError::ExecuteMigration(error, migration.version))?;
    }
    Ok(())
}

/// The name of the index that a migration builds concurrently.
fn built_index(sql: &str) -> Option<&str> {
    let (_, name) = sql.split_once(" INDEX CONCURRENTLY IF NOT EXISTS ")?;
    name.split_whitespace().next()
}

async fn set_lock_timeout(connection: &mut PgConnection, patience: &'static str) -> Result<(), MigrateError> {
    let settings = format!(
        "SET lock_timeout = '{patience}'; SET idle_in_transaction_session_timeout = '{IDLE_IN_TRANSACTION_TIMEOUT}'"
    );
    connection.execute(AssertSqlSafe(settings)).await?;
    Ok(())
}

/// True if another session holds a needed lock: lock timeout or deadlock.
fn is_lock_conflict(error: &MigrateError) -> bool {
    is_code(error, &["55P03", "40P01"])
}

fn is_code(error: &MigrateError, codes: &[&str]) -> bool {
    let (MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) = error else {
        return false;
    };
    let code = error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code);
    code.as_ref()
        .map(Cow::as_ref)
        .is_some_and(|code| codes.contains(&code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_that_a_migration_builds_is_known_by_its_name() {
        let sql = "-- no-transaction\n-- An INDEX of orders.\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS orders_x\n  ON orders (x);";
        assert_eq!(built_index(sql), Some("orders_x"));
        assert_eq!(built_index("CREATE INDEX orders_x ON orders (x)"), None);
    }
}
