//! Deletes the stored data of a checkout.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::servers::{nats, postgres};
use crate::state::account::Account;
use crate::state::folder::Folder;
use crate::state::home::persistent_folder;

/// Deletes the stored data of a checkout. Calls `report` before each folder. Fails while the data is in use.
pub fn reset(checkout: &Path, report: impl Fn(&str)) -> Result<()> {
    for as_root in [false, true] {
        let path = persistent_folder(checkout, as_root);
        if !fs::exists(&path)? {
            continue;
        }
        if as_root && Account::for_postgres()?.is_none() {
            report(&format!(
                "left {}: it belongs to root; run `make reset` as root to delete it",
                path.display()
            ));
            continue;
        }
        let folder = Folder::open(&path, false)?;
        postgres::stop_leftover(&folder)?;
        nats::stop_leftover(&folder);
        report(&format!(
            "deleting {}: orders, events and mails of this checkout",
            path.display()
        ));
        fs::remove_dir_all(&path).with_context(|| format!("delete {}", path.display()))?;
    }
    Ok(())
}
