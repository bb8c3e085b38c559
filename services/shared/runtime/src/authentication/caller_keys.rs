use std::collections::BTreeMap;

use crate::{CallerKey, CallerSettings, Callers, Identity};

/// The keys of a shop whose programs are started by one process. New with each start.
#[derive(Debug)]
pub struct CallerKeys(BTreeMap<String, CallerKey>);

impl CallerKeys {
    /// Generates a key for each name.
    pub fn generate(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let keys = names.into_iter().map(|name| (name.into(), CallerKey::generate()));
        Self(keys.collect())
    }

    /// The key of the caller with this name. Panics if there is none.
    pub fn of(&self, name: &str) -> &CallerKey {
        &self.0[name]
    }

    /// The identity of the caller with this name.
    pub fn identity(&self, name: &str) -> Identity {
        Identity::new(name, self.of(name).clone())
    }

    /// The settings of a program that these programs may call.
    pub fn settings<'n>(&self, name: &str, callers: impl IntoIterator<Item = &'n str>) -> CallerSettings {
        let callers = self.callers(callers).parse();
        CallerSettings {
            caller_key: Some(self.of(name).to_secret()),
            callers: Some(callers.expect("it was written by the same crate")),
            unproven_callers: false,
        }
    }

    /// The same settings as environment variables.
    pub fn variables<'n>(
        &self,
        name: &str,
        callers: impl IntoIterator<Item = &'n str>,
    ) -> [(&'static str, String); 2] {
        let key = self.of(name).to_secret();
        [
            ("CALLER_KEY", key.expose().to_owned()),
            ("CALLERS", self.callers(callers)),
        ]
    }

    fn callers<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> String {
        Callers::setting(names, |name| self.of(name).public().to_string())
    }
}
