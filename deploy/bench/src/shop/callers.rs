//! The callers of each program and their keys, as settings.

use runtime::{CallerKeys, Identity, STAFF_TOKEN_SIGNER};

/// The callers of a shop, each with a key.
#[derive(Debug)]
pub(crate) struct Callers(CallerKeys);

impl Callers {
    /// A key for each of these programs, for the operator and for the signer of staff tokens.
    pub(crate) fn generate<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        Self(CallerKeys::generate(
            names.chain(["operator", STAFF_TOKEN_SIGNER]),
        ))
    }

    /// The settings of a program for its own key and its callers.
    pub(crate) fn variables(&self, name: &str) -> [(&'static str, String); 2] {
        let callers = runtime::Callers::names(&proto::CONTRACT, name);
        self.0.variables(name, callers)
    }

    /// The key with which the identity service signs staff tokens.
    pub(crate) fn staff_token_key(&self) -> String {
        self.0.of(STAFF_TOKEN_SIGNER).to_secret().expose().to_owned()
    }

    /// The identity of a program at the services.
    pub(crate) fn identity(&self, name: &str) -> Identity {
        self.0.identity(name)
    }
}
