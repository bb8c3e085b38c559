//! How a shop is started.

use std::{num::NonZeroU32, path::PathBuf};

use engines::External;

use crate::payments::Payments;

/// How a shop is started.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where the shop answers; port 0 takes any free one.
    pub port: u16,
    /// Where the office answers; port 0 takes any free one.
    pub office_port: u16,
    /// Where private engines and mails keep their data, and how durable it is.
    pub engines: engines::Options,
    /// The engines that run already and replace private ones.
    pub external: External,
    /// What the names of roles and databases begin with, so that several shops can share a server.
    pub name: String,
    /// The built front end of the shop.
    pub site: PathBuf,
    /// The built front end of the office.
    pub office_site: PathBuf,
    /// What one client may do in a minute; tests are one client and do much.
    pub rates: storefront::Rates,
    /// What one client may do in the office in a minute.
    pub office_rates: office::Rates,
    /// Whether only shoppers who are logged in may write to the shop.
    pub contact_requires_login: bool,
    /// Where mails go; absent: into a folder.
    pub smtp_url: Option<runtime::Secret>,
    /// Whom shoppers pay online.
    pub payments: Payments,
}

impl Options {
    /// An empty shop of this checkout at any free port, whose data is thrown away, for tests and measurements: they are one
    /// client, so it limits nobody.
    pub fn throw_away(name: impl Into<String>) -> anyhow::Result<Self> {
        let checkout = engines::checkout();
        Ok(Self {
            port: 0,
            office_port: 0,
            engines: engines::Options::throw_away(checkout)?,
            external: External::default(),
            name: name.into(),
            site: checkout.join("frontend/storefront/dist"),
            office_site: checkout.join("frontend/office/dist"),
            rates: storefront::Rates {
                credential_tries_per_minute: NonZeroU32::MAX,
                submissions_per_minute: NonZeroU32::MAX,
                lookups_per_minute: NonZeroU32::MAX,
            },
            office_rates: office::Rates::unlimited(),
            contact_requires_login: false,
            smtp_url: None,
            payments: Payments::Nobody,
        })
    }
}
