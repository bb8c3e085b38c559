//! The result of one check.

use serde::{Deserialize, Serialize};

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Check {
    /// The checked thing.
    pub(crate) name: String,
    /// True if no action is needed.
    pub(crate) is_well: bool,
    /// A description of the result.
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

    /// Returns a check's result, or a failed check with the error.
    pub(crate) fn of(name: &str, result: anyhow::Result<Self>) -> Self {
        result.unwrap_or_else(|error| Self::wrong(name, format!("{error:#}")))
    }
}
