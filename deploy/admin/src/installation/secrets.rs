//! Generated passwords and keys: one file each, readable only by root.

use std::{
    fs::{self, OpenOptions},
    io::{ErrorKind, Write as _},
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;

/// The folder with the shop's secrets.
#[derive(Debug, Clone)]
pub struct Secrets {
    folder: PathBuf,
}

impl Secrets {
    pub(super) fn in_folder(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Returns the secret with this name, if it exists.
    pub fn read(&self, name: &str) -> anyhow::Result<Option<String>> {
        let file = self.folder.join(name);
        match fs::read_to_string(&file) {
            Ok(text) => Ok(Some(text.trim().to_owned())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("{} cannot be read", file.display())),
        }
    }

    /// Returns the secret with this name, and creates a missing one.
    pub fn get_or_create(&self, name: &str, make: impl FnOnce() -> String) -> anyhow::Result<String> {
        if let Some(secret) = self.read(name)? {
            return Ok(secret);
        }
        create_private_folder(&self.folder)?;
        let secret = make();
        write_private(&self.folder.join(name), &secret)?;
        Ok(secret)
    }
}

/// Creates a folder that only its owner can enter.
pub(crate) fn create_private_folder(folder: &Path) -> anyhow::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true).mode(0o700);
    builder
        .create(folder)
        .with_context(|| format!("{} cannot be made", folder.display()))
}

/// Writes a file that only its owner can read, atomically.
pub(super) fn write_private(file: &Path, text: &str) -> anyhow::Result<()> {
    let half = file.with_extension("half");
    let write = || {
        let _ = fs::remove_file(&half);
        let mut options = OpenOptions::new();
        let mut open = options.write(true).create_new(true).mode(0o600).open(&half)?;
        open.write_all(text.as_bytes())?;
        open.sync_all()?;
        fs::rename(&half, file)
    };
    write().with_context(|| format!("{} cannot be written", file.display()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_secret_is_made_once_and_only_its_owner_can_read_it() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let secrets = Secrets::in_folder(folder.path().join("secrets"));
        assert_eq!(secrets.read("order").expect("nothing is wrong"), None);
        for made in ["first", "second"] {
            let secret = secrets
                .get_or_create("order", || made.to_owned())
                .expect("it is kept");
            assert_eq!(secret, "first");
        }
        let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
        assert_eq!(mode(&folder.path().join("secrets")), 0o700);
        assert_eq!(mode(&folder.path().join("secrets/order")), 0o600);
    }
}
