//! Adds a service in a copy of the checkout, as ARCHITECTURE.md describes, and checks that all lists include
//! it.
//!
//! The copy is not compiled, which would take minutes. So the test does not cover what the compiler requires:
//! the contract's module, the settings in `services.rs`, and the gateway's client. All other lists of
//! services must be generated from the registry or named in the chapter.

use std::{
    collections::BTreeSet,
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
};

use cargo_metadata::MetadataCommand;
use local::{
    registry::Events,
    registry_files::{Entry, entries, files},
};
use outbox::{StreamConfig, Subscription};
use tempfile::TempDir;

/// The service that is copied, and the name of the copy.
const TEMPLATE: &str = "contact";
const NEW: &str = "wishlist";
const PORT: u16 = 7099;

/// The copied paths: files that name services, and what cargo and the checks of the manifests need.
const COPIED: [&str; 9] = [
    ".cargo",
    "Cargo.lock",
    "Cargo.toml",
    "Tiltfile",
    "deploy",
    "docs/SECURITY.md",
    "gateway",
    "proto",
    "services",
];

/// Files that name the services of their time only.
const HISTORY: [&str; 1] = ["deploy/local/tests/it/migration_locks.rs"];

/// Installed and built folders.
const NOT_COPIED: [&str; 3] = ["node_modules", "target", "__pycache__"];

fn checkout() -> &'static Path {
    engines::checkout()
}

fn chapter() -> String {
    let map = fs::read_to_string(checkout().join("ARCHITECTURE.md")).expect("the map can be read");
    let (_, rest) = map
        .split_once("## Adding a service in five steps\n")
        .expect("the map has the chapter");
    rest.split("\n## ").next().unwrap_or_default().to_owned()
}

/// Replaces the template's name by the new service's name.
fn renamed(text: &str) -> String {
    let capital = |name: &str| name[..1].to_uppercase() + &name[1..];
    text.replace(TEMPLATE, NEW)
        .replace(&capital(TEMPLATE), &capital(NEW))
        .replace(&TEMPLATE.to_uppercase(), &NEW.to_uppercase())
}

/// Copies a file or a folder, and applies `change` to each text.
fn copy(from: &Path, to: &Path, change: fn(&str) -> String) {
    if from.is_dir() {
        fs::create_dir_all(to).expect("a folder can be made");
        for entry in fs::read_dir(from).expect("a folder can be listed") {
            let name = entry.expect("it can be listed").file_name();
            let name = name.to_str().expect("names are text");
            if !NOT_COPIED.contains(&name) {
                copy(&from.join(name), &to.join(change(name)), change);
            }
        }
        return;
    }
    fs::copy(from, to).expect("a file can be copied");
    if let Ok(text) = fs::read_to_string(to) {
        let changed = change(&text);
        if changed != text {
            fs::write(to, changed).expect("a copy can be changed");
        }
    }
}

fn path(folder: &TempDir, path: impl AsRef<Path>) -> PathBuf {
    folder.path().join(path)
}

/// Inserts text after a line that occurs once in a file.
fn insert(folder: &TempDir, file: impl AsRef<Path>, line: &str, new: &str) {
    let file = path(folder, file);
    let text = fs::read_to_string(&file).expect("it is in the copy");
    assert_eq!(text.matches(line).count(), 1, "{line} in {}", file.display());
    fs::write(&file, text.replace(line, &format!("{line}{new}"))).expect("the copy can be edited");
}

/// The manual steps: 1 to 3, the setting of step 5, and room in PostgreSQL for two more pools.
fn by_hand(folder: &TempDir) {
    for template in ["proto/shop", "services"] {
        let (from, to) = (format!("{template}/{TEMPLATE}"), format!("{template}/{NEW}"));
        copy(&path(folder, from), &path(folder, to), renamed);
    }
    let (member, dependency) = (
        format!("  \"services/{TEMPLATE}\",\n"),
        format!("{TEMPLATE} = {{ path = \"services/{TEMPLATE}\" }}\n"),
    );
    insert(folder, "Cargo.toml", &member, &renamed(&member));
    insert(folder, "Cargo.toml", &dependency, &renamed(&dependency));
    let used = format!("{TEMPLATE}.workspace = true\n");
    insert(folder, "deploy/local/Cargo.toml", &used, &renamed(&used));
    let setting = format!("    pub {TEMPLATE}_url: Target,\n");
    let attribute = format!("    #[arg(long, env, default_value = \"http://127.0.0.1:{PORT}\")]\n");
    for gateway in ["gateway/storefront/src", "gateway/office/src"] {
        let gateway = texts(&path(folder, gateway));
        let (settings, _) = gateway
            .iter()
            .find(|(_, text)| text.contains(&setting))
            .expect("the gateway is told where the template is");
        insert(
            folder,
            settings,
            &setting,
            &format!("{attribute}{}", renamed(&setting)),
        );
    }
    let cluster = "deploy/k8s/components/cloudnative-pg/cluster.yaml";
    insert(folder, cluster, "max_connections: \"", "1");
}

/// Step 4: the registry with an entry for the new service, which does the same and has the same callers as
/// the template.
fn registry() -> Vec<Entry> {
    let mut registry = entries();
    let copied = |name: &str| &*Box::leak(renamed(name).into_boxed_str());
    let template = registry.iter().find(|entry| entry.name == TEMPLATE);
    let template = template.expect("the template is in the registry");
    let mut new = Entry {
        name: NEW,
        port: PORT,
        is_service: true,
        calls: template.calls.clone(),
        events: Events::default(),
        needs: template.needs,
        callers: template.callers.clone(),
    };
    new.events.publishes = template.events.publishes.map(|stream| StreamConfig {
        name: copied(stream.name),
        subjects: Box::leak(
            stream
                .subjects
                .iter()
                .map(|subject| copied(subject))
                .collect::<Box<[_]>>(),
        ),
    });
    let consumes = template.events.consumes.iter().map(|consumer| Subscription {
        name: copied(consumer.name),
        dead_letter_subject: copied(consumer.dead_letter_subject),
        ..*consumer
    });
    new.events.consumes = consumes.collect();
    for entry in &mut registry {
        if entry.calls.contains(&TEMPLATE) && !entry.is_service {
            entry.calls.push(NEW);
        }
        if entry.callers.contains(TEMPLATE) {
            entry.callers.insert(NEW);
        }
    }
    // Of its callers, only the gateway calls it.
    new.callers.retain(|name| *name == "gateway");
    let gateways = registry.iter().position(|entry| !entry.is_service);
    registry.insert(gateways.expect("the registry names gateways"), new);
    registry
}

fn run(folder: &TempDir, program: &str, arguments: &[&str]) {
    let done = Command::new(path(folder, program))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("it can be run");
    let (said, complained) = (
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr),
    );
    assert!(done.status.success(), "{program}:\n{said}{complained}");
}

/// Links the tools that `deploy/k8s/check.sh` has installed in the checkout.
fn lend_tools(folder: &TempDir) {
    for tools in ["target", "deploy/k8s/tests/custom_resources/node_modules"] {
        let there = checkout().join(tools);
        if there.exists() {
            symlink(there, path(folder, tools)).expect("the copy can be written");
        }
    }
}

/// The texts of a file or a folder.
fn texts(at: &Path) -> Vec<(PathBuf, String)> {
    if !at.is_dir() {
        let text = fs::read_to_string(at).ok();
        return text.map(|text| (at.to_owned(), text)).into_iter().collect();
    }
    let entries = fs::read_dir(at).expect("a folder can be listed");
    let names = entries.map(|entry| entry.expect("it can be listed").file_name());
    let names = names.filter(|name| !NOT_COPIED.iter().any(|other| name == other));
    names.flat_map(|name| texts(&at.join(name))).collect()
}

#[test]
fn every_file_that_names_all_services_is_generated_or_stands_in_the_five_steps() {
    let chapter = chapter();
    let (services, written): (Vec<_>, BTreeSet<_>) = {
        let entries = entries();
        let services = entries.iter().filter(|entry| entry.is_service);
        let written = files(checkout(), &entries).into_iter().map(|(path, _)| path);
        (services.map(|entry| entry.name).collect(), written.collect())
    };
    let mut seen = 0;
    for folder in [
        "Cargo.toml",
        "Makefile",
        "Tiltfile",
        "deploy",
        "gateway",
        "proto",
        "services",
    ] {
        for (file, text) in texts(&checkout().join(folder)) {
            let text = text.to_lowercase();
            let words: BTreeSet<_> = text.split(|c: char| !c.is_alphabetic()).collect();
            if services.iter().all(|name| words.contains(name)) {
                let path = file.strip_prefix(checkout()).expect("it lies in the checkout");
                let path = path.to_str().expect("paths are text");
                seen += 1;
                let is_told = chapter.contains(&format!("`{path}`")) || HISTORY.contains(&path);
                assert!(
                    written.contains(path) || is_told,
                    "{path} names every service: let it be written from the registry, or name it in the five steps"
                );
            }
        }
    }
    assert!(
        seen > 10,
        "the walk must have seen the registry and its files: {seen}"
    );
}

#[test]
fn five_steps_make_a_service_that_all_files_and_checks_know() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for copied in COPIED {
        if let Some(above) = Path::new(copied).parent() {
            fs::create_dir_all(path(&folder, above)).expect("a folder can be made");
        }
        copy(&checkout().join(copied), &path(&folder, copied), str::to_owned);
    }
    by_hand(&folder);
    let metadata = MetadataCommand::new()
        .current_dir(folder.path())
        .other_options(["--offline".to_owned()])
        .exec()
        .expect("cargo knows the copy");
    assert!(
        metadata
            .workspace_packages()
            .iter()
            .any(|package| *package.name == NEW)
    );

    for (path, text) in files(folder.path(), &registry()) {
        let of = |name: &str| [format!("{name}.yaml"), format!("vanmool-{name}.service")];
        let is_of = |name: &str| of(name).iter().any(|own| path.ends_with(own));
        // A service that is not compiled has no settings in these files.
        let is_of_others = is_of("notification") || path.ends_with("shop.env");
        if text.contains(TEMPLATE) && !is_of(TEMPLATE) && !is_of_others {
            assert!(text.contains(NEW), "{path} does not name {NEW}");
        }
        assert_eq!(is_of(NEW), !folder.path().join(&path).exists(), "{path}");
        fs::write(folder.path().join(path), text).expect("the copy can be written");
    }
    lend_tools(&folder);
    let checks = [
        "test_manifests.py",
        "test_network.py",
        "test_nats.py",
        "test_callers.py",
        "test_tilt.py::test_every_resource_and_port_is_in_the_manifests",
        "test_tilt.py::test_every_program_is_built",
        "test_tilt.py::test_no_port_of_the_laptop_is_taken_twice",
        "test_images.py::test_every_program_has_an_image",
        "test_images.py::test_every_crate_of_the_workspace_is_copied",
        "test_rules.py::test_every_program_is_missed",
    ];
    run(&folder, "deploy/k8s/check.sh", &checks);
}
