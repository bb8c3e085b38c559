//! What was seen of one thing.

use serde::Serialize;

/// How one thing is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Check {
    /// What was looked at.
    pub(super) name: String,
    /// Whether nobody has to do anything about it.
    pub(super) is_well: bool,
    /// What was seen.
    pub(super) says: String,
}

impl Check {
    pub(super) fn well(name: impl Into<String>, says: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            is_well: true,
            says: says.into(),
        }
    }

    pub(super) fn wrong(name: impl Into<String>, says: impl Into<String>) -> Self {
        Self {
            is_well: false,
            ..Self::well(name, says)
        }
    }

    /// What was seen where it could be looked at, else why not.
    pub(super) fn of(name: &str, seen: anyhow::Result<Self>) -> Self {
        seen.unwrap_or_else(|error| Self::wrong(name, format!("{error:#}")))
    }
}
