//! Files generated from the registry: manifests, NATS users, images, the list for scripts, and the access
//! rules.
//!
//! Some files are generated completely. In others, which people maintain, the registry fills the sections
//! between two marks (`section`), or adds missing lines to a list (`list`).

mod callers;
mod compose;
mod edits;
mod engines;
mod entry;
mod nats_users;
mod overlays;
mod programs;
mod server;
mod server_settings;
mod service;
mod variable;

use std::{fs, path::Path};

use edits::section;
pub use entry::{Entry, entries};

/// The folder whose files are all generated, and are removed with their service.
pub const SERVICES: &str = "deploy/k8s/base/services";

/// The overlay of a production shop.
const PRODUCTION: &str = "deploy/k8s/overlays/production";

/// Returns the paths of all generated files in the checkout, with their contents.
pub fn files(checkout: &Path, entries: &[Entry]) -> Vec<(String, String)> {
    let read = |path: &str| {
        fs::read_to_string(checkout.join(path)).unwrap_or_else(|error| panic!("{path} is needed: {error}"))
    };
    let filled = |path: &str, sections: &[String]| (path.to_owned(), section::filled(&read(path), sections));
    let whole = |path: &str, text| (path.to_owned(), text);
    let mut files = vec![
        whole("deploy/k8s/services.json", programs::list(entries)),
        whole("deploy/k8s/base/callers.yaml", callers::manifests(entries)),
        (
            callers::PAGE.to_owned(),
            callers::page(&read(callers::PAGE), entries),
        ),
        whole("deploy/k8s/engines/nats/users.conf", nats_users::conf(entries)),
        whole(
            "deploy/k8s/components/cloudnative-pg/databases.yaml",
            engines::databases(entries),
        ),
        filled(
            "deploy/k8s/components/cloudnative-pg/cluster.yaml",
            &[engines::roles(entries)],
        ),
        filled(
            "deploy/k8s/engines/postgres/postgres.yaml",
            &[engines::postgres_passwords(entries)],
        ),
        filled(
            "deploy/k8s/engines/nats/nats.yaml",
            &[engines::nats_passwords(entries)],
        ),
        filled(
            "deploy/k8s/components/monitoring/alerts/programs.yaml",
            &[programs::missing(entries)],
        ),
        filled("deploy/images/bake.hcl", &[programs::images(entries)]),
        (
            format!("{PRODUCTION}/kustomization.yaml"),
            overlays::production(
                &read(&format!("{PRODUCTION}/kustomization.yaml")),
                &read(&format!("{PRODUCTION}/scaling.yaml")),
                entries,
            ),
        ),
        (
            "deploy/k8s/overlays/dev/kustomization.yaml".to_owned(),
            overlays::dev(&read("deploy/k8s/overlays/dev/kustomization.yaml"), entries),
        ),
    ];
    let gateways = entries.iter().filter(|entry| !entry.is_service);
    files.extend(gateways.map(|entry| {
        let path = format!("deploy/k8s/base/{}.yaml", entry.name);
        filled(&path, &service::gateway(entry))
    }));
    let manifests = service::manifests(entries).into_iter();
    files.extend(manifests.map(|(name, text)| (format!("{SERVICES}/{name}"), text)));
    files.extend(server::files(entries));
    files.push((compose::FILE.to_owned(), compose::file(entries, &read)));
    files
}
