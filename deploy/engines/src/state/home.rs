//! The folder of the running program: an unpacked release, or the checkout that built it.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The checkout that built this crate. A release has no paths of the machine that built it.
const BUILT_FROM: &str = match option_env!("VANMOOL_RELEASE") {
    Some(_) => "",
    None => env!("CARGO_MANIFEST_DIR"),
};

/// The NATS users in a release. A folder with this file is a release.
const RELEASED_USERS: &str = "share/nats/users.conf";

/// The checkout that built this crate, which also has the tool cache.
pub fn checkout() -> &'static Path {
    let here = Path::new(BUILT_FROM);
    here.ancestors().nth(2).unwrap_or(here)
}

/// The folder with the files that the running program needs: its release, or else the checkout.
pub fn home() -> Result<PathBuf> {
    let program = std::env::current_exe()
        .and_then(|program| program.canonicalize())
        .context("find out where this program lies")?;
    let folder = program.parent().unwrap_or(Path::new("/"));
    if is_release(folder) {
        return Ok(folder.to_owned());
    }
    if BUILT_FROM.is_empty() {
        bail!(
            "{} is not beside {}: leave the program in the folder that was unpacked; a link to it will do",
            RELEASED_USERS,
            program.display()
        );
    }
    Ok(checkout().to_owned())
}

/// Returns true if a folder is an unpacked release, not a checkout.
pub fn is_release(home: &Path) -> bool {
    home.join(RELEASED_USERS).is_file()
}

/// The data folder. For root it is elsewhere, because PostgreSQL's account may be unable to reach the usual
/// one.
pub(crate) fn persistent_folder(home: &Path, as_root: bool) -> PathBuf {
    if as_root {
        let home = home.canonicalize().unwrap_or_else(|_| home.to_owned());
        let name = format!("{:016x}", fnv1a(home.as_os_str().as_encoded_bytes()));
        return Path::new("/var/lib/vanmool").join(name);
    }
    home.join(if is_release(home) { "data" } else { ".local/state" })
}

/// The programs that come with the checkout or the release.
pub(crate) fn tools(home: &Path) -> PathBuf {
    home.join(if is_release(home) { "tools" } else { ".local/tools" })
}

/// The NATS users of the cluster, so that programs have the same permissions here.
pub(crate) fn nats_users(home: &Path) -> PathBuf {
    let users = if is_release(home) {
        RELEASED_USERS
    } else {
        "deploy/k8s/engines/nats/users.conf"
    };
    home.join(users)
}

/// FNV-1a: unlike the standard library's hasher it is the same in every Rust version, so the folder's name is
/// stable.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::secret;

    #[test]
    fn an_ordinary_users_data_lies_in_the_checkout_and_roots_does_not() {
        let checkout = Path::new("/somewhere/else");
        assert_eq!(
            persistent_folder(checkout, false),
            Path::new("/somewhere/else/.local/state")
        );
        assert_eq!(
            persistent_folder(checkout, true),
            Path::new("/var/lib/vanmool/8e9a285d4ff2d52b")
        );
    }

    #[test]
    fn an_unpacked_release_has_everything_beside_its_program() -> Result<()> {
        let release = std::env::temp_dir().join(format!("vanmool-{}", secret::random(12)?));
        let users = release.join(RELEASED_USERS);
        std::fs::create_dir_all(users.parent().context("it lies in a folder")?)?;
        std::fs::write(&users, "")?;
        assert_eq!(persistent_folder(&release, false), release.join("data"));
        assert!(persistent_folder(&release, true).starts_with("/var/lib/vanmool"));
        assert_eq!(tools(&release), release.join("tools"));
        assert_eq!(nats_users(&release), users);
        Ok(std::fs::remove_dir_all(&release)?)
    }
}
