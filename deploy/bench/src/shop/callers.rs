//! Who may call whom, and the keys for that, as each program is told them.

use std::{collections::BTreeMap, fs, path::Path};

use runtime::{CallerKeys, Grant, Identity};

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
        let of: BTreeMap<String, Vec<Grant>> = serde_json::from_str(&list)?;
        let known = of.values().flatten().map(|grant| grant.name.as_str());
        let keys = CallerKeys::generate(names.map(str::to_owned).chain(known.map(str::to_owned)));
        Ok(Self { keys, of })
    }

    /// What a program is told of itself and its callers.
    pub(crate) fn variables(&self, name: &str) -> [(&'static str, String); 2] {
        let grants = self.of.get(name).map_or(&[][..], Vec::as_slice);
        self.keys.variables(name, grants)
    }

    /// With what the identity service signs the tokens of staff.
    pub(crate) fn staff_token_key(&self) -> String {
        self.keys.of("staff").to_secret().expose().to_owned()
    }

    /// Who a program is to the services.
    pub(crate) fn identity(&self, name: &str) -> Identity {
        self.keys.identity(name)
    }
}
