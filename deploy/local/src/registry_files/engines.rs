//! The services' databases, roles and passwords in the engines' files.

use super::{
    entry::{Entry, services, with_events},
    variable::secret,
};

const DATABASES: &str = "\
# Written from deploy/local/src/registry.rs: UPDATE_REGISTRY=1 with the test `files_made_of_the_registry_are_current` does so.
#
# A database for each service, owned by its role.
";

/// The databases of the operator's cluster.
pub(super) fn databases(entries: &[Entry]) -> String {
    let databases = services(entries).map(|Entry { name, .. }| {
        format!(
            "apiVersion: postgresql.cnpg.io/v1\nkind: Database\nmetadata: {{ name: {name} }}\nspec: {{ name: shop_{name}, \
             owner: shop_{name}, cluster: {{ name: postgres }}, databaseReclaimPolicy: retain }}\n"
        )
    });
    DATABASES.to_owned() + &databases.collect::<Vec<_>>().join("---\n")
}

/// The roles of the operator's cluster.
pub(super) fn roles(entries: &[Entry]) -> String {
    let roles = services(entries).map(|Entry { name, .. }| {
        format!(
            "      - name: shop_{name}\n        login: true\n        passwordSecret: {{ name: {name}-database }}\n"
        )
    });
    roles.collect()
}

/// The files from which PostgreSQL on a laptop creates roles and databases.
pub(super) fn postgres_passwords(entries: &[Entry]) -> String {
    let passwords = services(entries).map(|Entry { name, .. }| {
        format!(
            "              - secret: {{ name: {name}-database, items: [{{ key: password, path: {name} }}] }}\n"
        )
    });
    passwords.collect()
}

/// The variables from which NATS reads the passwords of its users.
pub(super) fn nats_passwords(entries: &[Entry]) -> String {
    let mut text = String::new();
    for Entry { name, .. } in with_events(entries) {
        let variable = name.to_uppercase();
        secret(&mut text, &variable, &format!("{name}-nats"), "password");
        let quoted = format!("            - {{ name: {variable}_PASSWORD, value: '\"$({variable})\"' }}\n");
        text.push_str(&quoted);
    }
    text
}
