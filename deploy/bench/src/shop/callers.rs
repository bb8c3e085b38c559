//! The callers of each program and their keys, as settings.

use std::{collections::BTreeMap, fs, path::Path};

use runtime::{CallerKeys, Grant, Identity};

/// The callers of a shop, each with a key.
#[derive(Debug)]
pub(crate) struct Callers {
    keys: CallerKeys,
    of: BTreeMap<String, Vec<Grant>>,
}

impl Callers {
    /// Reads the callers from the checkout's registry, for programs with these names.
    pub(crate) fn read<'a>(checkout: &Path, names: impl Iterator<Item = &'a str>) -> anyhow::Result<Self> {
        let list = fs::read_to_string(checkout.join("deploy/k8s/callers.json"))?;
        let of: BTreeMap<String, Vec<Grant>> = serde_json::from_str(&list)?;
        let known = of.values().flatten().map(|grant| grant.name.as_str());
        let keys = CallerKeys::generate(names.map(str::to_owned).chain(known.map(str::to_owned)));
        Ok(Self { keys, of })
    }

    /// The settings of a program for its own key and its callers.
    pub(crate) fn variables(&self, name: &str) -> [(&'static str, String); 2] {
        let grants = self.of.get(name).map_or(&[][..], Vec::as_slice);
        self.keys.variables(name, grants)
    }

    /// The key with which the identity service signs staff tokens.
    pub(crate) fn staff_token_key(&self) -> String {
        self.keys.of("staff").to_secret().expose().to_owned()
    }

    /// The identity of a program at the services.
    pub(crate) fn identity(&self, name: &str) -> Identity {
        self.keys.identity(name)
    }
}
