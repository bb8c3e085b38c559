//! Which of the PostgreSQL installations on this machine is used.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::state::account::{self, Account};

/// The oldest release whose SQL and behaviour the services are tested with.
const OLDEST: u32 = 15;

/// The folder of the programs: of the release that wrote the data, or the first good one.
pub(crate) fn find(data: &Path, account: Option<Account>) -> Result<PathBuf> {
    let written_by = fs::read_to_string(data.join("PG_VERSION")).ok();
    let written_by: Option<u32> = written_by.and_then(|version| version.trim().parse().ok());
    let found = candidates()
        .into_iter()
        .filter_map(|bin| Some((version(&bin, account)?, bin)));
    let found: Vec<(u32, PathBuf)> = found.filter(|(version, _)| *version >= OLDEST).collect();
    let Some((newest, _)) = found.first() else {
        bail!(
            "PostgreSQL {OLDEST} or newer was not found. Run `make setup`, or install it: \
             apt-get install postgresql, brew install postgresql@17"
        )
    };
    let wanted = written_by.unwrap_or(*newest);
    let matching = found.iter().find(|(version, _)| *version == wanted);
    let (_, bin) = matching.with_context(|| {
        format!(
            "The data in {} was written by PostgreSQL {wanted}, and only {newest} was found. \
             Install PostgreSQL {wanted}, or delete the data with `make reset`",
            data.display()
        )
    })?;
    Ok(bin.clone())
}

/// Folders that may hold the programs: of the PATH first, then where distributions keep them, newest first.
fn candidates() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).filter_map(|folder| {
        // Links on the PATH may show only a part of the programs.
        let initdb = folder.join("initdb").canonicalize().ok()?;
        initdb.parent().map(Path::to_owned)
    });
    let mut usual: Vec<PathBuf> = [
        ("/usr/lib/postgresql", "", "bin"),
        ("/usr", "pgsql-", "bin"),
        ("/opt/homebrew/opt", "postgresql", "bin"),
        ("/usr/local/opt", "postgresql", "bin"),
    ]
    .into_iter()
    .flat_map(|(parent, prefix, bin)| {
        let folders = fs::read_dir(parent).into_iter().flatten().flatten();
        let folders = folders.filter(move |folder| {
            folder
                .file_name()
                .as_encoded_bytes()
                .starts_with(prefix.as_bytes())
        });
        folders.map(move |folder| folder.path().join(bin))
    })
    .collect();
    usual.sort();
    on_path.chain(usual.into_iter().rev()).collect()
}

/// The major version, when the account may run both programs.
fn version(bin: &Path, account: Option<Account>) -> Option<u32> {
    bin.join("initdb").exists().then_some(())?;
    let output = account::command(&bin.join("postgres"), account)
        .arg("--version")
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.split_whitespace()
        .nth(2)?
        .split(['.', 'b', 'r'])
        .next()?
        .parse()
        .ok()
}
