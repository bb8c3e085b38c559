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
const BEFORE: &str = "before.deb";
/// The copy of the new package that is checked and installed. The original file could change after the check.
const NEW: &str = "new.deb";

/// Options that allow an unusual upgrade.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub struct Allowed {
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
    allowed: Allowed,
    ready_within: Duration,
) -> anyhow::Result<()> {
    let folder = installation.state.join(FOLDER);
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let _lock = lock(&folder)?;
    let file = taken(file, &folder, allowed)?;
    let (new, old) = (Package::read(&file)?, installed()?);
    check_versions(&new, &old, allowed)?;
    println!(
        "Each program of {} runs beside that of {} for a moment.",
        new.version, old.version
    );
    let old = old.version;
    rehearsal::rehearse(installation, &new, &folder.join("rehearsal"), ready_within)
        .with_context(|| format!("{} was not installed, and {old} runs as before", new.version))?;
    let before = package::keep_installed(&folder, BEFORE)?;
    println!("Now they take their places.");
    let Err(error) = new.install(ready_within) else {
        fs::remove_file(&new.file)?;
        println!("{} runs. `shop-admin rollback` goes back to {old}.", new.version);
        return Ok(());
    };
    eprintln!(
        "{error:#}\n{} did not start, so {old} is started again.",
        new.version
    );
    before
        .install(ready_within)
        .with_context(|| format!("{old} did not start either"))?;
    fs::remove_file(&before.file)?;
    bail!("{} did not start; {old} runs again", new.version)
}

/// Copies the package to a place that only root can change, and checks its signature there.
fn taken(file: &Path, folder: &Path, allowed: Allowed) -> anyhow::Result<PathBuf> {
    let copy = folder.join(NEW);
    fs::copy(file, &copy).with_context(|| format!("{} cannot be read", file.display()))?;
    if !allowed.unsigned {
        signature::check(&copy, &signature::file_of(file), Path::new(signature::KEY))?;
    }
    Ok(copy)
}

/// Fails if the databases would not suit the programs of the new version, or those of the old one after a
/// rollback.
fn check_versions(new: &Package, old: &package::Installed, allowed: Allowed) -> anyhow::Result<()> {
    let (new_version, old_version) = (&new.version, &old.version);
    if new_version == old_version {
        bail!("{old_version} is already installed");
    }
    if is_older(new_version, old_version)? {
        if !allowed.downgrade {
            bail!("{new_version} is older than {old_version}, which runs: say --downgrade");
        }
        check_way_back(new_version, old)?;
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
fn check_way_back(to: &str, installed: &package::Installed) -> anyhow::Result<()> {
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
    let file = folder.join(BEFORE);
    if !file.exists() {
        bail!(
            "there is nothing to go back to: no upgrade was made since the installation or the last rollback"
        );
    }
    let _lock = lock(&folder)?;
    let before = Package::read(&file)?;
    check_way_back(&before.version, &installed()?)?;
    before.install(ready_within)?;
    fs::remove_file(&file)?;
    println!("{} runs again.", before.version);
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

    fn refusal(new: &Package, old: &Package, allowed: Allowed) -> String {
        let old = package::Installed {
            version: old.version.clone(),
            works_from: old.works_from.clone(),
        };
        let checked = check_versions(new, &old, allowed);
        checked.map_or_else(|error| error.to_string(), |()| "none".to_owned())
    }

    #[test]
    fn refuses_an_older_version_unless_it_is_meant() {
        let (old, new) = (package("0.9", None), package("0.10", None));
        let meant = Allowed {
            downgrade: true,
            ..Allowed::default()
        };
        assert_eq!(refusal(&new, &old, Allowed::default()), "none");
        assert!(refusal(&old, &new, Allowed::default()).contains("say --downgrade"));
        assert_eq!(refusal(&old, &new, meant), "none");
        assert!(refusal(&new, &new, meant).contains("already installed"));
    }

    #[test]
    fn refuses_versions_that_do_not_work_with_the_databases() {
        let (old, between) = (package("0.9", None), package("0.10", None));
        let contracted = package("0.11", Some("0.10"));
        assert!(refusal(&contracted, &old, Allowed::default()).contains("upgrade to 0.10 first"));
        assert_eq!(refusal(&contracted, &between, Allowed::default()), "none");
        let meant = Allowed {
            downgrade: true,
            ..Allowed::default()
        };
        assert!(refusal(&old, &contracted, meant).contains("restore a backup"));
        assert_eq!(refusal(&between, &contracted, meant), "none");
    }
}
