//! Unpacks a backup's databases into a new folder, in which PostgreSQL starts and replays the archived WAL.

use std::{fs::DirBuilder, io::Write as _, os::unix::fs::DirBuilderExt as _, path::Path, process::Stdio};

use anyhow::{Context as _, ensure};

use super::{
    catalogue::{Backup, folder_of, show_databases},
    log,
    shell::{as_account, give},
};
use crate::{command::finish, installation::Installation};

/// Fails if the folder exists, so that nothing is overwritten.
pub(super) fn lay(installation: &Installation, backup: &Backup, into: &Path) -> anyhow::Result<()> {
    ensure!(!into.exists(), "{} is there already", into.display());
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(0o700);
    builder
        .create(into)
        .with_context(|| format!("{} cannot be made", into.display()))?;
    give(into)?;
    // The backup may have been copied here by hand.
    show_databases(installation, backup)?;
    let from = folder_of(installation, &backup.name).join("postgres");
    unpack(&from.join("base.tar.gz"), into)?;
    unpack(&from.join("pg_wal.tar.gz"), &into.join("pg_wal"))?;
    // PostgreSQL replaces %f by the name of the WAL file and %p by its target path. `hot_standby = off`
    // refuses connections until the WAL is replayed, so that no program reads old data.
    let archive = log::folder(installation);
    let fetch = format!(
        "restore_command = 'test -f \"{0}/%f.gz\" && gzip --decompress --stdout \"{0}/%f.gz\" >\"%p\"'\nhot_standby = off\n",
        archive.display()
    );
    append(&into.join("postgresql.auto.conf"), &fetch)?;
    append(&into.join("recovery.signal"), "")
}

/// Runs as PostgreSQL's account: the file may be a link, and root must not write through it.
fn append(file: &Path, text: &str) -> anyhow::Result<()> {
    let mut command = as_account("tee");
    command
        .arg("--append")
        .arg(file)
        .stdin(Stdio::piped())
        .stdout(Stdio::null());
    let mut writing = command.spawn().context("tee does not start")?;
    writing
        .stdin
        .take()
        .context("tee hears nothing")?
        .write_all(text.as_bytes())?;
    ensure!(writing.wait()?.success(), "{} cannot be written", file.display());
    Ok(())
}

fn unpack(archive: &Path, into: &Path) -> anyhow::Result<()> {
    let mut command = as_account("tar");
    command
        .arg("--extract")
        .arg("--gzip")
        .arg("--file")
        .arg(archive)
        .arg("--directory")
        .arg(into);
    finish(&mut command, "unpack the backup").map(drop)
}
