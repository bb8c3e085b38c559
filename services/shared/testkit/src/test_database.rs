use std::str::FromStr as _;

use sqlx::{
    ConnectOptions as _, Connection as _, Executor as _, PgPool, migrate::Migrator,
    postgres::PgConnectOptions,
};
use url::Url;
use uuid::Uuid;

/// An own, migrated database; dropped with this value.
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
    let settings = database::Settings::new(url.as_str());
    let pool = database::connect(&settings, migrations)
        .await
        .expect("a new database migrates");
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
        database::Settings::new(&self.url)
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let statement = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        // The test's own runtime may be gone already, so the farewell gets one of its own.
        let farewell = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime
                .expect("a runtime starts")
                .block_on(administer(&statement));
        });
        let _ = farewell.join();
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
