//! Upgrades to another version while the shop is open, and rolls back if it does not start.
//!
//! `rehearsal` first runs each new program beside the old one. So a program that does not start does no harm,
//! and migrations end before the first restart. `package` reads the package, keeps the previous one, and
//! installs. `restart` restarts one program at a time, as the package's own script does.

mod package;
mod rehearsal;
mod restart;
mod signature;

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, bail};

use self::package::{Package, installed, is_older};
pub use self::restart::restart;
use crate::installation::Installation;

/// The folder of the previous package, and of the unpacked new one for its rehearsal. A purge deletes it.
const FOLDER: &str = "vanmool-packages";
const PREVIOUS: &str = "previous.deb";
/// The copy of the new package that is checked and installed. The original file could change after the check.
const NEW: &str = "new.deb";

/// Options that allow an unusual upgrade.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub struct Overrides {
    /// Accept a package without a signature, for your own builds
    #[arg(long)]
    unsigned: bool,
    /// Accept an older version
    #[arg(long)]
    downgrade: bool,
}

/// Installs a package file of another version, signed with the release key of the installed one. If a program
/// is not ready in time, rolls back and returns an error.
pub fn upgrade(
    installation: &Installation,
    file: &Path,
    overrides: Overrides,
    ready_within: Duration,
) -> anyhow::Result<()> {
    let folder = installation.state.join(FOLDER);
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let _lock = lock(&folder)?;
    let file = copy_and_verify(file, &folder, overrides)?;
    let (new, old) = (Package::read(&file)?, installed()?);
    ensure_versions_work(&new, &old, overrides)?;
    println!(
        "Each program of {} is started beside that of {} for a check.",
        new.version, old.version
    );
    let old = old.version;
    rehearsal::rehearse(installation, &new, &folder.join("rehearsal"), ready_within)
        .with_context(|| format!("{} was not installed, and {old} runs as before", new.version))?;
    let previous = package::repack_installed(&folder, PREVIOUS)?;
    println!("Now the package is installed.");
    let Err(error) = new.install(ready_within) else {
        fs::remove_file(&new.file)?;
        println!("{} runs. `shop-admin rollback` goes back to {old}.", new.version);
        return Ok(());
    };
    eprintln!(
        "{error:#}\n{} did not start, so {old} is started again.",
        new.version
    );
    previous
        .install(ready_within)
        .with_context(|| format!("{old} did not start either"))?;
    fs::remove_file(&previous.file)?;
    bail!("{} did not start; {old} runs again", new.version)
}

/// Copies the package to a place that only root can change, and checks its signature there.
fn copy_and_verify(file: &Path, folder: &Path, overrides: Overrides) -> anyhow::Result<PathBuf> {
    let copy = folder.join(NEW);
    fs::copy(file, &copy).with_context(|| format!("{} cannot be read", file.display()))?;
    if !overrides.unsigned {
        signature::verify(&copy, &signature::file_of(file), Path::new(signature::KEY))?;
    }
    Ok(copy)
}

/// Fails if the databases would not suit the programs of the new version, or those of the old one after a
/// rollback.
fn ensure_versions_work(new: &Package, old: &package::Installed, overrides: Overrides) -> anyhow::Result<()> {
    let (new_version, old_version) = (&new.version, &old.version);
    if new_version == old_version {
        bail!("{old_version} is already installed");
    }
    if is_older(new_version, old_version)? {
        if !overrides.downgrade {
            bail!("{new_version} is older than {old_version}, which runs: say --downgrade");
        }
        ensure_rollback_works(new_version, old)?;
    }
    if let Some(from) = &new.works_from
        && is_older(old_version, from)?
    {
        bail!(
            "{new_version} removes parts of the databases that {old_version} needs: upgrade to {from} first"
        );
    }
    Ok(())
}

/// Fails if a version does not work with the databases of the installed one.
fn ensure_rollback_works(to: &str, installed: &package::Installed) -> anyhow::Result<()> {
    if let Some(from) = &installed.works_from
        && is_older(to, from)?
    {
        bail!(
            "{} removed parts of the databases that {to} needs: restore a backup to go back to it",
            installed.version
        );
    }
    Ok(())
}

/// Installs the version before the last upgrade. Fails if a later migration removed what it needs from its
/// databases.
pub fn rollback(installation: &Installation, ready_within: Duration) -> anyhow::Result<()> {
    let folder = installation.state.join(FOLDER);
    let file = folder.join(PREVIOUS);
    if !file.exists() {
        bail!(
            "there is nothing to go back to: no upgrade was made since the installation or the last rollback"
        );
    }
    let _lock = lock(&folder)?;
    let previous = Package::read(&file)?;
    ensure_rollback_works(&previous.version, &installed()?)?;
    previous.install(ready_within)?;
    fs::remove_file(&file)?;
    println!("{} runs again.", previous.version);
    Ok(())
}

/// Takes the lock of upgrades. It is released with the process.
fn lock(folder: &Path) -> anyhow::Result<File> {
    let lock = File::create(folder.join("lock")).context("the lock of upgrades cannot be made")?;
    lock.try_lock().context("another upgrade is under way")?;
    Ok(lock)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(version: &str, works_from: Option<&str>) -> Package {
        Package {
            file: PathBuf::new(),
            version: version.to_owned(),
            works_from: works_from.map(str::to_owned),
        }
    }

    fn refusal(new: &Package, old: &Package, overrides: Overrides) -> String {
        let old = package::Installed {
            version: old.version.clone(),
            works_from: old.works_from.clone(),
        };
        let checked = ensure_versions_work(new, &old, overrides);
        checked.map_or_else(|error| error.to_string(), |()| "none".to_owned())
    }

    #[test]
    fn refuses_an_older_version_unless_it_is_meant() {
        let (old, new) = (package("0.9", None), package("0.10", None));
        let downgrade = Overrides {
            downgrade: true,
            ..Overrides::default()
        };
        assert_eq!(refusal(&new, &old, Overrides::default()), "none");
        assert!(refusal(&old, &new, Overrides::default()).contains("say --downgrade"));
        assert_eq!(refusal(&old, &new, downgrade), "none");
        assert!(refusal(&new, &new, downgrade).contains("already installed"));
    }

    #[test]
    fn refuses_versions_that_do_not_work_with_the_databases() {
        let (old, between) = (package("0.9", None), package("0.10", None));
        let contracted = package("0.11", Some("0.10"));
        assert!(refusal(&contracted, &old, Overrides::default()).contains("upgrade to 0.10 first"));
        assert_eq!(refusal(&contracted, &between, Overrides::default()), "none");
        let downgrade = Overrides {
            downgrade: true,
            ..Overrides::default()
        };
        assert!(refusal(&old, &contracted, downgrade).contains("restore a backup"));
        assert_eq!(refusal(&between, &contracted, downgrade), "none");
    }
}
