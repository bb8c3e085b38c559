//! The files of one server: a systemd unit for each program, and the list for `shop-admin`.

use super::{
    entry::Entry,
    server_settings::{self, secret_settings, settings},
};

/// The folder of the units. The units of programs are generated.
const UNITS: &str = "deploy/server/units";
/// The list that is compiled into `shop-admin`.
const PROGRAMS: &str = "deploy/admin/src/programs.json";

/// The template of a unit.
const UNIT: &str = include_str!("program.service");

/// The programs that connect to the internet, in addition to mail: payment to its provider, catalog to a
/// bucket with photos.
const ASK_THE_INTERNET: [&str; 2] = ["payment", "catalog"];

/// Returns the files of one server by their paths in the checkout, with their contents.
pub(super) fn files(entries: &[Entry]) -> Vec<(String, String)> {
    let units = entries.iter().map(|entry| {
        let path = format!("{UNITS}/vanmool-{}.service", entry.name);
        (path, unit(entry, entries))
    });
    let whole = [
        (PROGRAMS.to_owned(), programs(entries)),
        (server_settings::FILE.to_owned(), server_settings::file(entries)),
    ];
    units.chain(whole).collect()
}

/// The programs, one per line. Gateways leave their ports to the web server in front of them.
fn programs(entries: &[Entry]) -> String {
    let lines = entries.iter().map(|entry| {
        let port = if entry.is_service {
            entry.port
        } else {
            entry.port - 1_000
        };
        let line = serde_json::json!({
            "name": entry.name,
            "port": port,
            "metricsPort": port + 2_100,
            "isService": entry.is_service,
            "calls": entry.calls,
            "hasEvents": entry.events.are_any(),
            "key": entry.needs.key,
            "signsStaffTokens": entry.needs.signs_staff_tokens,
            "callers": entry.callers,
        });
        line.to_string()
    });
    format!("[\n  {}\n]\n", lines.collect::<Vec<_>>().join(",\n  "))
}

fn unit(entry: &Entry, entries: &[Entry]) -> String {
    // A mail server may take 30 s to accept a mail.
    let stop = if entry.needs.mail { "60" } else { "20" };
    UNIT.replace("{name}", entry.name)
        .replace("{environment}", &environment(entry))
        .replace("{unset}", &unset(entry, entries))
        .replace("{stop}", stop)
        .replace("{memory}", memory(entry))
        .replace("{state}", &state(entry))
        .replace("{network}", network(entry))
        .replace("{calls}", calls(entry))
}

/// The memory limit.
pub(super) fn memory(entry: &Entry) -> &'static str {
    // It hashes passwords, which takes 19 MiB each.
    if entry.name == "identity" { "320M" } else { "256M" }
}

/// The default settings on one server.
fn environment(entry: &Entry) -> String {
    let name = entry.name;
    let mut lines = Vec::new();
    if !entry.is_service {
        // The web server on the same machine.
        lines.push("TRUSTED_PROXIES=127.0.0.1/32".to_owned());
        lines.push("SITE_DIR=/usr/share/vanmool/storefront".to_owned());
        lines.push("OFFICE_SITE_DIR=/usr/share/vanmool/office".to_owned());
    }
    if name == "office" {
        // The last status of `shop-admin watch`.
        lines.push("SERVER_STATUS=/var/lib/vanmool-status/status.json".to_owned());
    }
    if name == "catalog" {
        lines.push("PHOTO_STORE=file:///var/lib/vanmool-catalog".to_owned());
    }
    if entry.needs.mail {
        lines.push(format!("MAIL_DIR=/var/lib/vanmool-{name}/mails"));
    }
    let lines = lines.iter().map(|line| format!("Environment={line}\n"));
    lines.collect()
}

/// The secrets of other programs in the owner's file, which the unit removes.
fn unset(entry: &Entry, entries: &[Entry]) -> String {
    let own: Vec<_> = settings(entry.name)
        .into_iter()
        .map(|setting| setting.variable)
        .collect();
    let mut others = secret_settings(entries);
    others.retain(|variable| !own.contains(variable));
    if others.is_empty() {
        return String::new();
    }
    format!("UnsetEnvironment={}\n", others.join(" "))
}

/// The state folder of programs that store files.
fn state(entry: &Entry) -> String {
    if entry.name == "catalog" || entry.needs.mail {
        return format!("StateDirectory=vanmool-{}\nStateDirectoryMode=0700\n", entry.name);
    }
    String::new()
}

/// Programs without external dependencies get no outbound network.
fn network(entry: &Entry) -> &'static str {
    if entry.needs.mail || ASK_THE_INTERNET.contains(&entry.name) {
        return "";
    }
    "IPAddressDeny=any\nIPAddressAllow=localhost\n"
}

/// The identity service lowers the priority of the threads that hash passwords.
fn calls(entry: &Entry) -> &'static str {
    if entry.name == "identity" {
        return "SystemCallFilter=setpriority\n";
    }
    ""
}
