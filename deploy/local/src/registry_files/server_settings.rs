//! The owner's settings file on one server: all settings of all programs, with their defaults.

use std::{collections::BTreeMap, fmt::Write as _};

use clap::{Arg, Args as _, Command};

use super::entry::Entry;
use crate::registry::{Service, gateway, office};

/// The generated file.
pub(super) const FILE: &str = "deploy/server/shop.env";

const BEGINS: &str = "\
# Settings for the owner of a shop. After a change: `shop-admin configure && systemctl restart vanmool.target`.
# Written from deploy/local/src/registry.rs: UPDATE_REGISTRY=1 with the test `files_made_of_the_registry_are_current` does so.

# The addresses of the shop and of its office. With https:// and names that lead to this server, it gets its
# certificates by itself.
SITE_URL=http://localhost:8080
OFFICE_URL=http://localhost:8081
# The sender of mails, and the address for mails to the shop.
MAIL_FROM=Vanmool <orders@vanmool.example>
SHOP_EMAIL=care@vanmool.example
# The mail server. Without it mails become files and are not sent.
#SMTP_URL=smtps://user:password@mail.example
# Another place for copies of backups, as rclone writes it: a remote of /etc/vanmool/rclone.conf and a folder (docs/OWNER.md).
#BACKUP_REMOTE=away:shop
# Connections to the database that each service keeps at most. Each costs 2 to 3 MB; on two cores four do as much as eight
# (docs/PERFORMANCE.md).
DATABASE_POOL_SIZE=4

# Every other setting, as it is when it is not set.
";

/// Variables in the head of the file.
const IN_THE_HEAD: [&str; 6] = [
    "SITE_URL",
    "OFFICE_URL",
    "MAIL_FROM",
    "SHOP_EMAIL",
    "SMTP_URL",
    "DATABASE_POOL_SIZE",
];

/// Variables that the units or `shop-admin configure` set for each program.
const OF_PROGRAMS: [&str; 11] = [
    "CALLERS",
    "CALLER_KEY",
    "DATABASE_URL",
    "LISTEN",
    "MAIL_DIR",
    "METRICS_LISTEN",
    "NATS_URL",
    "OFFICE_SITE_DIR",
    "SERVER_STATUS",
    "SITE_DIR",
    "STAFF_TOKEN_KEY",
];

/// A variable that a program reads.
pub(super) struct Setting {
    pub(super) variable: String,
    help: String,
    default: String,
    is_secret: bool,
}

/// Returns all variables that a program reads; none for a program that is not compiled in.
pub(super) fn settings(name: &str) -> Vec<Setting> {
    let command = Command::new("program");
    let own = if let Some(service) = Service::named(name) {
        service.settings(command)
    } else if name == gateway().name {
        storefront::Settings::augment_args(command)
    } else if name == office().name {
        ::office::Settings::augment_args(command)
    } else {
        return Vec::new();
    };
    let with_frame = runtime::Settings::augment_args(own);
    let with_telemetry = runtime::telemetry::Settings::augment_args(with_frame);
    let all = runtime::metrics::Settings::augment_args(with_telemetry);
    all.get_arguments().filter_map(setting).collect()
}

fn setting(argument: &Arg) -> Option<Setting> {
    let variable = argument.get_env()?.to_str()?.to_owned();
    let default = argument
        .get_default_values()
        .iter()
        .filter_map(|value| value.to_str());
    Some(Setting {
        variable,
        help: argument.get_help().map(ToString::to_string).unwrap_or_default(),
        default: default.collect::<Vec<_>>().join(","),
        is_secret: argument.is_hide_env_values_set(),
    })
}

/// The secret variables in the owner's file.
pub(super) fn secret_settings(entries: &[Entry]) -> Vec<String> {
    let all = of_owner(entries);
    let secret = all.into_iter().filter(|(_, (setting, _))| setting.is_secret);
    secret.map(|(variable, _)| variable).collect()
}

/// Generates the file, with every setting of the programs.
pub(super) fn file(entries: &[Entry]) -> String {
    let mut text = BEGINS.to_owned();
    for (variable, (setting, programs)) in of_owner(entries) {
        if IN_THE_HEAD.contains(&variable.as_str()) {
            continue;
        }
        let (help, default) = (&setting.help, &setting.default);
        let of = if programs.len() == entries.len() {
            "all".to_owned()
        } else {
            programs.join(", ")
        };
        write!(text, "\n# {help} ({of})\n#{variable}={default}\n").expect("a String takes everything");
    }
    text
}

/// The owner's settings by name, each with the programs that read it.
fn of_owner(entries: &[Entry]) -> BTreeMap<String, (Setting, Vec<&'static str>)> {
    let addresses: Vec<_> = entries
        .iter()
        .map(|entry| format!("{}_URL", entry.name.to_uppercase()))
        .filter(|variable| !IN_THE_HEAD.contains(&variable.as_str()))
        .collect();
    let keys: Vec<_> = entries.iter().filter_map(|entry| entry.needs.key).collect();
    let mut all = BTreeMap::new();
    for entry in entries {
        for setting in settings(entry.name) {
            let variable = setting.variable.clone();
            let is_of_program = OF_PROGRAMS.contains(&variable.as_str())
                || keys.contains(&variable.as_str())
                || addresses.contains(&variable);
            if !is_of_program {
                let (_, programs) = all.entry(variable).or_insert_with(|| (setting, Vec::new()));
                programs.push(entry.name);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry_files::entries;

    #[test]
    fn every_setting_of_every_program_is_the_owners_or_the_programs_own() {
        let entries = entries();
        let file = file(&entries);
        let mut seen = 0;
        for entry in &entries {
            let settings = settings(entry.name);
            assert!(settings.len() > 8, "{} has settings", entry.name);
            for Setting { variable, .. } in settings {
                let is_told = OF_PROGRAMS.contains(&variable.as_str())
                    || Some(variable.as_str()) == entry.needs.key
                    || entry
                        .calls
                        .iter()
                        .any(|asked| format!("{}_URL", asked.to_uppercase()) == variable);
                let is_in_file = file.lines().any(|line| {
                    line.trim_start_matches('#')
                        .split_once('=')
                        .is_some_and(|(name, _)| name == variable)
                });
                assert!(is_told != is_in_file, "{variable} of {}", entry.name);
                seen += 1;
            }
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn only_programs_that_send_mails_know_the_mail_servers_password() {
        let entries = entries();
        assert!(secret_settings(&entries).contains(&"SMTP_URL".to_owned()));
        let has = |name: &str| {
            settings(name)
                .iter()
                .any(|setting| setting.variable == "SMTP_URL")
        };
        assert!(has("notification") && !has("catalog"));
    }
}
