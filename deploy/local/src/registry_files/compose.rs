//! The file for Docker Compose, from the registry, the engines' images in the cluster, and the units' limits.

use std::{collections::BTreeSet, fmt::Write as _};

use runtime::Callers;

use super::{
    entry::{Entry, services, with_events},
    server::memory,
    server_settings::{secret_settings, settings},
};

/// The generated file.
pub(super) const FILE: &str = "deploy/compose/compose.yaml";

const NO_PANIC: &str = "a String takes everything";

/// The template around the programs.
const BEGINS: &str = include_str!("compose.yaml");

/// Generates the file, with the images in the manifests of PostgreSQL and NATS.
pub(super) fn file(entries: &[Entry], read: &impl Fn(&str) -> String) -> String {
    let mut programs = String::new();
    for entry in entries {
        program(&mut programs, entry, entries);
    }
    BEGINS
        .replace(
            "{postgres}",
            image(&read("deploy/k8s/engines/postgres/postgres.yaml")),
        )
        .replace("{nats}", image(&read("deploy/k8s/engines/nats/nats.yaml")))
        .replace("{databases}", &databases(entries))
        .replace("{users}", &users(entries))
        .replace("{programs}", programs.trim_end())
}

/// The image of a manifest.
fn image(manifest: &str) -> &str {
    let line = manifest
        .lines()
        .find_map(|line| line.trim().strip_prefix("image: "));
    line.expect("the manifest names an image")
}

/// The passwords of the services' roles, under the names that `roles.sh` reads.
fn databases(entries: &[Entry]) -> String {
    let lines = services(entries).map(|entry| {
        let (name, upper) = (entry.name, entry.name.to_uppercase());
        format!("      - PASSWORD_OF_{name}=${{{upper}_DATABASE_PASSWORD}}")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The passwords of the NATS users. NATS inserts them as pieces of its configuration, so they are quoted.
fn users(entries: &[Entry]) -> String {
    let lines = with_events(entries).map(|entry| {
        let upper = entry.name.to_uppercase();
        format!("      - '{upper}_PASSWORD=\"${{{upper}_NATS_PASSWORD}}\"'")
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn program(text: &mut String, entry: &Entry, entries: &[Entry]) {
    let name = entry.name;
    let memory = memory(entry);
    write!(
        text,
        "  {name}:\n    <<: *program\n    image: ${{REGISTRY:-vanmool}}/{name}:${{TAG:-dev}}\n    mem_limit: {memory}\n    environment:\n"
    )
    .expect(NO_PANIC);
    for variable in environment(entry, entries) {
        writeln!(text, "      - {variable}").expect(NO_PANIC);
    }
    // The images have no shell.
    let over = if entry.is_service { "" } else { ", --http" };
    writeln!(
        text,
        "    healthcheck: {{ <<: *health, test: [CMD, /server, healthcheck{over}] }}"
    )
    .expect(NO_PANIC);
    if entry.needs.mail {
        text.push_str("    volumes: [\"mails:/mails\"]\n");
    } else if name == "catalog" {
        text.push_str("    volumes: [\"photos:/photos\"]\n");
    }
    text.push('\n');
}

fn environment(entry: &Entry, entries: &[Entry]) -> Vec<String> {
    let mut all = vec![
        format!("LISTEN=0.0.0.0:{}", port(entry)),
        "METRICS_LISTEN=0.0.0.0:9100".to_owned(),
        "LOG_FORMAT=json".to_owned(),
    ];
    addresses(&mut all, entry, entries);
    keys(&mut all, entry);
    owners(&mut all, entry, entries);
    all
}

/// The URLs of the database, NATS and the services that it calls.
fn addresses(all: &mut Vec<String>, entry: &Entry, entries: &[Entry]) {
    let (name, upper) = (entry.name, entry.name.to_uppercase());
    if entry.is_service {
        all.push(format!(
            "DATABASE_URL=postgres://shop_{name}:${{{upper}_DATABASE_PASSWORD}}@postgres/shop_{name}?sslmode=disable"
        ));
    } else {
        all.push("TRUSTED_PROXIES=${SUBNET:-10.77.7.0/24}".to_owned());
    }
    if entry.events.are_any() {
        all.push(format!(
            "NATS_URL=nats://{name}:${{{upper}_NATS_PASSWORD}}@nats:4222"
        ));
    }
    for asked in entries.iter().filter(|other| entry.calls.contains(&other.name)) {
        let address = format!("http://{}:{}", asked.name, port(asked));
        all.push(format!("{}_URL={address}", asked.name.to_uppercase()));
    }
}

/// Its own key, the keys of its callers, and the keys that only it has.
fn keys(all: &mut Vec<String>, entry: &Entry) {
    let upper = entry.name.to_uppercase();
    all.push(format!("CALLER_KEY=${{{upper}_CALLER_PRIVATE}}"));
    if entry.needs.signs_staff_tokens {
        all.push("STAFF_TOKEN_KEY=${STAFF_CALLER_PRIVATE}".to_owned());
    }
    if !entry.callers.is_empty() {
        let callers = Callers::setting(entry.callers.iter().copied(), |caller| {
            format!("${{{}_CALLER_PUBLIC}}", caller.to_uppercase())
        });
        all.push(format!("CALLERS={callers}"));
    }
    if let Some(key) = entry.needs.key {
        all.push(format!("{key}=${{{upper}_SECRET}}"));
    }
}

/// The owner's settings in `.env`, and the folders for files.
fn owners(all: &mut Vec<String>, entry: &Entry, entries: &[Entry]) {
    let settings = settings(entry.name).into_iter();
    let read: BTreeSet<String> = settings.map(|setting| setting.variable).collect();
    for variable in ["SITE_URL", "OFFICE_URL"] {
        // The office's own address is in the variable of its site.
        let is_office = entry.name == "office" && variable == "SITE_URL";
        let of = if is_office { "OFFICE_URL" } else { variable };
        if read.contains(variable) {
            all.push(format!("{variable}=${{{of}}}"));
        }
    }
    if entry.needs.mail {
        all.push("MAIL_DIR=/mails".to_owned());
    }
    if entry.name == "catalog" {
        all.push("PHOTO_STORE=file:///photos".to_owned());
    }
    let secrets = secret_settings(entries).into_iter();
    all.extend(secrets.filter(|secret| read.contains(secret)));
}

/// The port of a program in its container.
fn port(entry: &Entry) -> u16 {
    match entry.name {
        "gateway" => 8080,
        "office" => 8081,
        _ => 7000,
    }
}
