//! The access rules as files: the list for programs that start a shop, the part of the manifests, and the
//! table in the documentation.

use std::{collections::BTreeMap, fmt::Write as _};

use runtime::{Callers, Grant};

use super::{
    edits::section::around,
    entry::{Entry, services},
    variable::{secret, value},
};
use crate::allowed_callers::STAFF;

/// The page with the table.
pub(super) const PAGE: &str = "docs/SECURITY.md";

const TABLE_BEGINS: &str = "<!-- Written from deploy/local/src/allowed_callers.rs. -->\n";
const TABLE_ENDS: &str = "<!-- End of what is written. -->\n";

const MANIFESTS: &str = "\
# Written from deploy/local/src/allowed_callers.rs: UPDATE_REGISTRY=1 with the test `files_made_of_the_registry_are_current` does so.
#
# Each program gets its own key, and of those that call it the public halves and what they may call.
";

const NO_PANIC: &str = "a String takes everything";

/// The callers of each service, one service per line.
pub(super) fn list(entries: &[Entry]) -> String {
    let lines = services(entries).map(|service| {
        let grants = serde_json::to_string(&service.callers).expect("texts can be written as JSON");
        format!("  \"{}\": {grants}", service.name)
    });
    format!("{{\n{}\n}}\n", lines.collect::<Vec<_>>().join(",\n"))
}

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
    if !entry.asks.is_empty() {
        key(&mut text, "CALLER_KEY", entry.name, "private-key");
    }
    if entry.needs.signs_staff_tokens {
        key(&mut text, "STAFF_TOKEN_KEY", STAFF, "private-key");
    }
    let grants = &entry.callers;
    for Grant { name, .. } in grants {
        key(&mut text, &variable(name), name, "public-key");
    }
    if !grants.is_empty() {
        let callers = Callers::setting(grants, |name| format!("$({})", variable(name)));
        value(&mut text, "CALLERS", &format!("'{callers}'"));
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
        let callers = service.callers.iter().filter(|grant| !grant.signs_staff_tokens);
        for grant in callers {
            let row = format!("| {} | {} | {} |\n", grant.name, service.name, granted(grant));
            rows.entry(&grant.name).or_default().push_str(&row);
        }
    }
    let rows: String = rows.into_values().collect();
    format!("\n| caller | asks | for |\n|---|---|---|\n{rows}\n")
}

/// The methods of a service that a caller may use.
fn granted(grant: &Grant) -> String {
    let methods = grant.methods.iter().map(|method| format!("`{method}`"));
    let for_staff = grant.staff.iter().map(|(method, rule)| {
        let again = if rule.is_reauthenticated {
            ", shown again"
        } else {
            ""
        };
        format!("`{method}` ({}{again})", rule.permission)
    });
    let all: Vec<_> = methods.chain(for_staff).collect();
    let speaks_for = match grant.actors.as_slice() {
        [] => String::new(),
        actors => format!(", speaking for: {}", actors.join(", ")),
    };
    let reads = match grant.reads.as_slice() {
        [] => String::new(),
        fields => format!(", reading: {}", fields.join(", ")),
    };
    all.join(", ") + &speaks_for + &reads
}
