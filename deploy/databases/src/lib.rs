//! One database and one role a service, on one PostgreSQL server.

use std::str::FromStr as _;

use anyhow::Context as _;
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, PgConnection,
    postgres::PgConnectOptions,
};
use url::Url;
use uuid::Uuid;

/// A PostgreSQL server on which we may make roles and databases.
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

    /// Makes the database `name` and its role where they are missing, and answers the address the role reaches its
    /// database at. The role owns this one database and may connect to no other of ours; its password is new at every
    /// start, so it is kept nowhere.
    pub async fn database(&mut self, name: &str) -> anyhow::Result<String> {
        let password = Uuid::new_v4().simple().to_string();
        self.database_with(name, &password).await
    }

    /// The same with a password that whoever calls keeps: letters and digits, which mean nothing to SQL.
    pub async fn database_with(&mut self, name: &str, password: &str) -> anyhow::Result<String> {
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

    /// Keeps every role out of the databases that PostgreSQL brings along, as `roles.sh` does in a cluster.
    pub async fn close_common_databases(&mut self) -> anyhow::Result<()> {
        self.run("REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC".to_owned())
            .await
    }

    /// Closes the superuser's connection; no service ever has it.
    pub async fn close(self) -> anyhow::Result<()> {
        Ok(self.connection.close().await?)
    }

    async fn exists(&mut self, question: &'static str, name: &str) -> anyhow::Result<bool> {
        Ok(sqlx::query_scalar(question)
            .bind(name)
            .fetch_one(&mut self.connection)
            .await?)
    }

    /// The statements hold only names of ours and hexadecimal digits; PostgreSQL takes no parameters in them.
    async fn run(&mut self, statement: String) -> anyhow::Result<()> {
        self.connection.execute(AssertSqlSafe(statement)).await?;
        Ok(())
    }
}
