//! The shop's programs, from the registry of services.

use std::{collections::BTreeSet, sync::LazyLock};

use runtime::{CallerKeys, Callers, STAFF_TOKEN_SIGNER};
use serde::Deserialize;

/// A program of the shop.
#[derive(Debug, Deserialize)]
pub(crate) struct Program {
    /// The name of the program, of its database and of its NATS user.
    pub(crate) name: &'static str,
    /// The programs it calls.
    pub(crate) calls: Vec<&'static str>,
    /// True if it uses NATS.
    pub(crate) events: bool,
    /// True if it serves HTTP to browsers and has no database.
    pub(crate) gateway: bool,
}

/// The storefront's gateway.
pub(crate) const GATEWAY: &str = "gateway";

/// Every program that shoppers need, in start order: called programs come first.
pub(crate) static PROGRAMS: LazyLock<Vec<Program>> = LazyLock::new(|| {
    let file = engines::checkout().join("deploy/k8s/services.json");
    let list = std::fs::read_to_string(file).expect("the registry's list is in the checkout");
    // Leaked once, because names are used everywhere.
    let programs: Vec<Program> =
        serde_json::from_str(Box::leak(list.into_boxed_str())).expect("a test writes the registry's list");
    let of_shoppers = |program: &Program| !program.gateway || program.name == GATEWAY;
    programs.into_iter().filter(of_shoppers).collect()
});

/// A key for every program, for the operator and for the signer of staff tokens.
pub(crate) fn caller_keys() -> CallerKeys {
    let programs = PROGRAMS.iter().map(|program| program.name);
    CallerKeys::generate(programs.chain(["office", "operator", STAFF_TOKEN_SIGNER]))
}

/// The callers that a program allows.
pub(crate) fn callers(name: &str) -> BTreeSet<&'static str> {
    Callers::names(&proto::CONTRACT, name)
}

/// The program with this name.
pub(crate) fn program(name: &str) -> &'static Program {
    let found = PROGRAMS.iter().find(|program| program.name == name);
    found.expect("experiments name programs of the shop")
}
