//! The programs under measurement, as the registry of services lists them.

use std::{fs, path::Path};

use serde::Deserialize;

/// The one without data of its own.
pub(crate) const GATEWAY: &str = "gateway";

/// The gateway of the staff.
pub(crate) const OFFICE: &str = "office";

/// A program of the shop.
#[derive(Debug, Deserialize)]
pub(crate) struct Program {
    /// Of the program, of its database and of its user in NATS.
    pub(crate) name: String,
    /// The programs it calls.
    pub(crate) asks: Vec<String>,
    /// Whether it speaks to NATS.
    pub(crate) events: bool,
    /// Whether it speaks HTTP to browsers, and has no data of its own.
    #[serde(rename = "gateway")]
    pub(crate) is_gateway: bool,
}

/// Every program, in the order of their start.
pub(crate) fn read(checkout: &Path) -> anyhow::Result<Vec<Program>> {
    let list = fs::read_to_string(checkout.join("deploy/k8s/services.json"))?;
    Ok(serde_json::from_str(&list)?)
}
