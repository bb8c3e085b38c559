//! The registry is the only list of services. Other lists are compared with it here and in
//! `deploy/k8s/tests`.

use std::{collections::BTreeSet, fs, path::PathBuf};

use clap::Args as _;
use local::{
    registry::{self, Program, Service, gateway, programs},
    registry_files,
};

use crate::{
    architecture::{arrows, is_service, metadata},
    sources::files,
};

fn checkout() -> PathBuf {
    engines::checkout().to_owned()
}

fn names() -> BTreeSet<String> {
    Service::ALL
        .into_iter()
        .map(|service| service.name().to_owned())
        .collect()
}

/// To update the files: `UPDATE_REGISTRY=1 cargo test --workspace --test it files_made_of_the_registry`.
#[test]
fn files_made_of_the_registry_are_current() {
    let files = registry_files::files(&checkout(), &registry_files::entries());
    let whole = checkout().join(registry_files::SERVICES);
    let listed = fs::read_dir(&whole).expect("the manifests of services have a folder");
    let listed = listed.map(|entry| entry.expect("it can be listed").path());
    for file in listed.filter(|file| !files.iter().any(|(path, _)| checkout().join(path) == *file)) {
        if std::env::var_os("UPDATE_REGISTRY").is_some() {
            fs::remove_file(&file).expect("the checkout can be written");
        }
        assert!(!file.exists(), "{} is of no service", file.display());
    }
    for (path, expected) in files {
        let file = checkout().join(&path);
        if std::env::var_os("UPDATE_REGISTRY").is_some() {
            fs::write(&file, &expected).expect("the checkout can be written");
        }
        let found = fs::read_to_string(&file).unwrap_or_default();
        assert!(
            found == expected,
            "{path} is old: run this test with UPDATE_REGISTRY=1 to rewrite it"
        );
    }
}

#[test]
fn every_service_of_the_workspace_is_in_the_registry_and_on_the_map() {
    let folders = arrows(&metadata()).into_keys();
    let folders: BTreeSet<_> = folders.filter(|folder| is_service(folder)).collect();
    let named: BTreeSet<_> = names().iter().map(|name| format!("services/{name}")).collect();
    assert_eq!(folders, named);
    let map = fs::read_to_string(checkout().join("ARCHITECTURE.md")).expect("the map can be read");
    for folder in folders {
        assert!(
            map.contains(&format!("| `{folder}` |")),
            "{folder} is not on the map"
        );
    }
}

/// The services whose URLs a program takes, with the default URLs.
fn told(program: &clap::Command) -> BTreeSet<(String, String)> {
    // Engines, and the URLs of the shop and the office for browsers.
    const OTHERS: [&str; 5] = ["database", "nats", "smtp", "site", "office"];
    let addresses = program.get_arguments().filter_map(|argument| {
        let service = argument.get_id().as_str().strip_suffix("_url")?;
        let usual = argument.get_default_values().first()?.to_str()?;
        (!OTHERS.contains(&service)).then(|| (service.to_owned(), usual.to_owned()))
    });
    addresses.collect()
}

fn asked(program: &Program) -> BTreeSet<(String, String)> {
    let asked = program.calls.iter().map(|service| service.program());
    asked
        .map(|asked| (asked.name.to_owned(), format!("http://127.0.0.1:{}", asked.port)))
        .collect()
}

#[test]
fn programs_ask_whom_the_registry_says_and_where_it_says() {
    for service in Service::ALL {
        let program = service.program();
        let settings = service.settings(clap::Command::new(program.name));
        assert_eq!(told(&settings), asked(&program), "{}", program.name);
    }
    let gateway = gateway();
    let settings = storefront::Settings::augment_args(clap::Command::new(gateway.name));
    assert_eq!(told(&settings), asked(&gateway));
    let settings = office::Settings::augment_args(clap::Command::new("office"));
    assert_eq!(told(&settings), asked(&registry::office()));
}

#[test]
fn no_two_programs_share_a_name_or_a_port() {
    let programs: Vec<_> = programs().collect();
    let of = |pick: fn(&Program) -> String| programs.iter().map(pick).collect::<BTreeSet<_>>().len();
    assert_eq!(of(|program| program.name.to_owned()), programs.len());
    assert_eq!(of(|program| program.port.to_string()), programs.len());
}

#[test]
fn a_service_starts_after_those_it_calls() {
    let mut started = Vec::new();
    for service in Service::ALL {
        for asked in service.program().calls {
            assert!(started.contains(asked), "{service:?} starts before {asked:?}");
        }
        started.push(service);
    }
}

/// A panic says nothing about the event, so it must be retried.
#[test]
fn every_consumer_repeats_an_event_after_an_unknown_outcome() {
    for program in programs() {
        for consumer in program.events.consumes {
            assert!(!consumer.repeat_after.is_empty(), "{}", consumer.name);
        }
    }
}

#[test]
fn engines_know_no_service() {
    let sources = files(&checkout().join("deploy/engines"));
    assert!(
        sources.len() > 10,
        "the walk must have seen the engines: {sources:?}"
    );
    for file in sources {
        let text = fs::read_to_string(&file).expect("a source can be read");
        for name in names() {
            // As a string, or as the prefix of a variable. "in order" is English.
            for known in [format!("\"{name}\""), format!("{}_", name.to_uppercase())] {
                assert!(!text.contains(&known), "{} knows {known}", file.display());
            }
        }
    }
}
