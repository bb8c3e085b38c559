//! The options of a shop on this machine.

use std::{
    net::{IpAddr, Ipv4Addr},
    num::NonZeroU32,
    path::{Path, PathBuf},
};

use engines::External;

use crate::payments::Payments;

/// The longest wait for a reservation in tests, in milliseconds: a busy machine is slow for longer than a shopper should
/// wait.
pub const TEST_INVENTORY_DEADLINE_MS: u64 = 4_000;

/// The longest wait for a reservation of `make run`, in milliseconds, as in production.
pub const INVENTORY_DEADLINE_MS: u64 = 900;

/// The options of a shop on this machine.
#[derive(Debug, Clone)]
pub struct Options {
    /// The address of the shop and its office. The services behind them listen on this machine alone.
    pub listen_on: IpAddr,
    /// The port of the shop; 0 for any free one.
    pub port: u16,
    /// The port of the office; 0 for any free one.
    pub office_port: u16,
    /// The data folder of private engines and mails, and its durability.
    pub engines: engines::Options,
    /// Existing engines, which replace private ones.
    pub external: External,
    /// The prefix of the names of roles and databases, so that several shops can share a server.
    pub name: String,
    /// The built front end of the shop.
    pub site: PathBuf,
    /// The built front end of the office.
    pub office_site: PathBuf,
    /// The rate limits of one client per minute.
    pub rates: storefront::Rates,
    /// The rate limits of one client in the office per minute.
    pub office_rates: office::Rates,
    /// True if only shoppers who are logged in may send messages to the shop.
    pub contact_requires_login: bool,
    /// The longest wait for a reservation, in milliseconds.
    pub inventory_deadline_ms: u64,
    /// The SMTP server; absent: mails are written to a folder.
    pub smtp_url: Option<runtime::Secret>,
    /// The payment provider.
    pub payments: Payments,
}

impl Options {
    /// An empty shop of this checkout at free ports, whose data is deleted at the end, for tests and
    /// measurements. It has no rate limits, because they are one client.
    pub fn temporary(name: impl Into<String>) -> anyhow::Result<Self> {
        let checkout = engines::checkout();
        let sites = Sites::of(checkout);
        Ok(Self {
            listen_on: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            office_port: 0,
            engines: engines::Options::temporary(checkout)?,
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
            inventory_deadline_ms: TEST_INVENTORY_DEADLINE_MS,
            smtp_url: None,
            payments: Payments::Nobody,
        })
    }
}

/// The folders of the built front ends.
#[derive(Debug)]
pub struct Sites {
    /// The front end of the shop.
    pub shop: PathBuf,
    /// The front end of the office.
    pub office: PathBuf,
}

impl Sites {
    /// The front ends of a checkout, or of an unpacked release.
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
