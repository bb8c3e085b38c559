//! Creates a database and a role for each service on a PostgreSQL server.

use std::str::FromStr as _;

use anyhow::Context as _;
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, PgConnection,
    postgres::PgConnectOptions,
};
use url::Url;
use uuid::Uuid;

/// A PostgreSQL server on which we may create roles and databases.
#[derive(Debug)]
pub struct Server {
    url: Url,
    connection: PgConnection,
}

impl Server {
    /// Connects as a superuser.
    pub async fn connect(url: &str) -> anyhow::Result<Self> {
        let options = PgConnectOptions::from_str(url).context("DATABASE_URL is not a PostgreSQL address")?;
        let connection = options.connect().await.context("PostgreSQL does not answer")?;
        Ok(Self {
            url: Url::parse(url)?,
            connection,
        })
    }

    /// Creates the database `name` and its role if they are missing. Returns the URL for the role. The role
    /// owns this database and may connect to no other of ours. Its password is new at every start and is not
    /// stored.
    pub async fn ensure_database(&mut self, name: &str) -> anyhow::Result<String> {
        let password = Uuid::new_v4().simple().to_string();
        self.ensure_database_with_password(name, &password).await
    }

    /// Like `ensure_database`, with a password that the caller stores: letters and digits, which need no
    /// escaping in SQL.
    pub async fn ensure_database_with_password(
        &mut self,
        name: &str,
        password: &str,
    ) -> anyhow::Result<String> {
        anyhow::ensure!(
            password.bytes().all(|byte| byte.is_ascii_alphanumeric()),
            "a role's password is of letters and digits"
        );
        if !self
            .exists("SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)", name)
            .await?
        {
            self.run(format!("CREATE ROLE {name} LOGIN")).await?;
        }
        self.run(format!("ALTER ROLE {name} PASSWORD '{password}'"))
            .await?;
        if !self
            .exists("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name)
            .await?
        {
            self.run(format!("CREATE DATABASE {name} OWNER {name}")).await?;
            self.run(format!("REVOKE ALL ON DATABASE {name} FROM PUBLIC"))
                .await?;
        }
        let mut url = self.url.clone();
        url.set_path(name);
        let set = url
            .set_username(name)
            .and_then(|()| url.set_password(Some(password)));
        set.map_err(|()| anyhow::anyhow!("DATABASE_URL has no host"))?;
        Ok(url.into())
    }

    /// Revokes all roles' access to PostgreSQL's default databases, as `roles.sh` does in a cluster.
    pub async fn revoke_public_access(&mut self) -> anyhow::Result<()> {
        self.run("REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC".to_owned())
            .await
    }

    /// Closes the superuser's connection. Services never get it.
    pub async fn close(self) -> anyhow::Result<()> {
        Ok(self.connection.close().await?)
    }

    async fn exists(&mut self, question: &'static str, name: &str) -> anyhow::Result<bool> {
        Ok(sqlx::query_scalar(question)
            .bind(name)
            .fetch_one(&mut self.connection)
            .await?)
    }

    /// Runs a statement, which has only our own names and hexadecimal digits; PostgreSQL takes no parameters
    /// in it.
    async fn run(&mut self, statement: String) -> anyhow::Result<()> {
        self.connection.execute(AssertSqlSafe(statement)).await?;
        Ok(())
    }
}
