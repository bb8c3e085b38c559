//! The archive of PostgreSQL's WAL.

use std::{fs, path::PathBuf};

use crate::installation::Installation;

/// The folder in which `archive-log` stores WAL files, compressed.
pub(super) fn folder(installation: &Installation) -> PathBuf {
    installation.backups.join("wal")
}

/// Deletes the WAL files before this one.
pub(super) fn remove_before(installation: &Installation, first: &str) -> anyhow::Result<()> {
    let folder = folder(installation);
    if !folder.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if is_before(name, first) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Returns true if an archived WAL file comes before another. A file name is a timeline of eight digits and a
/// position of sixteen; only positions are compared, as in `pg_archivecleanup`. Other files, such as timeline
/// histories, never match and are never deleted.
pub(super) fn is_before(archived: &str, first: &str) -> bool {
    let place = |name: &str| {
        let is_file = name.len() == 24 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_file.then(|| name[8..].to_owned())
    };
    let archived = archived.strip_suffix(".gz").and_then(place);
    archived
        .zip(place(first))
        .is_some_and(|(archived, first)| archived < first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_before_the_first_that_is_needed_are_removed() {
        let first = "00000002000000000000000A";
        let before = ["000000010000000000000009.gz", "000000020000000000000009.gz"];
        for name in before {
            assert!(is_before(name, first), "{name}");
        }
        let needed = [
            "00000001000000000000000A.gz",
            "00000002000000010000000A.gz",
            "00000002.history.gz",
            "000000010000000000000009.00000028.backup.gz",
            "000000010000000000000009",
            "",
        ];
        for name in needed {
            assert!(!is_before(name, first), "{name}");
        }
    }
}
