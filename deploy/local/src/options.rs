//! How a shop is started.

use std::{
    net::{IpAddr, Ipv4Addr},
    num::NonZeroU32,
    path::{Path, PathBuf},
};

use engines::External;

use crate::payments::Payments;

/// How a shop is started.
#[derive(Debug, Clone)]
pub struct Options {
    /// The address on which the shop and its office listen. Everything behind them listens on this machine alone.
    pub listen_on: IpAddr,
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
        let sites = Sites::of(checkout);
        Ok(Self {
            listen_on: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            office_port: 0,
            engines: engines::Options::throw_away(checkout)?,
            external: External::default(),
            name: name.into(),
            site: sites.shop,
            office_site: sites.office,
            rates: storefront::Rates {
                credential_tries_per_minute: NonZeroU32::MAX,
                orders_per_minute: NonZeroU32::MAX,
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

/// The built front ends that come with a program.
#[derive(Debug)]
pub struct Sites {
    /// Of the shop.
    pub shop: PathBuf,
    /// Of its office.
    pub office: PathBuf,
}

impl Sites {
    /// Those of a checkout, or of a release that was unpacked.
    pub fn of(home: &Path) -> Self {
        let [shop, office] = if engines::is_release(home) {
            ["share/storefront", "share/office"]
        } else {
            ["frontend/storefront/dist", "frontend/office/dist"]
        };
        Self {
            shop: home.join(shop),
            office: home.join(office),
        }
    }
}
