//! Private PostgreSQL and NATS servers for one machine: found, started, awaited, and always stopped.
//!
//! [`Options`] says where the data is stored and how durable it is. [`Engines::start`] starts the engines
//! that have no external URL. If the process dies, even by `kill -9`, its engines are stopped, too.

mod exec;
mod reset;
mod restore;
mod servers;
mod state;

use std::sync::Arc;
use std::thread;

use anyhow::{Result, anyhow};

pub use exec::exec;
pub use reset::reset;
pub use restore::{restore, restore_kept};
pub use servers::{nats::Nats, port::free_port, postgres::Postgres, source::Source};
use state::folder::Folder;
pub use state::folder::{Durability, Options};
pub use state::home::{checkout, home, is_release};

/// URLs that replace private engines, usually `DATABASE_URL` and `NATS_URL`.
#[derive(Debug, Clone, Default)]
pub struct External {
    /// A PostgreSQL server whose role may create databases, as `postgres://user:password@host:port/database`.
    pub database_url: Option<String>,
    /// A NATS server with JetStream, as `nats://user:password@host:port`.
    pub nats_url: Option<String>,
}

/// A PostgreSQL and a NATS server, each private or external. Private ones are stopped on drop.
#[derive(Debug)]
pub struct Engines {
    postgres: Option<Postgres>,
    nats: Option<Nats>,
    maintenance_url: String,
    nats_url: String,
    /// The state folder, which may also have other files. It is released after the engines, even if both are
    /// external.
    _folder: Arc<Folder>,
}

impl Engines {
    /// Starts a private NATS beside an existing PostgreSQL, for tests, because durable consumers have fixed
    /// names. Its data is deleted at the end.
    pub fn with_own_nats(database_url: String) -> Result<Self> {
        let external = External {
            database_url: Some(database_url),
            nats_url: None,
        };
        Self::start(&Options::temporary(checkout())?, external)
    }

    /// Starts the engines that `external` does not replace, in parallel, and returns when both are ready.
    pub fn start(options: &Options, external: External) -> Result<Self> {
        let (postgres, nats) = thread::scope(|scope| {
            let postgres = scope.spawn(|| external.database_url.is_none().then(|| Postgres::start(options)));
            let nats = external.nats_url.is_none().then(|| Nats::start(options));
            (postgres.join(), nats)
        });
        let postgres = postgres
            .map_err(|_| anyhow!("starting PostgreSQL panicked"))?
            .transpose()?;
        let nats = nats.transpose()?;
        let maintenance_url = postgres
            .as_ref()
            .map(Postgres::superuser_url)
            .or(external.database_url)
            .unwrap_or_default();
        let nats_url = nats
            .as_ref()
            .map(|nats| nats.url().to_owned())
            .or(external.nats_url)
            .unwrap_or_default();
        Ok(Self {
            postgres,
            nats,
            maintenance_url,
            nats_url,
            _folder: Arc::clone(&options.folder),
        })
    }

    /// The URL for creating databases: of the private superuser, or the external URL as given.
    pub fn maintenance_url(&self) -> &str {
        &self.maintenance_url
    }

    /// The URL of one database on the server, which need not exist yet.
    pub fn database_url(&self, database: &str) -> String {
        with_database(&self.maintenance_url, database)
    }

    /// The URL of NATS for the administration of streams, with credentials.
    pub fn nats_url(&self) -> &str {
        &self.nats_url
    }

    /// The URL of NATS for a service: with its own user if the server is private, else as given.
    pub fn nats_url_of(&self, service: &str) -> String {
        self.nats
            .as_ref()
            .map_or_else(|| self.nats_url.clone(), |nats| nats.url_of(service))
    }

    /// Returns true if PostgreSQL is private, so that changes affect no other programs.
    pub fn has_private_postgres(&self) -> bool {
        self.postgres.is_some()
    }

    /// The private PostgreSQL, for tests that stop or kill it; `None` if it is external.
    pub fn postgres(&mut self) -> Option<&mut Postgres> {
        self.postgres.as_mut()
    }

    /// The private NATS, for tests that stop or kill it; `None` if it is external.
    pub fn nats(&mut self) -> Option<&mut Nats> {
        self.nats.as_mut()
    }

    /// Stops the private engines and returns when they have ended, like dropping.
    pub fn stop(self) {}
}

/// Replaces the database in `url`, and keeps its parameters.
fn with_database(url: &str, database: &str) -> String {
    let (address, parameters) = url.split_once('?').map_or((url, None), |(a, p)| (a, Some(p)));
    let authority = address.find("://").map_or(0, |scheme| scheme + 3);
    let server = address[authority..]
        .find('/')
        .map_or(address, |slash| &address[..authority + slash]);
    match parameters {
        Some(parameters) => format!("{server}/{database}?{parameters}"),
        None => format!("{server}/{database}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_is_replaced_and_parameters_are_kept() {
        let check = |url, expected| assert_eq!(with_database(url, "orders"), expected);
        check("postgres://a:b@h:5432/postgres", "postgres://a:b@h:5432/orders");
        check("postgres://a:b@h:5432", "postgres://a:b@h:5432/orders");
        check(
            "postgres://h/x?sslmode=require&a=/b",
            "postgres://h/orders?sslmode=require&a=/b",
        );
        check(
            "postgres://h?sslmode=require",
            "postgres://h/orders?sslmode=require",
        );
    }
}
