//! Selects a PostgreSQL installation on this machine.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::state::account::{self, Account};

/// The oldest release with which the services are tested.
const MIN_VERSION: u32 = 15;

/// Returns the folder of the programs: of the release that wrote the data, or the first suitable one.
pub(crate) fn find(data: &Path, account: Option<Account>) -> Result<PathBuf> {
    let written_by = fs::read_to_string(data.join("PG_VERSION")).ok();
    let written_by: Option<u32> = written_by.and_then(|version| version.trim().parse().ok());
    let found = candidates()
        .into_iter()
        .filter_map(|bin| Some((version(&bin, account)?, bin)));
    let (found, old): (Vec<_>, Vec<_>) = found.partition(|(version, _)| *version >= MIN_VERSION);
    let Some((newest, _)) = found.first() else {
        bail!(missing(old.first()))
    };
    let wanted = written_by.unwrap_or(*newest);
    let matching = found.iter().find(|(version, _)| *version == wanted);
    let (_, bin) = matching.with_context(|| {
        format!(
            "The data in {} was written by PostgreSQL {wanted}, and only {newest} was found. \
             Install PostgreSQL {wanted}, or delete that folder, and the orders in it (in a checkout `make reset` does)",
            data.display()
        )
    })?;
    Ok(bin.clone())
}

/// The error if PostgreSQL is missing or too old: where it was looked for, and how to install it.
fn missing(old: Option<&(u32, PathBuf)>) -> String {
    let seen = old.map_or_else(String::new, |(version, bin)| {
        format!(" Only PostgreSQL {version} is there, in {}.", bin.display())
    });
    let places = INSTALL_FOLDERS.map(|(parent, prefix)| format!("{parent}/{prefix}*/bin"));
    format!(
        "PostgreSQL {MIN_VERSION} or newer was not found, neither on the PATH nor in {places}.{seen} Its programs are all that is \
         needed; a server of its own that starts with them is left alone. Install them:\n  \
         Debian, Ubuntu   sudo apt-get install postgresql\n  \
         Fedora           sudo dnf install postgresql-server\n  \
         macOS            brew install postgresql@17\n\
         In a checkout `make setup` does that.",
        places = places.join(", "),
    )
}

/// The folders of distributions: a parent, the prefix of the names in it, and `bin` below.
const INSTALL_FOLDERS: [(&str, &str); 4] = [
    ("/usr/lib/postgresql", ""),
    ("/usr", "pgsql-"),
    ("/opt/homebrew/opt", "postgresql"),
    ("/usr/local/opt", "postgresql"),
];

/// Folders that may have the programs: those on the PATH, then those of distributions, the newest first.
fn candidates() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).filter_map(|folder| {
        // Links on the PATH may cover only some of the programs.
        let initdb = folder.join("initdb").canonicalize().ok()?;
        initdb.parent().map(Path::to_owned)
    });
    let mut usual: Vec<PathBuf> = INSTALL_FOLDERS
        .into_iter()
        .flat_map(|(parent, prefix)| {
            let folders = fs::read_dir(parent).into_iter().flatten().flatten();
            let folders = folders.filter(move |folder| {
                folder
                    .file_name()
                    .as_encoded_bytes()
                    .starts_with(prefix.as_bytes())
            });
            folders.map(|folder| folder.path().join("bin"))
        })
        .collect();
    usual.sort();
    on_path.chain(usual.into_iter().rev()).collect()
}

/// The major version, if the account may run both programs.
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
