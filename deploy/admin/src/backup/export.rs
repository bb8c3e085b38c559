//! A portable copy of all data, for another version of PostgreSQL, another system, or a cluster.

use std::{fs, path::Path, process::Command};

use anyhow::{Context as _, ensure};

use super::create::{archive_folder, postgres_client};
use crate::{
    command::finish,
    installation::{Installation, create_private_folder, programs},
};

/// Writes a dump of each database, photos, and settings with their secrets into a new folder, while the shop
/// runs. Each database is consistent in itself; the databases are from different moments.
pub(super) fn export(installation: &Installation, to: &Path) -> anyhow::Result<()> {
    ensure!(
        !to.exists(),
        "{} is there already: name a new folder",
        to.display()
    );
    let url = installation.superuser_url()?;
    create_private_folder(to)?;
    for program in programs().into_iter().filter(|program| program.is_service) {
        let database = program.database();
        let mut dump = postgres_client("pg_dump", &url)?;
        dump.args(["--format=custom", "--no-owner", "--no-privileges", "--file"])
            .arg(to.join(format!("{database}.dump")))
            .arg(&database);
        finish(&mut dump, &format!("dump {database}"))?;
    }
    archive_folder(&installation.photos(), &to.join("photos.tar"))?;
    archive_settings(installation, &to.join("settings.tar"))?;
    fs::write(to.join("README.txt"), README).context("the folder cannot be written")
}

/// Writes the settings into a file that only root can read.
fn archive_settings(installation: &Installation, to: &Path) -> anyhow::Result<()> {
    let mut command = Command::new("tar");
    command
        .arg("--create")
        .arg("--file")
        .arg(to)
        .arg("--directory")
        .arg(&installation.settings)
        .arg(".");
    finish(&mut command, "copy settings")?;
    finish(Command::new("chmod").arg("600").arg(to), "keep settings to root").map(drop)
}

const README: &str = "\
Everything of a shop.

*.dump        a database each: pg_restore --no-owner --dbname=... reads it, also in a newer version of PostgreSQL
photos.tar    photos of products, as the catalog keeps them; absent where there are none
settings.tar  the shop's settings with its passwords and keys: without the keys links in mails and the staff's codes are dead

This export holds everything: keep it as you keep cash.
";
