use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    str::FromStr,
    sync::Arc,
};

use contract::{Contract, Rights};

use crate::authentication::caller_key::PublicKey;

/// The name in [`Callers`] of the key that signs staff tokens. It is no caller.
pub const STAFF_TOKEN_SIGNER: &str = "staff";

/// The program that calls methods for staff.
pub(crate) const OFFICE: &str = "office";

/// The programs that may call a service, by name, with their public keys: the setting `CALLERS`, such as
/// `gateway=KEY office=KEY`. A name has one key, or two with a comma between them during a key change. The
/// contract says which methods each may call.
#[derive(Clone)]
pub struct Callers(Arc<BTreeMap<Arc<str>, Vec<PublicKey>>>);

/// The list of callers cannot be parsed.
#[derive(Debug, thiserror::Error)]
pub enum BadCallers {
    /// An entry has no key.
    #[error("the callers are written as `name=key`, with spaces between them; this one has no key: {0}")]
    Keyless(String),
    /// The key of this caller is invalid.
    #[error("the key of {0} is no public Ed25519 key as openssl writes it")]
    Key(String),
}

/// The calling program, as a service sees it.
#[derive(Debug, Clone)]
pub struct Caller(Who);

#[derive(Debug, Clone, Copy)]
enum Who {
    Known(Option<&'static Rights>),
    /// The call has no caller token, and the service accepts such calls.
    Unproven,
    /// The call did not come through a frame's server.
    Nobody,
}

impl Callers {
    /// The list as a setting. `key_of` has the key for each name.
    pub fn setting<'n>(names: impl IntoIterator<Item = &'n str>, key_of: impl Fn(&str) -> String) -> String {
        let entries = names.into_iter().map(|name| format!("{name}={}", key_of(name)));
        entries.collect::<Vec<_>>().join(" ")
    }

    /// The names whose keys a service needs: the callers of its methods, and the signer of staff tokens.
    pub fn names(contract: &Contract, service: &str) -> BTreeSet<&'static str> {
        let names = contract.methods_of(service).flat_map(|method| {
            let for_staff = [OFFICE, STAFF_TOKEN_SIGNER]
                .into_iter()
                .filter(|_| method.staff.is_some());
            method.callers.iter().copied().chain(for_staff)
        });
        names.collect()
    }

    /// True if no program may call.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The name and the keys of a caller.
    pub(crate) fn named(&self, name: &str) -> Option<(&Arc<str>, &[PublicKey])> {
        let known = self
            .0
            .get_key_value(name)
            .filter(|_| name != STAFF_TOKEN_SIGNER)?;
        Some((known.0, known.1))
    }

    /// The keys that verify staff tokens.
    pub(crate) fn staff_token_keys(&self) -> &[PublicKey] {
        self.0.get(STAFF_TOKEN_SIGNER).map_or(&[], Vec::as_slice)
    }
}

impl FromStr for Callers {
    type Err = BadCallers;

    fn from_str(text: &str) -> Result<Self, BadCallers> {
        let callers = text.split_ascii_whitespace().map(|entry| {
            let keyless = || BadCallers::Keyless(entry.to_owned());
            let (name, keys) = entry.split_once('=').ok_or_else(keyless)?;
            let keys: Result<_, _> = keys.split(',').map(PublicKey::from_str).collect();
            Ok((
                Arc::from(name),
                keys.map_err(|_| BadCallers::Key(name.to_owned()))?,
            ))
        });
        callers
            .collect::<Result<_, _>>()
            .map(|callers| Self(Arc::new(callers)))
    }
}

impl fmt::Debug for Callers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.keys()).finish()
    }
}

impl Caller {
    pub(crate) fn known(rights: Option<&'static Rights>) -> Self {
        Self(Who::Known(rights))
    }

    pub(crate) fn unproven() -> Self {
        Self(Who::Unproven)
    }

    /// The caller of a request.
    pub fn of<T>(request: &tonic::Request<T>) -> Self {
        request.extensions().get().cloned().unwrap_or(Self(Who::Nobody))
    }

    /// True if answers to the caller include these fields, such as `contact`.
    pub fn may_read(&self, fields: &str) -> bool {
        match self.0 {
            Who::Known(rights) => rights.is_some_and(|rights| rights.reads.contains(&fields)),
            Who::Unproven => true,
            Who::Nobody => false,
        }
    }

    /// True if the caller may act as this actor, such as `staff`.
    pub fn may_act_as(&self, actor: &str) -> bool {
        match self.0 {
            Who::Known(rights) => rights.is_some_and(|rights| rights.acts_as == actor),
            Who::Unproven => true,
            Who::Nobody => false,
        }
    }
}
