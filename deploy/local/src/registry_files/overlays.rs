//! The entries of overlays for each program. People may change every value; the registry adds missing
//! entries.

use runtime::{CallerKeys, STAFF_TOKEN_SIGNER};

use super::{
    edits::list::completed,
    entry::{Entry, services, with_events},
    programs::secret_key,
};

/// The default registry of a release's images.
const RELEASED: &str = "ghcr.io/vanmool/shop";

/// The production overlay: images, and two replicas of programs that are not autoscaled.
pub(super) fn production(text: &str, scaling: &str, entries: &[Entry]) -> String {
    let images = entries.iter().map(|Entry { name, .. }| {
        let line = format!("{{ name: vanmool/{name}, newName: {RELEASED}/{name}, newTag: 0.1.0 }}");
        (format!("vanmool/{name}"), line)
    });
    let is_scaled = |name| scaling.contains(&format!("kind: Deployment, name: {name} }}"));
    let replicas = entries
        .iter()
        .filter(|entry| !is_scaled(entry.name))
        .map(|Entry { name, .. }| ((*name).to_owned(), format!("{{ name: {name}, count: 2 }}")));
    completed(&completed(text, "images", images), "replicas", replicas)
}

/// The overlay of a laptop: images, and passwords and keys that protect nothing.
pub(super) fn dev(text: &str, entries: &[Entry]) -> String {
    let images = entries.iter().map(|Entry { name, .. }| {
        let line = format!("{{ name: vanmool/{name}, newTag: dev }}");
        (format!("vanmool/{name}"), line)
    });
    let databases = services(entries).map(|Entry { name, .. }| {
        let password = format!("username=shop_{name}, password=dev-database-{name}");
        secret(format!("{name}-database"), &password)
    });
    let users = with_events(entries)
        .map(|Entry { name, .. }| secret(format!("{name}-nats"), &format!("password=dev-nats-{name}")));
    let keys = entries.iter().filter_map(|Entry { name, needs, .. }| {
        let key = secret_key(needs.key?);
        let value = format!("{key}=dev-{key}-of-{name}-and-of-at-least-32-characters");
        Some(secret((*name).to_owned(), &value))
    });
    let asking = entries.iter().filter(|entry| !entry.calls.is_empty());
    let callers = asking
        .map(|entry| entry.name)
        .chain([STAFF_TOKEN_SIGNER])
        .map(caller);
    let text = completed(text, "images", images);
    completed(
        &text,
        "secretGenerator",
        databases.chain(users).chain(keys).chain(callers),
    )
}

fn secret(name: String, literals: &str) -> (String, String) {
    let line = format!("{{ name: {name}, literals: [{literals}] }}");
    (name, line)
}

/// A secret with both halves of a new key.
fn caller(name: &str) -> (String, String) {
    let keys = CallerKeys::generate([name]);
    let key = keys.of(name);
    let (private, public) = (key.to_secret(), key.public());
    let literals = format!("\"private-key={}\", \"public-key={public}\"", private.expose());
    secret(format!("{name}-caller"), &literals)
}
