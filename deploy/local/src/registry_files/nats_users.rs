//! The NATS users, with the permissions of each program.

use std::{collections::BTreeSet, fmt::Write as _};

use super::entry::{Entry, with_events};
use crate::registry::Events;

const USERS: &str = "\
# Written from deploy/local/src/registry.rs: UPDATE_REGISTRY=1 with the test `files_made_of_the_registry_are_current` does so.
#
# One user per program, and the subjects that it may publish and subscribe to. Others are refused.
#
# Answers arrive below _INBOX and the user's name, as the programs choose.

";

/// The NATS users, each with the minimum permissions of its program.
pub(super) fn conf(entries: &[Entry]) -> String {
    let mut conf = USERS.to_owned();
    let mut users = String::new();
    for Entry { name, events, .. } in with_events(entries) {
        let (publish, subscribe) = permissions(name, events);
        writeln!(
            conf,
            "permissions_of_{name}: {{\n  publish: {publish}\n  subscribe: {subscribe}\n}}\n"
        )
        .expect("a String takes everything");
        let variable = name.to_uppercase();
        writeln!(
            users,
            "      {{ user: {name}, password: ${variable}_PASSWORD, permissions: $permissions_of_{name} }}"
        )
        .expect("a String takes everything");
    }
    conf + "accounts: {\n  SHOP: {\n    jetstream: enabled\n    users: [\n"
        + &users
        + "      # For a person who looks at dead letters or replays; no program has it.\n\
           \x20     { user: operator, password: $OPERATOR_PASSWORD }\n    ]\n  }\n\
           \x20 SYS: { users: [{ user: system, password: $OPERATOR_PASSWORD }] }\n}\nsystem_account: SYS\n"
}

/// The subjects that a user may publish and subscribe to.
fn permissions(user: &str, events: &Events) -> (String, String) {
    let published = published(user, events);
    let mut heard: Vec<_> = events.hears.iter().map(|subject| (*subject).to_owned()).collect();
    if published.is_empty() {
        return (r#"{ deny: [">"] }"#.to_owned(), allow(&heard));
    }
    // A publisher needs its inbox for responses.
    heard.push(format!("_INBOX.{user}.>"));
    (allow(&published), allow(&heard))
}

fn published(user: &str, events: &Events) -> Vec<String> {
    let mut published = Vec::new();
    if let Some(stream) = events.publishes {
        published.extend(stream.subjects.iter().map(|subject| (*subject).to_owned()));
        published.extend(stream_subjects(stream.name));
        published.extend(reconciling(stream.name, user));
    }
    for consumer in &events.consumes {
        let (stream, name, subject) = (consumer.stream, consumer.name, consumer.subject);
        published.extend([
            format!("$JS.API.STREAM.INFO.{stream}"),
            format!("$JS.API.CONSUMER.INFO.{stream}.{name}"),
            format!("$JS.API.CONSUMER.CREATE.{stream}.{name}.{subject}"),
            format!("$JS.API.CONSUMER.MSG.NEXT.{stream}.{name}"),
            format!("$JS.ACK.{stream}.{name}.>"),
        ]);
        let dead_letters = consumer.dead_letters.subjects.iter();
        published.extend(dead_letters.map(|subject| (*subject).to_owned()));
        published.extend(stream_subjects(consumer.dead_letters.name));
        published.extend(reconciling(stream, user));
        published.extend(reconciling(consumer.dead_letters.name, user));
    }
    let mut seen = BTreeSet::new();
    published.retain(|subject| seen.insert(subject.clone()));
    published
}

/// The permissions to create and update a stream.
fn stream_subjects(stream: &str) -> [String; 3] {
    ["INFO", "CREATE", "UPDATE"].map(|call| format!("$JS.API.STREAM.{call}.{stream}"))
}

/// The permissions to compare a stream with the outbox, with the user's own consumer.
fn reconciling(stream: &str, user: &str) -> [String; 3] {
    ["CREATE", "MSG.NEXT", "DELETE"].map(|call| format!("$JS.API.CONSUMER.{call}.{stream}.reconcile-{user}"))
}

fn allow(subjects: &[String]) -> String {
    match subjects {
        [one] => format!("{{ allow: [\"{one}\"] }}"),
        _ => format!("{{ allow: [\n    \"{}\"\n  ] }}", subjects.join("\"\n    \"")),
    }
}

#[cfg(test)]
mod tests {
    use outbox::StreamConfig;

    use super::*;

    const CHANGES: StreamConfig = StreamConfig {
        name: "CHANGES",
        subjects: &["shop.changes.>"],
    };

    #[test]
    fn a_program_that_only_subscribes_may_publish_nothing() {
        let listener = Events {
            hears: &["shop.changes.made"],
            ..Events::default()
        };
        let (publish, subscribe) = permissions("gateway", &listener);
        assert_eq!(publish, r#"{ deny: [">"] }"#);
        assert_eq!(subscribe, r#"{ allow: ["shop.changes.made"] }"#);
    }

    #[test]
    fn a_program_that_publishes_receives_its_own_answers() {
        let both = Events {
            publishes: Some(CHANGES),
            hears: &["shop.changes.made"],
            ..Events::default()
        };
        let (publish, subscribe) = permissions("maker", &both);
        for published in ["shop.changes.>", "$JS.API.STREAM.CREATE.CHANGES"] {
            assert!(publish.contains(&format!("\"{published}\"\n")), "{publish}");
        }
        assert!(
            subscribe.contains("\"shop.changes.made\"\n    \"_INBOX.maker.>\"\n"),
            "{subscribe}"
        );
    }
}
