//! Puts another version in the place of the one that runs, with the shop open, and the one before back when it does not come up.
//!
//! `rehearsal` has each new program run beside the old one first, so that one that does not start costs nobody anything, and so that
//! migrations are over before a program is restarted. `package` takes the package apart, keeps the one before, and installs.
//! `restart` restarts programs one after another, as the package's own script does at its installation.

mod package;
mod rehearsal;
mod restart;

use std::{
    fs::{self, File},
    path::Path,
    time::Duration,
};

use anyhow::{Context as _, bail};

use self::package::{Package, installed};
pub use self::restart::restart;
use crate::installation::Installation;

/// Where the package before is kept, and the new one is unpacked for its rehearsal; a purge removes it.
const FOLDER: &str = "vanmool-packages";
const BEFORE: &str = "before.deb";

/// Installs the package in this file, which must be of another version. When a program of it does not get ready in time, the version
/// before is there again, and the error says what happened.
pub fn upgrade(installation: &Installation, file: &Path, ready_within: Duration) -> anyhow::Result<()> {
    let folder = installation.state.join(FOLDER);
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let _lock = lock(&folder)?;
    let (new, old) = (Package::read(file)?, installed()?);
    if new.version == old {
        bail!("{old} is what runs already");
    }
    println!(
        "Each program of {} runs beside that of {old} for a moment.",
        new.version
    );
    rehearsal::rehearse(installation, &new, &folder.join("rehearsal"), ready_within)
        .with_context(|| format!("{} was not installed, and {old} runs as before", new.version))?;
    let before = package::keep_installed(&folder, BEFORE)?;
    println!("Now they take their places.");
    let Err(error) = new.install(ready_within) else {
        println!("{} runs. `shop-admin rollback` goes back to {old}.", new.version);
        return Ok(());
    };
    eprintln!("{error:#}\n{} did not come up, so {old} comes back.", new.version);
    before
        .install(ready_within)
        .with_context(|| format!("{old} did not come back either"))?;
    fs::remove_file(&before.file)?;
    bail!("{} did not come up; {old} runs again", new.version)
}

/// Installs the version that ran before the last upgrade. Its programs work with databases that were migrated since.
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
    before.install(ready_within)?;
    fs::remove_file(&file)?;
    println!("{} runs again.", before.version);
    Ok(())
}

/// Held while one is under way; it goes with the process.
fn lock(folder: &Path) -> anyhow::Result<File> {
    let lock = File::create(folder.join("lock")).context("the lock of upgrades cannot be made")?;
    lock.try_lock().context("another upgrade is under way")?;
    Ok(lock)
}
