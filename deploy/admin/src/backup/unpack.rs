//! Unpacks a backup's databases into a new folder, in which PostgreSQL starts and replays the archived WAL.

use std::{io::Write as _, path::Path, process::Stdio};

use anyhow::{Context as _, ensure};

use super::{
    catalogue::{Backup, folder_of, make_databases_readable},
    shell::{give_to_postgres, run_as_postgres},
    wal,
};
use crate::{
    command::finish,
    installation::{Installation, create_private_folder},
};

/// Fails if the folder exists, so that nothing is overwritten.
pub(super) fn unpack(installation: &Installation, backup: &Backup, into: &Path) -> anyhow::Result<()> {
    ensure!(!into.exists(), "{} exists already", into.display());
    create_private_folder(into)?;
    give_to_postgres(into)?;
    // The backup may have been copied here by hand.
    make_databases_readable(installation, backup)?;
    let from = folder_of(installation, &backup.name).join("postgres");
    extract(&from.join("base.tar.gz"), into)?;
    extract(&from.join("pg_wal.tar.gz"), &into.join("pg_wal"))?;
    // PostgreSQL replaces %f by the name of the WAL file and %p by its target path. `hot_standby = off`
    // refuses connections until the WAL is replayed, so that no program reads old data.
    let archive = wal::folder(installation);
    let restore_command = format!(
        "restore_command = 'test -f \"{0}/%f.gz\" && gzip --decompress --stdout \"{0}/%f.gz\" >\"%p\"'\nhot_standby = off\n",
        archive.display()
    );
    append(&into.join("postgresql.auto.conf"), &restore_command)?;
    append(&into.join("recovery.signal"), "")
}

/// Runs as PostgreSQL's account: the file may be a link, and root must not write through it.
fn append(file: &Path, text: &str) -> anyhow::Result<()> {
    let mut command = run_as_postgres("tee");
    command
        .arg("--append")
        .arg(file)
        .stdin(Stdio::piped())
        .stdout(Stdio::null());
    let mut writing = command.spawn().context("tee does not start")?;
    writing
        .stdin
        .take()
        .context("tee has no input")?
        .write_all(text.as_bytes())?;
    ensure!(writing.wait()?.success(), "{} cannot be written", file.display());
    Ok(())
}

fn extract(archive: &Path, into: &Path) -> anyhow::Result<()> {
    let mut command = run_as_postgres("tar");
    command
        .arg("--extract")
        .arg("--gzip")
        .arg("--file")
        .arg(archive)
        .arg("--directory")
        .arg(into);
    finish(&mut command, "unpack the backup").map(drop)
}
