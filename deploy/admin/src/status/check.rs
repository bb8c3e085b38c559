//! What was seen of one thing.

use serde::{Deserialize, Serialize};

/// How one thing is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Check {
    /// What was looked at.
    pub(crate) name: String,
    /// Whether nobody has to do anything about it.
    pub(crate) is_well: bool,
    /// What was seen.
    pub(crate) says: String,
}

impl Check {
    pub(crate) fn well(name: impl Into<String>, says: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            is_well: true,
            says: says.into(),
        }
    }

    pub(crate) fn wrong(name: impl Into<String>, says: impl Into<String>) -> Self {
        Self {
            is_well: false,
            ..Self::well(name, says)
        }
    }

    /// What was seen where it could be looked at, else why not.
    pub(crate) fn of(name: &str, seen: anyhow::Result<Self>) -> Self {
        seen.unwrap_or_else(|error| Self::wrong(name, format!("{error:#}")))
    }
}
