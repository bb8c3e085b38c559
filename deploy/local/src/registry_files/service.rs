//! The manifests of the services, and the generated sections of the gateways' manifests.

use std::fmt::Write as _;

use super::{
    entry::{Entry, services},
    programs::secret_key,
    variable::{secret, shop_setting, value},
};

/// The template of a service's manifest.
const SERVICE: &str = include_str!("service.yaml");

const LIST: &str = "\
# Written from deploy/local/src/registry.rs: UPDATE_REGISTRY=1 with the test `files_made_of_the_registry_are_current` does so.
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
";

const NO_PANIC: &str = "a String takes everything";

/// Returns the files of the folder with the services' manifests, by name.
pub(super) fn manifests(entries: &[Entry]) -> Vec<(String, String)> {
    let file = |entry: &Entry| format!("{}.yaml", entry.name);
    let resources = services(entries).map(|entry| format!("  - {}\n", file(entry)));
    let resources = resources.collect::<Vec<_>>().concat();
    let list = ("kustomization.yaml".to_owned(), LIST.to_owned() + &resources);
    let manifests = services(entries).map(|entry| (file(entry), manifest(entry, entries)));
    manifests.chain([list]).collect()
}

/// The generated sections of a gateway's manifest: variables, and allowed connections.
pub(super) fn gateway(entry: &Entry) -> [String; 2] {
    [variables(entry), egress(entry)]
}

fn manifest(entry: &Entry, entries: &[Entry]) -> String {
    SERVICE
        .replace("{name}", entry.name)
        .replace("{label}", label(entry))
        .replace("{variables}", &variables(entry))
        .replace("{ingress}", &ingress(entry, entries))
        .replace("{egress}", &egress(entry))
}

/// The label by which policies and overlays select programs that send mails.
fn label(entry: &Entry) -> &'static str {
    if entry.needs.mail {
        ", vanmool.example/mail: \"true\""
    } else {
        ""
    }
}

fn variables(entry: &Entry) -> String {
    let mut text = String::new();
    let name = entry.name;
    if let Some(key) = entry.needs.key {
        secret(&mut text, key, name, &secret_key(key));
    }
    for setting in entry.needs.shop {
        shop_setting(&mut text, setting);
    }
    if entry.is_service {
        secret(
            &mut text,
            "DATABASE_PASSWORD",
            &format!("{name}-database"),
            "password",
        );
        let url = format!(
            "postgres://shop_{name}:$(DATABASE_PASSWORD)@$(DATABASE_HOST)/shop_{name}?$(DATABASE_OPTIONS)"
        );
        value(&mut text, "DATABASE_URL", &url);
    }
    if entry.events.are_any() {
        secret(&mut text, "NATS_PASSWORD", &format!("{name}-nats"), "password");
        let url = format!("$(NATS_SCHEME)://{name}:$(NATS_PASSWORD)@nats:4222");
        value(&mut text, "NATS_URL", &url);
    }
    for asked in &entry.calls {
        value(
            &mut text,
            &format!("{}_URL", asked.to_uppercase()),
            &format!("http://{asked}:7000"),
        );
    }
    if entry.needs.mail {
        secret(&mut text, "SMTP_URL", "mail", "smtp-url");
        shop_setting(&mut text, "MAIL_FROM");
    }
    text
}

/// Allows connections from the programs that call it.
fn ingress(entry: &Entry, entries: &[Entry]) -> String {
    let asking = entries.iter().filter(|other| other.calls.contains(&entry.name));
    let asking: Vec<_> = asking.map(|other| other.name).collect();
    if asking.is_empty() {
        return String::new();
    }
    format!(
        "  ingress:\n    - from:\n{}      ports:\n        - {{ port: 7000 }}\n",
        pods(asking)
    )
}

/// Allows connections to the services that it calls, its database and NATS.
fn egress(entry: &Entry) -> String {
    let mut text = String::new();
    if !entry.calls.is_empty() {
        to(&mut text, &pods(entry.calls.iter().copied()), 7000);
    }
    let engines = [
        ("postgres", 5432, entry.is_service),
        ("nats", 4222, entry.events.are_any()),
    ];
    for (engine, port, _) in engines.into_iter().filter(|(_, _, is_used)| *is_used) {
        let pod =
            format!("        - podSelector: {{ matchLabels: {{ vanmool.example/engine: {engine} }} }}\n");
        to(&mut text, &pod, port);
    }
    text
}

fn to(text: &mut String, pods: &str, port: u16) {
    writeln!(
        text,
        "    - to:\n{pods}      ports:\n        - {{ port: {port} }}"
    )
    .expect(NO_PANIC);
}

fn pods<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let pods = names.into_iter().map(|name| {
        format!("        - podSelector: {{ matchLabels: {{ app.kubernetes.io/name: {name} }} }}\n")
    });
    pods.collect()
}
