use std::{collections::BTreeMap, fmt, ops::Not, str::FromStr, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::authentication::{caller_key::PublicKey, staff::StaffRule};

/// The programs that may call a service, with their methods. The JSON setting `CALLERS`.
#[derive(Clone)]
pub struct Callers(Arc<[Arc<AllowedCaller>]>);

/// The permissions of one caller.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Grant {
    /// The caller's name in the registry of services.
    pub name: String,
    /// The methods of the service that it may call.
    pub methods: Vec<String>,
    /// The actors for which it may call, if a method asks, such as `staff`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actors: Vec<String>,
    /// Groups of personal or secret fields that answers to the caller include, such as `contact`. Defined by
    /// the service.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reads: Vec<String>,
    /// The methods that it may call only for staff, with their rules.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub staff: BTreeMap<String, StaffRule>,
    /// True if this is not a caller, but the signer of staff tokens.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub signs_staff_tokens: bool,
}

/// A caller in a service's list.
#[derive(Debug)]
pub(crate) struct AllowedCaller {
    pub(crate) grant: Grant,
    /// One key, or two during a key change.
    pub(crate) keys: Vec<PublicKey>,
}

/// A caller in the setting `CALLERS`.
#[derive(Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    grant: Grant,
    key: String,
}

/// The list of callers cannot be parsed.
#[derive(Debug, thiserror::Error)]
pub enum BadCallers {
    /// It is not the expected JSON.
    #[error("this is no JSON list of callers: {0}")]
    Json(#[from] serde_json::Error),
    /// The key of this caller is invalid.
    #[error("the key of {0} is no public Ed25519 key as openssl writes it")]
    Key(String),
}

/// The calling program, as a service sees it.
#[derive(Debug, Clone)]
pub struct Caller(Who);

#[derive(Debug, Clone)]
enum Who {
    Known(Arc<AllowedCaller>),
    /// The call has no caller token, and the service accepts such calls.
    Unproven,
    /// The call did not come through a frame's server.
    Nobody,
}

impl Callers {
    /// The list as a setting. `key_of` has the key for each name.
    pub fn setting(grants: &[Grant], key_of: impl Fn(&str) -> String) -> String {
        let entries = grants.iter().map(|grant| Entry {
            key: key_of(&grant.name),
            grant: grant.clone(),
        });
        serde_json::to_string(&entries.collect::<Vec<_>>()).expect("texts can be written as JSON")
    }

    /// The caller with this name.
    pub(crate) fn named(&self, name: &str) -> Option<&Arc<AllowedCaller>> {
        let mut callers = self.0.iter();
        callers.find(|caller| caller.grant.name == name && !caller.grant.signs_staff_tokens)
    }

    /// The keys that verify staff tokens.
    pub(crate) fn staff_token_keys(&self) -> &[PublicKey] {
        let mut callers = self.0.iter();
        let signer = callers.find(|caller| caller.grant.signs_staff_tokens);
        signer.map_or(&[], |signer| &signer.keys)
    }
}

impl FromStr for Callers {
    type Err = BadCallers;

    fn from_str(text: &str) -> Result<Self, BadCallers> {
        let entries: Vec<Entry> = serde_json::from_str(text)?;
        let callers = entries.into_iter().map(|entry| {
            let keys = entry
                .key
                .split(',')
                .map(PublicKey::from_str)
                .collect::<Result<_, _>>();
            let grant = entry.grant;
            match keys {
                Ok(keys) => Ok(Arc::new(AllowedCaller { grant, keys })),
                Err(_) => Err(BadCallers::Key(grant.name)),
            }
        });
        callers.collect::<Result<_, _>>().map(Self)
    }
}

impl fmt::Debug for Callers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.0.iter().map(|caller| &caller.grant.name))
            .finish()
    }
}

impl AllowedCaller {
    pub(crate) fn may_call(&self, method: &str) -> bool {
        self.grant.methods.iter().any(|known| known == method)
    }

    /// The rule for calling this method for staff. `None` if it may not be called for staff.
    pub(crate) fn staff_rule(&self, method: &str) -> Option<&StaffRule> {
        self.grant.staff.get(method)
    }
}

impl Caller {
    pub(crate) fn known(caller: &Arc<AllowedCaller>) -> Self {
        Self(Who::Known(Arc::clone(caller)))
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
        match &self.0 {
            Who::Known(caller) => caller.grant.reads.iter().any(|known| known == fields),
            Who::Unproven => true,
            Who::Nobody => false,
        }
    }

    /// True if the caller may act as this actor, such as `staff`.
    pub fn may_act_as(&self, actor: &str) -> bool {
        match &self.0 {
            Who::Known(caller) => caller.grant.actors.iter().any(|known| known == actor),
            Who::Unproven => true,
            Who::Nobody => false,
        }
    }
}
