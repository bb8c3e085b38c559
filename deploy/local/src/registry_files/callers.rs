//! The access rules of the contract as files: the part of the manifests, and the table in the documentation.

use std::{collections::BTreeMap, fmt::Write as _};

use runtime::Method;
use runtime::{Callers, STAFF_TOKEN_SIGNER};

use super::{
    edits::section::around,
    entry::{Entry, services},
    variable::{secret, value},
};

/// The page with the table.
pub(super) const PAGE: &str = "docs/SECURITY.md";

const TABLE_BEGINS: &str = "<!-- Written from the options in proto/shop. -->\n";
const TABLE_ENDS: &str = "<!-- End of what is written. -->\n";

const MANIFESTS: &str = "\
# Written from the options in proto/shop: UPDATE_REGISTRY=1 with the test `files_made_of_the_registry_are_current` does so.
#
# Each program gets its own key, and of those that call it the public halves.
";

const NO_PANIC: &str = "a String takes everything";

/// The variables for callers in each program's manifest.
pub(super) fn manifests(entries: &[Entry]) -> String {
    let mut text = MANIFESTS.to_owned();
    for entry in entries {
        let variables = variables(entry);
        if !variables.is_empty() {
            write!(
                text,
                "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {{ name: {} }}\nspec:\n  template:\n    spec:\n\
                 \x20     containers:\n        - name: server\n          env:\n{variables}",
                entry.name
            )
            .expect(NO_PANIC);
        }
    }
    text
}

fn variables(entry: &Entry) -> String {
    let mut text = String::new();
    if !entry.calls.is_empty() {
        key(&mut text, "CALLER_KEY", entry.name, "private-key");
    }
    if entry.needs.signs_staff_tokens {
        key(&mut text, "STAFF_TOKEN_KEY", STAFF_TOKEN_SIGNER, "private-key");
    }
    for name in &entry.callers {
        key(&mut text, &variable(name), name, "public-key");
    }
    if !entry.callers.is_empty() {
        let names = entry.callers.iter().copied();
        let callers = Callers::setting(names, |name| format!("$({})", variable(name)));
        value(&mut text, "CALLERS", &callers);
    }
    text
}

/// Writes one half of a caller's key.
fn key(text: &mut String, variable: &str, caller: &str, half: &str) {
    secret(text, variable, &format!("{caller}-caller"), half);
}

fn variable(caller: &str) -> String {
    format!("KEY_OF_{}", caller.to_uppercase())
}

/// Replaces the table between the page's marks.
pub(super) fn page(page: &str, entries: &[Entry]) -> String {
    let (before, after) = around(page, TABLE_BEGINS, TABLE_ENDS).unwrap_or((page, ""));
    format!("{before}{TABLE_BEGINS}{}{TABLE_ENDS}{after}", table(entries))
}

/// The table, one row per caller and service.
fn table(entries: &[Entry]) -> String {
    let mut rows: BTreeMap<&str, String> = BTreeMap::new();
    for service in services(entries) {
        for caller in service.callers.iter().filter(|name| **name != STAFF_TOKEN_SIGNER) {
            let row = format!(
                "| {caller} | {} | {} |\n",
                service.name,
                granted(service.name, caller)
            );
            rows.entry(caller).or_default().push_str(&row);
        }
    }
    let rows: String = rows.into_values().collect();
    format!("\n| caller | asks | for |\n|---|---|---|\n{rows}\n")
}

/// The methods of a service that a caller may use.
fn granted(service: &str, caller: &str) -> String {
    let methods = proto::CONTRACT.methods_of(service);
    let mut granted: Vec<_> = methods
        .filter_map(|method| granted_method(method, caller))
        .collect();
    if let Some(rights) = proto::CONTRACT.rights(service, caller) {
        if !rights.acts_as.is_empty() {
            granted.push(format!("acting as: {}", rights.acts_as));
        }
        if !rights.reads.is_empty() {
            granted.push(format!("reading: {}", rights.reads.join(", ")));
        }
    }
    granted.join(", ")
}

/// The name of a method that a caller may use, with the permission that staff need.
fn granted_method(method: &Method, caller: &str) -> Option<String> {
    if method.callers.contains(&caller) {
        return Some(format!("`{}`", method.name));
    }
    let rule = method.staff.as_ref().filter(|_| caller == "office")?;
    let again = if rule.needs_reauthentication {
        ", re-authenticated"
    } else {
        ""
    };
    Some(format!("`{}` ({}{again})", method.name, rule.permission))
}
