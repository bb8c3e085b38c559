//! The result of one check.

use serde::{Deserialize, Serialize};

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Check {
    /// The checked thing.
    pub(crate) name: String,
    /// True if no action is needed.
    pub(crate) is_healthy: bool,
    /// A description of the result.
    pub(crate) message: String,
}

impl Check {
    pub(crate) fn healthy(name: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            is_healthy: true,
            message: message.into(),
        }
    }

    pub(crate) fn failed(name: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            is_healthy: false,
            ..Self::healthy(name, message)
        }
    }

    /// Returns a check's result, or a failed check with the error.
    pub(crate) fn of(name: &str, result: anyhow::Result<Self>) -> Self {
        result.unwrap_or_else(|error| Self::failed(name, format!("{error:#}")))
    }
}
