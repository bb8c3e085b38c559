//! Features and dependencies that the shop does not have, because they are common targets of attacks.

use std::{collections::BTreeSet, fs, path::Path};

use cargo_metadata::{DependencyKind, Metadata};

use crate::{
    architecture::{arrows, linked_by, metadata},
    sources::{files, production},
};

/// The folders of the crates that serve shoppers.
fn serving(metadata: &Metadata) -> Vec<String> {
    let folders = arrows(metadata).into_keys();
    let serving = folders.filter(|folder| {
        (folder.starts_with("services/") || folder.starts_with("gateway/")) && !folder.ends_with("testkit")
    });
    serving.collect()
}

/// All packages that the programs link.
fn linked(metadata: &Metadata) -> BTreeSet<String> {
    let members = metadata.workspace_packages().into_iter().filter(|member| {
        let manifest = member.manifest_path.as_str();
        serving(metadata)
            .iter()
            .any(|folder| manifest.ends_with(&format!("/{folder}/Cargo.toml")))
    });
    let ids = members.flat_map(|member| linked_by(metadata, &member.name));
    ids.map(|id| metadata[&id].name.to_string()).collect()
}

#[track_caller]
fn without(sources: &[(String, String)], words: &[&str]) {
    assert!(
        sources.len() > 50,
        "the walk must have seen the sources: {}",
        sources.len()
    );
    for (file, source) in sources {
        for word in words {
            let is_excused = EXCUSED
                .iter()
                .any(|(end, excused)| file.ends_with(end) && excused == word);
            assert!(is_excused || !source.contains(word), "{file} has {word}");
        }
    }
}

/// The name of an index cannot be a parameter. It comes from the compiled migrations.
const EXCUSED: [(&str, &str); 1] = [("services/shared/database/src/migrating.rs", "AssertSqlSafe")];

#[test]
fn no_program_starts_another_or_makes_up_sql() {
    let metadata = metadata();
    let root = metadata.workspace_root.as_std_path();
    let sources: Vec<_> = serving(&metadata)
        .iter()
        .flat_map(|folder| files(&root.join(folder).join("src")))
        .map(|file| {
            let source = fs::read_to_string(&file).expect("a source can be read");
            (file.display().to_string(), production(&source))
        })
        .collect();
    without(
        &sources,
        &[
            "process::Command",
            "AssertSqlSafe",
            "raw_sql(",
            "QueryBuilder",
            "libc::system",
            "execvp",
        ],
    );
}

/// The packages that connect to S3 and the payment provider. Their URLs come from the shop's settings, never
/// from a request.
const SPEAKS_HTTP: [&str; 2] = ["quick-xml", "reqwest"];

/// The linked packages that use one of these.
fn who_speaks_http(metadata: &Metadata, linked: &BTreeSet<String>) -> BTreeSet<String> {
    let resolved = metadata.resolve.as_ref().expect("cargo resolved the workspace");
    let users = resolved.nodes.iter().filter(|node| {
        let mut used = node.deps.iter().filter(|used| {
            let kinds = used.dep_kinds.iter();
            kinds
                .map(|kind| kind.kind)
                .any(|kind| kind == DependencyKind::Normal)
        });
        used.any(|used| SPEAKS_HTTP.contains(&metadata[&used.pkg].name.as_str()))
    });
    let users = users.map(|node| metadata[&node.id].name.to_string());
    let serving = serving(metadata);
    let is_ours = |name: &str| serving.iter().any(|folder| folder.ends_with(&format!("/{name}")));
    users
        .filter(|name| linked.contains(name) || is_ours(name))
        .collect()
}

#[test]
fn nothing_is_linked_that_would_need_rules_of_its_own() {
    let metadata = metadata();
    let mut linked = linked(&metadata);
    assert!(
        linked.contains("sqlx") && linked.contains("hyper"),
        "the walk must have seen them"
    );
    assert_eq!(
        who_speaks_http(&metadata, &linked),
        ["object_store", "payment"].map(str::to_owned).into(),
        "only the store of photos and the payment service speak HTTP to other servers"
    );
    linked.retain(|name| !SPEAKS_HTTP.contains(&&**name));
    // XML and other formats that carry more than values; self-contained tokens; OAuth; WebSockets; GraphQL;
    // archives; scripts and templates from users; programs that fetch URLs.
    for family in [
        "xml",
        "yaml",
        "pickle",
        "bincode",
        "jsonwebtoken",
        "jwt",
        "biscuit",
        "paseto",
        "oauth",
        "openid",
        "saml",
        "tungstenite",
        "websocket",
        "graphql",
        "ldap",
        "zip",
        "tar",
        "rhai",
        "mlua",
        "deno",
        "reqwest",
        "ureq",
        "curl",
    ] {
        let found: Vec<_> = linked
            .iter()
            .filter(|name| name.split(['-', '_']).any(|part| part == family) || name.starts_with(family))
            .filter(|name| !name.starts_with("target"))
            .collect();
        assert!(found.is_empty(), "{family}: {found:?}");
    }
}

#[test]
fn crates_for_hashes_signatures_and_random_numbers_are_of_a_short_list() {
    let metadata = metadata();
    let known: BTreeSet<_> = [
        "argon2",
        "hmac",
        "sha2",
        "subtle",
        "rand",
        "getrandom",
        "rustls",
        "aws-lc-rs",
    ]
    .into();
    let others = [
        "md5",
        "md-5",
        "sha1",
        "sha-1",
        "sha3",
        "ring",
        "openssl",
        "aes",
        "aes-gcm",
        "des",
        "rc4",
        "chacha20",
        "chacha20poly1305",
        "cbc",
        "ecb",
        "rsa",
        "blake2",
        "blake3",
        "bcrypt",
        "scrypt",
        "pbkdf2",
        "fastrand",
        "rand_pcg",
        "oorandom",
    ];
    let mut used = BTreeSet::<&str>::new();
    for member in metadata.workspace_packages() {
        let normal = member
            .dependencies
            .iter()
            .filter(|d| d.kind == DependencyKind::Normal);
        for dependency in normal {
            assert!(
                !others.contains(&dependency.name.as_str()),
                "{} uses {}",
                member.name,
                dependency.name
            );
            used.extend(known.get(dependency.name.as_str()));
        }
    }
    assert!(
        used.contains("argon2") && used.contains("hmac") && used.contains("sha2"),
        "{used:?}"
    );
}

#[test]
fn pages_make_no_markup_or_code_of_texts() {
    let root = metadata().workspace_root.into_std_path_buf();
    let mut sources = Vec::new();
    for folder in [
        "frontend/shared",
        "frontend/storefront/src",
        "frontend/office/src",
    ] {
        scripts(&root.join(folder), &mut sources);
    }
    without(
        &sources,
        &[
            "dangerouslySetInnerHTML",
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "new Function",
            "postMessage",
            "onmessage",
            "addEventListener('message'",
            "window.opener",
            "document.domain",
            "javascript:",
            "__proto__",
            "importScripts",
            "Object.setPrototypeOf",
        ],
    );
}

/// Collects the scripts for browsers below a folder, as name and text.
fn scripts(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder can be read") {
        let path = entry.expect("it can be listed").path();
        let extension = path.extension().unwrap_or_default();
        if path.ends_with("node_modules") {
            continue;
        }
        if path.is_dir() {
            scripts(&path, found);
        } else if extension == "ts" || extension == "tsx" {
            let name = path.display().to_string();
            if !name.contains(".test.") {
                found.push((name, fs::read_to_string(&path).expect("a source can be read")));
            }
        }
    }
}
