//! The dependency rules of the workspace, checked with cargo's metadata and the sources.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, PackageId};

use crate::sources::files;

/// The files that may use generated types, in addition to `grpc` modules: a service's gRPC API, its events,
/// and its clients.
const WITH_GENERATED_TYPES: [&str; 21] = [
    "catalog.rs",
    "consumers.rs",
    "contact_answered.rs",
    "contact_received.rs",
    "dispute_consumer.rs",
    "events.rs",
    "inventory.rs",
    "issued_document.rs",
    "lib.rs",
    "order_client.rs",
    "order_consumer.rs",
    "order_placed.rs",
    "orders.rs",
    "peer_services.rs",
    "recall_requested.rs",
    "refund_changed.rs",
    "refund_consumer.rs",
    "settlement_event.rs",
    "shipment.rs",
    "sources.rs",
    "stock_back.rs",
];

/// The shared crates that call a service or implement one, in the same way for every service.
const SPEAKERS: [&str; 4] = [
    "services/shared/csv_import",
    "services/shared/data_rights",
    "services/shared/fakes",
    "services/shared/shop_facts",
];

/// The files of those crates that do.
const SPEAKS: [&str; 6] = [
    "account_events.rs",
    "catalog.rs",
    "fake_orders.rs",
    "fake_shop.rs",
    "grpc.rs",
    "identity.rs",
];

/// The shared crates for dev-dependencies only.
const FOR_TESTS: [&str; 2] = ["services/shared/fakes", "services/shared/testkit"];

pub fn metadata() -> Metadata {
    MetadataCommand::new()
        .other_options(["--locked".to_owned()])
        .exec()
        .expect("cargo knows the workspace")
}

/// The folder of a member, relative to the workspace.
fn folder<'a>(metadata: &'a Metadata, package: &'a Package) -> &'a str {
    let folder = package
        .manifest_path
        .parent()
        .expect("a manifest lies in a folder");
    folder
        .strip_prefix(&metadata.workspace_root)
        .expect("a member lies in the workspace")
        .as_str()
}

/// The folder of each member, with the folders of the members that it depends on outside of tests.
pub fn arrows(metadata: &Metadata) -> BTreeMap<String, BTreeSet<String>> {
    let members = metadata.workspace_packages();
    let by_name: BTreeMap<_, _> = members
        .iter()
        .map(|member| (member.name.as_str(), folder(metadata, member)))
        .collect();
    let uses = |member: &Package| {
        let normal = member
            .dependencies
            .iter()
            .filter(|dependency| dependency.kind != DependencyKind::Development);
        normal
            .filter(|d| d.path.is_some())
            .map(|d| by_name[d.name.as_str()].to_owned())
            .collect()
    };
    members
        .iter()
        .map(|member| (folder(metadata, member).to_owned(), uses(member)))
        .collect()
}

/// All packages that a member's programs link, directly or indirectly.
pub fn linked_by(metadata: &Metadata, member: &str) -> BTreeSet<PackageId> {
    let resolve = metadata.resolve.as_ref().expect("cargo resolves the workspace");
    let members = metadata.workspace_packages();
    let member = members.into_iter().find(|package| *package.name == member);
    let mut waiting = vec![member.expect("it is a member").id.clone()];
    let mut seen = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        let node = resolve
            .nodes
            .iter()
            .find(|node| node.id == id)
            .expect("every dependency is resolved");
        for dependency in &node.deps {
            let linked = dependency
                .dep_kinds
                .iter()
                .any(|kind| kind.kind == DependencyKind::Normal);
            if linked && seen.insert(dependency.pkg.clone()) {
                waiting.push(dependency.pkg.clone());
            }
        }
    }
    seen
}

pub fn is_service(folder: &str) -> bool {
    folder.starts_with("services/") && !is_shared(folder)
}

fn is_shared(folder: &str) -> bool {
    folder.starts_with("services/shared/")
}

#[test]
fn the_arrows_point_one_way() {
    for (from, targets) in arrows(&metadata()) {
        for to in targets {
            let allowed = match from.as_str() {
                "proto" => to == "services/shared/contract",
                "deploy/engines" | "deploy/databases" => false,
                "deploy/admin" => {
                    let used = [
                        "deploy/databases",
                        "proto",
                        "services/shared/mail",
                        "services/shared/nats",
                        "services/shared/runtime",
                    ];
                    used.contains(&to.as_str())
                }
                "deploy/bench" => {
                    let used = [
                        "deploy/databases",
                        "deploy/engines",
                        "proto",
                        "services/shared/runtime",
                    ];
                    used.contains(&to.as_str())
                }
                "deploy/chaos" => {
                    let used = [
                        "deploy/databases",
                        "deploy/engines",
                        "deploy/payment_simulator",
                        "proto",
                        "services/shared/fault_proxy",
                        "services/shared/runtime",
                    ];
                    used.contains(&to.as_str())
                }
                "deploy/local" => !FOR_TESTS.contains(&to.as_str()),
                "gateway/web" => to == "proto" || to == "services/shared/runtime",
                _ if from.starts_with("gateway/") => {
                    let shared = [
                        "proto",
                        "services/shared/nats",
                        "services/shared/runtime",
                        "services/shared/values",
                        "gateway/web",
                    ];
                    shared.contains(&to.as_str())
                }
                from if SPEAKERS.contains(&from) => to == "proto" || is_shared(&to),
                _ if is_shared(&from) => is_shared(&to),
                _ => to == "proto" || (is_shared(&to) && !FOR_TESTS.contains(&to.as_str())),
            };
            assert!(allowed, "{from} must not use {to}");
        }
    }
}

/// Failpoints exist in debug builds for tests only, not in releases.
#[test]
fn only_tests_ask_for_failpoints() {
    let metadata = metadata();
    let members = metadata.workspace_packages();
    let runtime = members.iter().find(|member| *member.name == "runtime");
    let features = &runtime.expect("runtime is a member").features;
    assert!(features.contains_key("failpoints"), "{features:?}");
    assert!(!features.contains_key("default"), "{features:?}");
    let dependencies = members.iter().flat_map(|member| &member.dependencies);
    let asking: Vec<_> = dependencies
        .filter(|dependency| dependency.features.iter().any(|feature| feature == "failpoints"))
        .collect();
    assert!(!asking.is_empty(), "the tests of deploy/chaos ask for them");
    for dependency in asking {
        assert_eq!(dependency.kind, DependencyKind::Development, "{dependency:?}");
    }
    let root = metadata.workspace_root.as_std_path();
    for shipped in [
        "deploy/images/Dockerfile",
        "deploy/images/bake.hcl",
        "deploy/images/stage.sh",
    ] {
        let text = fs::read_to_string(root.join(shipped)).expect("it is in the checkout");
        assert!(!text.contains("failpoints"), "{shipped} asks for failpoints");
    }
}

#[test]
fn no_gateway_links_sql() {
    let metadata = metadata();
    for gateway in ["storefront", "office"] {
        let seen = linked_by(&metadata, gateway);
        assert!(seen.len() > 50, "the walk must have gone somewhere");
        let sql: Vec<_> = seen
            .iter()
            .filter(|id| metadata[id].name.starts_with("sqlx"))
            .collect();
        assert!(sql.is_empty(), "{gateway} links {sql:?}");
    }
}

#[test]
fn generated_types_stay_at_the_edges() {
    let root = PathBuf::from(metadata().workspace_root);
    let mut looked_at = 0;
    for (folder, _) in arrows(&metadata()) {
        if !is_service(&folder) && !is_shared(&folder) {
            continue;
        }
        for file in files(&root.join(&folder).join("src")) {
            looked_at += 1;
            let name = file
                .file_name()
                .and_then(|name| name.to_str())
                .expect("our file names are text");
            let in_room = file.ancestors().any(|room| room.ends_with("grpc"));
            let may_see = (is_service(&folder) && (in_room || WITH_GENERATED_TYPES.contains(&name)))
                || (SPEAKERS.contains(&folder.as_str()) && SPEAKS.contains(&name));
            let text = fs::read_to_string(&file).expect("a source can be read");
            assert!(
                may_see || !text.contains("proto::"),
                "{} must not see generated types",
                file.display()
            );
        }
    }
    assert!(looked_at > 20, "the walk must have seen the services");
}

#[test]
fn the_main_file_of_a_program_only_starts_it() {
    let root = PathBuf::from(metadata().workspace_root);
    for (folder, _) in arrows(&metadata()) {
        if !is_service(&folder) && !["gateway/office", "gateway/storefront"].contains(&folder.as_str()) {
            continue;
        }
        let text = fs::read_to_string(root.join(&folder).join("src/main.rs")).expect("every program has it");
        let lines = text.lines().count();
        assert!(lines <= 12, "{folder}/src/main.rs has {lines} lines");
    }
}

#[test]
fn every_service_bounds_what_it_reads() {
    let root = PathBuf::from(metadata().workspace_root);
    let mut looked_at = 0;
    for (folder, _) in arrows(&metadata()) {
        if !is_service(&folder) {
            continue;
        }
        for file in files(&root.join(&folder).join("src")) {
            let text = fs::read_to_string(&file).expect("a source can be read");
            let made = text.matches("ServiceServer::new(").count();
            let bounded = text.matches(".max_decoding_message_size(").count();
            looked_at += made;
            assert_eq!(made, bounded, "{} reads requests of any size", file.display());
        }
    }
    assert!(
        looked_at >= 15,
        "the walk must have seen the services: {looked_at}"
    );
}
