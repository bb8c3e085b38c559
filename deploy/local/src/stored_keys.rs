//! The keys of a shop on one machine. They are made at the first start and read at later ones, like an
//! operator's Secrets. Without them staff could not sign in after a restart.

use std::{
    fs::{self, OpenOptions},
    io::{ErrorKind, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
};

use anyhow::Context as _;
use runtime::Secret;
use uuid::Uuid;

/// The keys that `make run` stores beside the databases.
#[derive(Debug)]
pub(crate) struct StoredKeys {
    /// The key for one-time codes and for the secrets of authenticator apps.
    pub(crate) codes: Secret,
    /// The key for the hashes of recipients' addresses.
    pub(crate) recipients: Secret,
    /// The key for the links in mails that open an order.
    pub(crate) order_links: Secret,
}

impl StoredKeys {
    /// Reads the keys from a folder that only this user may read. Makes the missing ones.
    pub(crate) fn in_folder(folder: &Path) -> anyhow::Result<Self> {
        Ok(Self {
            codes: get_or_create(&folder.join("codes"))?,
            recipients: get_or_create(&folder.join("recipients"))?,
            order_links: get_or_create(&folder.join("order_links"))?,
        })
    }
}

fn get_or_create(file: &Path) -> anyhow::Result<Secret> {
    let read = fs::read_to_string(file);
    match read {
        Ok(key) if !key.is_empty() => return Ok(Secret::from(key)),
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("{} cannot be read", file.display()));
        }
        _ => {}
    }
    let key = format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple());
    // Written to another name first, so that an interruption leaves no partial key.
    let partial = file.with_extension("half");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(0o600);
    let written = options
        .open(&partial)
        .and_then(|mut file| file.write_all(key.as_bytes()))
        .and_then(|()| fs::rename(&partial, file));
    written.with_context(|| format!("{} cannot be written", file.display()))?;
    Ok(Secret::from(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_made_once_and_are_readable_by_the_owner_only() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let first = StoredKeys::in_folder(folder.path()).expect("they can be made");
        let again = StoredKeys::in_folder(folder.path()).expect("they can be read");
        assert_eq!(first.codes.expose(), again.codes.expose());
        assert_ne!(first.codes.expose(), first.recipients.expose());
        assert_ne!(first.codes.expose(), first.order_links.expose());
        let mode = fs::metadata(folder.path().join("codes"))
            .expect("it is there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
        fs::write(folder.path().join("codes"), "").expect("it can be cut off");
        let anew = StoredKeys::in_folder(folder.path()).expect("it can be made anew");
        assert_eq!(anew.codes.expose().len(), 64);
    }
}
