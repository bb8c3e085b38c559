//! Who may call whom, and the keys for that, as each program is told them.

use std::{collections::BTreeMap, fs, path::Path};

use runtime::{CallerKeys, Grant, Identity};

/// Those who are no program under measurement; services know their keys.
const OTHERS: [&str; 3] = ["office", "operator", "staff"];

/// The callers of a shop, each with a key.
#[derive(Debug)]
pub(crate) struct Callers {
    keys: CallerKeys,
    of: BTreeMap<String, Vec<Grant>>,
}

impl Callers {
    /// As the checkout's registry lists them, for programs with these names.
    pub(crate) fn read<'a>(checkout: &Path, names: impl Iterator<Item = &'a str>) -> anyhow::Result<Self> {
        let list = fs::read_to_string(checkout.join("deploy/k8s/callers.json"))?;
        Ok(Self {
            keys: CallerKeys::generate(names.chain(OTHERS)),
            of: serde_json::from_str(&list)?,
        })
    }

    /// What a program is told of itself and its callers.
    pub(crate) fn variables(&self, name: &str) -> [(&'static str, String); 2] {
        let grants = self.of.get(name).map_or(&[][..], Vec::as_slice);
        self.keys.variables(name, grants)
    }

    /// Who a program is to the services.
    pub(crate) fn identity(&self, name: &str) -> Identity {
        self.keys.identity(name)
    }
}
