use std::{
    collections::BTreeSet,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    str::FromStr as _,
};

use sqlx::{
    ConnectOptions as _, Connection as _, Executor as _, PgConnection, PgPool, migrate::Migrator,
    postgres::PgConnectOptions,
};
use tokio::sync::Mutex;
use url::Url;
use uuid::Uuid;

/// A migrated database for one test. Dropped with this value, or with the server if the tests end first.
#[derive(Debug)]
pub struct TestDatabase {
    name: String,
    url: String,
    pool: PgPool,
}

/// Creates a migrated database for one test, as a copy of a template, because migrations take longer than
/// most tests.
pub async fn database(migrations: &[&Migrator]) -> TestDatabase {
    let name = format!("test_{}", Uuid::new_v4().simple());
    let template = template(migrations).await;
    administer(&format!("CREATE DATABASE {name} {}", copy_of(&template))).await;
    let url = url_of(&name);
    let pool = database::connect(&settings(url.as_str()), migrations)
        .await
        .expect("a new database migrates");
    // A service refuses a request after two seconds without a connection, and PostgreSQL ends its
    // transactions after five silent ones. Tests on a busy machine wait longer, also inside a transaction.
    let patient = pool.options().clone().acquire_timeout(crate::PATIENCE);
    let silent = PgConnectOptions::clone(&pool.connect_options()).options([(
        "idle_in_transaction_session_timeout",
        format!("{}s", crate::PATIENCE.as_secs()),
    )]);
    let pool = patient.connect_lazy_with(silent);
    TestDatabase {
        name,
        url: url.into(),
        pool,
    }
}

/// Creates a migrated database `name`, owned by a role with the same name, as a restarting service finds it.
/// Both stay until the server ends.
pub async fn owned_database(name: &str, migrations: &[&Migrator]) {
    let template = template(migrations).await;
    let mut connection = superuser().await;
    // Membership in the template's role gives the new role its objects in the copy.
    run(
        &mut connection,
        &format!("CREATE ROLE {name} LOGIN IN ROLE {template}"),
    )
    .await;
    let copied = format!("CREATE DATABASE {name} OWNER {name} {}", copy_of(&template));
    run(&mut connection, &copied).await;
    let closed = format!("REVOKE ALL ON DATABASE {name} FROM PUBLIC");
    run(&mut connection, &closed).await;
    connection.close().await.expect("a connection closes");
}

/// Copies files. PostgreSQL's default, which logs every page, takes twice the CPU time.
fn copy_of(template: &str) -> String {
    format!("TEMPLATE {template} STRATEGY FILE_COPY")
}

impl TestDatabase {
    /// The pool, as a service has it.
    pub fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// The URL, for a separate program.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Marks the database as restored now, for services that start later.
    pub async fn mark_restored(&self) {
        let name = &self.name;
        let mark = format!(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE {name} SET shop.restored_at = %L', now()); END $$"
        );
        administer(&mark).await;
    }

    /// The settings for a service with this database.
    pub fn settings(&self) -> database::Settings {
        settings(&self.url)
    }
}

/// A small pool, because as many tests as CPU cores share one server.
fn settings(url: &str) -> database::Settings {
    database::Settings {
        database_pool_size: 4,
        ..database::Settings::new(url)
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let statement = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        // In a separate thread, without waiting. PostgreSQL drops a database only when all connections to it
        // are closed, and the test's runtime, which holds the other ends, continues only after this.
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime
                .expect("a runtime starts")
                .block_on(administer(&statement));
        });
    }
}

/// Templates that this program knows to exist. A test that creates one holds the lock.
static TEMPLATES: Mutex<BTreeSet<String>> = Mutex::const_new(BTreeSet::new());

/// A template database with these migrations, owned by a role with the same name. No client connects to it.
/// Both stay until the server ends.
async fn template(migrations: &[&Migrator]) -> String {
    let mut hash = DefaultHasher::new();
    for migration in migrations.iter().flat_map(|migrator| migrator.iter()) {
        (migration.version, &migration.checksum).hash(&mut hash);
    }
    let name = format!("template_{:016x}", hash.finish());
    let mut known = TEMPLATES.lock().await;
    if !known.contains(&name) {
        make_template(&name, migrations).await;
        known.insert(name.clone());
    }
    name
}

/// Creates a template. If other programs need the same one at the same time, the first creates it and the
/// others wait.
async fn make_template(name: &str, migrations: &[&Migrator]) {
    let mut connection = superuser().await;
    let lock = sqlx::query("SELECT pg_advisory_lock(hashtext($1))").bind(name);
    lock.execute(&mut connection).await.expect("the lock is released");
    let question = "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1 AND datistemplate)";
    let is_there: bool = sqlx::query_scalar(question)
        .bind(name)
        .fetch_one(&mut connection)
        .await
        .expect("everybody may look");
    if !is_there {
        // A database that is no template yet was left by a program that crashed.
        run(
            &mut connection,
            &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"),
        )
        .await;
        run(&mut connection, &format!("DROP ROLE IF EXISTS {name}")).await;
        run(&mut connection, &format!("CREATE ROLE {name}")).await;
        run(&mut connection, &format!("CREATE DATABASE {name} OWNER {name}")).await;
        let mut url = url_of(name);
        let as_role = format!("-c role={name}");
        url.query_pairs_mut().append_pair("options", &as_role);
        let pool = database::connect(&settings(url.as_str()), migrations)
            .await
            .expect("a new database migrates");
        pool.close().await;
        run(
            &mut connection,
            &format!("ALTER DATABASE {name} IS_TEMPLATE true"),
        )
        .await;
    }
    connection.close().await.expect("a connection closes");
}

fn url_of(database: &str) -> Url {
    let mut url = Url::parse(&crate::database_url()).expect("TEST_DATABASE_URL is a URL");
    url.set_path(database);
    url
}

async fn administer(statement: &str) {
    let mut connection = superuser().await;
    run(&mut connection, statement).await;
    connection.close().await.expect("a connection closes");
}

async fn superuser() -> PgConnection {
    let options = PgConnectOptions::from_str(&crate::database_url())
        .expect("TEST_DATABASE_URL is a PostgreSQL address");
    options.connect().await.expect("PostgreSQL for tests answers")
}

/// The statement contains only names from this file.
async fn run(connection: &mut PgConnection, statement: &str) {
    connection
        .execute(sqlx::AssertSqlSafe(statement.to_owned()))
        .await
        .expect("a superuser may do this");
}
