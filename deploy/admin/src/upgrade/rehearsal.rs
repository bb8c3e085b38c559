//! Runs each new program beside the old one before the upgrade, as an additional replica on an unused port.
//!
//! A program migrates its database at its start, while the old one still serves. A program that is not ready
//! in time is stopped without affecting shoppers. Each runs with its unit's sandbox and settings, as the user
//! of the old program.

use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Context as _;

use super::package::Package;
use crate::{
    command::{finish, systemctl},
    installation::{Installation, Variables, programs},
};

/// The folder of systemd units that last until the next boot.
const UNITS: &str = "/run/systemd/system";

/// Fails if a program of the package is not ready in time. The shop stays as it was, except for migrated
/// databases.
pub(super) fn rehearse(
    installation: &Installation,
    package: &Package,
    folder: &Path,
    ready_within: Duration,
) -> anyhow::Result<()> {
    package.unpack(folder)?;
    // The new version may have additional secrets and settings. Existing ones stay.
    finish(
        std::process::Command::new(folder.join("usr/bin/shop-admin"))
            .arg("configure")
            .arg("--settings")
            .arg(&installation.settings),
        "write the settings of the new version",
    )?;
    for program in programs() {
        let unit = folder.join(format!("usr/lib/systemd/system/vanmool-{}.service", program.name));
        // A program that the new version no longer has needs no rehearsal.
        if unit.exists() {
            RehearsalUnit::create(&program.name, &unit, folder, ready_within)?.run()?;
            println!("  {} is ready", program.name);
        }
    }
    fs::remove_dir_all(folder)?;
    Ok(())
}

/// A temporary unit for the rehearsal, removed on drop.
struct RehearsalUnit {
    name: String,
    files: [PathBuf; 2],
}

impl RehearsalUnit {
    fn create(program: &str, unit: &Path, folder: &Path, ready_within: Duration) -> anyhow::Result<Self> {
        let name = format!("vanmool-{program}-rehearsal.service");
        let rehearsal = Self {
            files: [
                Path::new(UNITS).join(&name),
                folder.join(format!("{program}.env")),
            ],
            name,
        };
        let mut variables = Variables::default();
        for variable in ["LISTEN", "METRICS_LISTEN"] {
            variables.set(variable, free_address()?);
        }
        fs::write(&rehearsal.files[1], variables.to_text()?)?;
        let text = fs::read_to_string(unit)?;
        let text = unit_text(&text, program, folder, &rehearsal.files[1], ready_within);
        fs::create_dir_all(UNITS)?;
        fs::write(&rehearsal.files[0], text).context("the unit of the rehearsal cannot be written")?;
        systemctl(&["daemon-reload"])?;
        Ok(rehearsal)
    }

    /// Starts the unit, waits until it is ready, and stops it.
    fn run(&self) -> anyhow::Result<()> {
        let started = systemctl(&["start", &self.name]);
        let Err(error) = started else {
            systemctl(&["stop", &self.name])?;
            return Ok(());
        };
        let mut journal = std::process::Command::new("journalctl");
        journal.args(["--quiet", "--output=cat", "--lines=10", "--unit", &self.name]);
        let output = finish(&mut journal, "its output").unwrap_or_default();
        Err(error.context(format!("{} does not get ready:\n{output}", self.name)))
    }
}

impl Drop for RehearsalUnit {
    fn drop(&mut self) {
        // Errors are ignored: the unit may be gone, and a reboot empties the folder.
        let _ = systemctl(&["stop", &self.name]);
        for file in &self.files {
            let _ = fs::remove_file(file);
        }
        let _ = systemctl(&["reset-failed", &self.name]);
        let _ = systemctl(&["daemon-reload"]);
    }
}

/// The unit of a program, with the paths of the unpacked package. It has the user of the running program, who
/// owns the shared files, starts once, and listens elsewhere.
fn unit_text(
    unit: &str,
    program: &str,
    folder: &Path,
    settings_file: &Path,
    ready_within: Duration,
) -> String {
    let folder = folder.display();
    let seconds = ready_within.as_secs();
    let settings_file = settings_file.display();
    let service = unit.split("[Install]").next().unwrap_or_default();
    let lines = service.lines().filter_map(|line| {
        let line = line
            .replace("/usr/lib/vanmool/", &format!("{folder}/usr/lib/vanmool/"))
            .replace("/usr/share/vanmool/", &format!("{folder}/usr/share/vanmool/"));
        match line.split_once('=').map_or(line.as_str(), |(name, _)| name) {
            "PartOf" | "Restart" | "TimeoutStartSec" => None,
            // The last environment file wins.
            "ExecStart" => Some(format!(
                "User=vanmool-{program}\nEnvironmentFile={settings_file}\n{line}\nTimeoutStartSec={seconds}\n"
            )),
            _ => Some(line + "\n"),
        }
    });
    lines.collect()
}

fn free_address() -> anyhow::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").context("no port is free")?;
    Ok(listener.local_addr()?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_of_a_rehearsal_is_the_programs_own_but_for_where_it_is_and_answers() {
        let unit = "[Unit]\nPartOf=vanmool.target\n\n[Service]\nType=notify\n\
            Environment=SITE_DIR=/usr/share/vanmool/storefront\nEnvironmentFile=/etc/vanmool/programs/gateway.env\n\
            ExecStart=/usr/lib/vanmool/programs/gateway\nRestart=always\nTimeoutStartSec=15min\nDynamicUser=yes\n\n\
            [Install]\nWantedBy=vanmool.target\n";
        let text = unit_text(
            unit,
            "gateway",
            Path::new("/new"),
            Path::new("/new/gateway.env"),
            Duration::from_mins(1),
        );
        assert_eq!(
            text,
            "[Unit]\n\n[Service]\nType=notify\n\
            Environment=SITE_DIR=/new/usr/share/vanmool/storefront\nEnvironmentFile=/etc/vanmool/programs/gateway.env\n\
            User=vanmool-gateway\nEnvironmentFile=/new/gateway.env\nExecStart=/new/usr/lib/vanmool/programs/gateway\n\
            TimeoutStartSec=60\nDynamicUser=yes\n\n"
        );
    }
}
