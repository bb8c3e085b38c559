//! Checks that Caddy's certificates are renewed in time.

use std::{fs, path::Path, process::Command};

use super::check::Check;
use crate::{command::finish, installation::Installation};

/// Caddy renews a certificate when a third of its time is left, which is a month. Fewer days mean that the
/// renewal failed.
const MIN_DAYS: u32 = 14;

/// Returns a check for each of Caddy's certificates; none for a shop without a domain.
pub(super) fn checks(installation: &Installation) -> Vec<Check> {
    let mut found = Vec::new();
    let folder = installation.web().join("caddy/certificates");
    // There is a folder for each authority, which has one for each name.
    for authority in folders(&folder) {
        for name in folders(&authority) {
            let Some(host) = name.file_name().and_then(|name| name.to_str()) else {
                continue;
            };
            let file = name.join(format!("{host}.crt"));
            if file.exists() {
                let name = format!("certificate of {host}");
                found.push(Check::of(&name, check(&name, &file)));
            }
        }
    }
    found
}

fn folders(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}

fn check(name: &str, file: &Path) -> anyhow::Result<Check> {
    let openssl = |argument: &[&str]| {
        let mut command = Command::new("openssl");
        command.args(["x509", "-noout", "-in"]).arg(file).args(argument);
        command
    };
    let end = finish(&mut openssl(&["-enddate"]), "when it ends")?;
    let message = format!("until {}", end.trim_start_matches("notAfter="));
    let seconds = (MIN_DAYS * 24 * 60 * 60).to_string();
    let lasts = openssl(&["-checkend", &seconds]).output()?.status.success();
    Ok(if lasts {
        Check::healthy(name, message)
    } else {
        Check::failed(
            name,
            format!("{message}, and Caddy does not renew it: journalctl -u vanmool-web"),
        )
    })
}
