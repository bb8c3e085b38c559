//! A shop whose PostgreSQL or NATS is on a disk of its own.

use std::{
    fs,
    path::{Path, PathBuf},
};

use engines::{Durability, Options};
use sqlx::{Connection as _, PgConnection};

use super::disk::Disk;
use crate::fleet::Fleet;

/// The shop, the disk of its engines, and the folder of both. They are dropped in this order.
pub(super) struct ShopOnDisk {
    pub(super) fleet: Fleet,
    pub(super) disk: Disk,
    home: Options,
}

/// The engines on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EnginesOnDisk {
    Postgres,
    Nats,
    Both,
}

/// Makes PostgreSQL compare plain passwords. After a restart all pools reconnect at once, and with SCRAM an
/// unoptimised program on a busy machine would exceed the two seconds that a request waits for a connection.
async fn use_plain_passwords(state: &Options, fleet: &mut Fleet) -> anyhow::Result<()> {
    let rules = state.state_folder().join("postgres/data/pg_hba.conf");
    let text = fs::read_to_string(&rules)?.replace("scram-sha-256", "password");
    // Written in place, so that the owner of the file stays.
    fs::write(&rules, text)?;
    let mut server = PgConnection::connect(fleet.engines().maintenance_url()).await?;
    sqlx::query("SELECT pg_reload_conf()")
        .execute(&mut server)
        .await?;
    Ok(server.close().await?)
}

impl EnginesOnDisk {
    fn folders(self) -> &'static [&'static str] {
        match self {
            Self::Postgres => &["postgres"],
            Self::Nats => &["nats"],
            Self::Both => &["postgres", "nats"],
        }
    }
}

impl ShopOnDisk {
    /// Creates the disk in a folder of its own, and starts the shop with one replica per program.
    pub(super) async fn prepare(
        (programs, log): (&Path, &Path),
        on: EnginesOnDisk,
        durability: Durability,
        make: impl FnOnce(&Path) -> anyhow::Result<Disk>,
    ) -> anyhow::Result<Self> {
        let home = Options::temporary(engines::checkout())?;
        let mut disk = make(home.state_folder())?;
        let state = Options::at(
            &home.state_folder().join("state"),
            engines::checkout(),
            durability,
        )?;
        for folder in on.folders() {
            disk.mount_folder(folder, &state.state_folder().join(folder))?;
        }
        let mut fleet = Fleet::start_on(state.clone(), Vec::new(), programs, log, &[]).await?;
        use_plain_passwords(&state, &mut fleet).await?;
        Ok(Self { fleet, disk, home })
    }

    /// A folder for temporary files.
    pub(super) fn scratch(&self) -> PathBuf {
        self.home.state_folder().join("scratch")
    }
}
