//! Lays a backup's databases into a new folder, on which PostgreSQL starts and replays the archived log.

use std::{
    fs::{self, DirBuilder},
    os::unix::fs::DirBuilderExt as _,
    path::Path,
    process::Command,
};

use anyhow::{Context as _, ensure};

use super::{
    catalogue::{Backup, folder_of},
    log,
    shell::give,
};
use crate::{command::finish, installation::Installation};

/// The folder must be new, so that nothing is ever written over.
pub(super) fn lay(installation: &Installation, backup: &Backup, into: &Path) -> anyhow::Result<()> {
    ensure!(!into.exists(), "{} is there already", into.display());
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(0o700);
    builder
        .create(into)
        .with_context(|| format!("{} cannot be made", into.display()))?;
    let from = folder_of(installation, &backup.name).join("postgres");
    unpack(&from.join("base.tar.gz"), into)?;
    unpack(&from.join("pg_wal.tar.gz"), &into.join("pg_wal"))?;
    // %f and %p are PostgreSQL's: which file of the log, and where it wants it. Nobody is let in, to read what is old and write
    // nothing, before the log is replayed.
    let archive = log::folder(installation);
    let fetch = format!(
        "restore_command = 'test -f \"{0}/%f.gz\" && gzip --decompress --stdout \"{0}/%f.gz\" >\"%p\"'\nhot_standby = off\n",
        archive.display()
    );
    let settings = into.join("postgresql.auto.conf");
    let before = fs::read_to_string(&settings).unwrap_or_default();
    fs::write(&settings, before + &fetch)?;
    fs::write(into.join("recovery.signal"), "")?;
    give(into)
}

fn unpack(archive: &Path, into: &Path) -> anyhow::Result<()> {
    let mut command = Command::new("tar");
    command
        .arg("--extract")
        .arg("--gzip")
        .arg("--file")
        .arg(archive)
        .arg("--directory")
        .arg(into);
    finish(&mut command, "unpack the backup").map(drop)
}
