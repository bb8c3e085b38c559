use std::str::FromStr as _;

use sqlx::{
    ConnectOptions as _, Connection as _, Executor as _, PgPool, migrate::Migrator,
    postgres::PgConnectOptions,
};
use url::Url;
use uuid::Uuid;

/// An own, migrated database; dropped with this value, or with the server when the tests end first.
#[derive(Debug)]
pub struct TestDatabase {
    name: String,
    url: String,
    pool: PgPool,
}

/// Makes a database of its own for one test and runs the migrations.
pub async fn database(migrations: &[&Migrator]) -> TestDatabase {
    let name = format!("test_{}", Uuid::new_v4().simple());
    administer(&format!("CREATE DATABASE {name}")).await;
    let mut url = Url::parse(&crate::database_url()).expect("TEST_DATABASE_URL is a URL");
    url.set_path(&name);
    let pool = database::connect(&settings(url.as_str()), migrations)
        .await
        .expect("a new database migrates");
    // A service refuses who waits for two seconds; a test on a busy machine goes on waiting.
    let patient = pool.options().clone().acquire_timeout(crate::PATIENCE);
    let pool = patient.connect_lazy_with(PgConnectOptions::clone(&pool.connect_options()));
    TestDatabase {
        name,
        url: url.into(),
        pool,
    }
}

impl TestDatabase {
    /// Connections to it, as a service has them.
    pub fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// Its address, for a program of its own.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Settings for a service that keeps its data here.
    pub fn settings(&self) -> database::Settings {
        settings(&self.url)
    }
}

/// A small pool: tests run side by side on one server, as many as the machine has cores.
fn settings(url: &str) -> database::Settings {
    database::Settings {
        database_pool_size: 4,
        ..database::Settings::new(url)
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let statement = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        // On a thread with a runtime of its own, and not waited for: PostgreSQL lets go of a database only when every
        // connection to it is closed or through its handshake, and the test's runtime, which holds the other ends,
        // goes on only after this.
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime
                .expect("a runtime starts")
                .block_on(administer(&statement));
        });
    }
}

async fn administer(statement: &str) {
    let options = PgConnectOptions::from_str(&crate::database_url())
        .expect("TEST_DATABASE_URL is a PostgreSQL address");
    let mut connection = options.connect().await.expect("PostgreSQL for tests answers");
    // The statement holds only a name made in this file.
    connection
        .execute(sqlx::AssertSqlSafe(statement.to_owned()))
        .await
        .expect("a superuser may do this");
    connection.close().await.expect("a connection closes");
}
