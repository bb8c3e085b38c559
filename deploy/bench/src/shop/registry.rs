//! The measured programs, from the registry of services.

use std::{fs, path::Path};

use serde::Deserialize;

/// The storefront's gateway.
pub(crate) const GATEWAY: &str = "gateway";

/// The office's gateway.
pub(crate) const OFFICE: &str = "office";

/// A program of the shop.
#[derive(Debug, Deserialize)]
pub(crate) struct Program {
    /// The name of the program, of its database and of its NATS user.
    pub(crate) name: String,
    /// The programs it calls.
    pub(crate) calls: Vec<String>,
    /// True if it uses NATS.
    pub(crate) events: bool,
    /// True if it serves HTTP to browsers and has no database.
    #[serde(rename = "gateway")]
    pub(crate) is_gateway: bool,
}

/// Reads all programs, in start order.
pub(crate) fn read(checkout: &Path) -> anyhow::Result<Vec<Program>> {
    let list = fs::read_to_string(checkout.join("deploy/k8s/services.json"))?;
    Ok(serde_json::from_str(&list)?)
}
