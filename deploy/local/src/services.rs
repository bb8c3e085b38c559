//! The services of the shop, with their databases and settings.

mod starting;

use std::{collections::BTreeMap, net::SocketAddr, path::PathBuf};

use anyhow::Context as _;
use databases::Server;
use engines::Engines;
use notification::SiteUrl;
use runtime::{CallerKeys, STAFF_TOKEN_SIGNER, Secret, StaffTokenKey, Target};

use crate::{registry::Service, stored_keys::StoredKeys, task::Task};

/// Any free port, with reflection, so that developers can inspect the services.
fn developing(service: Service, keys: &CallerKeys) -> runtime::Settings {
    runtime::Settings {
        reflection: true,
        callers: keys.settings(service.name(), service.callers()),
        ..runtime::Settings::default()
    }
}

/// The settings that the services of one shop share.
#[derive(Debug)]
pub(crate) struct ShopSettings {
    /// The mail settings.
    pub(crate) mail: mail::Settings,
    /// The keys that survive restarts.
    pub(crate) keys: StoredKeys,
    /// The base URL of links in mails to shoppers.
    pub(crate) site_url: SiteUrl,
    /// The base URL of links in mails to staff.
    pub(crate) office_url: String,
    /// The folder of product photos.
    pub(crate) photo_folder: PathBuf,
    /// The payment provider.
    pub(crate) provider: payment::ProviderSettings,
    /// The longest wait for a reservation, in milliseconds.
    pub(crate) inventory_deadline_ms: u64,
    /// The payment window of an order, in minutes; 0 without online payment.
    pub(crate) online_payment_minutes: u32,
}

/// The running services, and the data to restart one.
#[derive(Debug)]
pub(crate) struct Services {
    database_urls: BTreeMap<Service, String>,
    nats_urls: BTreeMap<Service, String>,
    shop: ShopSettings,
    /// New at every start, because a token lives for two minutes.
    staff_token_key: StaffTokenKey,
    listens: BTreeMap<Service, runtime::Settings>,
    running: Vec<Task>,
}

impl Services {
    /// Creates the databases and starts all services. Returns when they are healthy.
    ///
    /// `prefix` is the prefix of the names of roles and databases.
    pub(crate) async fn start(
        prefix: &str,
        engines: &Engines,
        keys: &CallerKeys,
        shop: ShopSettings,
    ) -> anyhow::Result<Self> {
        let mut server = Server::connect(engines.maintenance_url()).await?;
        if engines.has_private_postgres() {
            server.revoke_public_access().await?;
        }
        let mut database_urls = BTreeMap::new();
        for service in Service::ALL {
            let url = server
                .ensure_database(&format!("{prefix}_{}", service.name()))
                .await?;
            database_urls.insert(service, url);
        }
        server.close().await?;
        let mut services = Self {
            database_urls,
            nats_urls: Service::ALL
                .map(|service| (service, engines.nats_url_of(service.name())))
                .into(),
            shop,
            staff_token_key: keys.of(STAFF_TOKEN_SIGNER).clone().into(),
            listens: Service::ALL
                .map(|service| (service, developing(service, keys)))
                .into(),
            running: Vec::new(),
        };
        for service in Service::ALL {
            services.start_one(service).await?;
        }
        Ok(services)
    }

    pub(crate) fn database_url(&self, service: Service) -> &str {
        &self.database_urls[&service]
    }

    /// The gRPC address of each service.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = (&'static str, SocketAddr)> {
        self.running.iter().map(|task| (task.name(), task.address()))
    }

    /// The URLs of the services for the storefront's gateway.
    pub(crate) fn urls(&self) -> storefront::ServiceUrls {
        storefront::ServiceUrls {
            catalog_url: self.url(Service::Catalog),
            inventory_url: self.url(Service::Inventory),
            order_url: self.url(Service::Order),
            identity_url: self.url(Service::Identity),
            review_url: self.url(Service::Review),
            contact_url: self.url(Service::Contact),
            payment_url: self.url(Service::Payment),
            billing_url: self.url(Service::Billing),
        }
    }

    /// The URLs of the services for the office.
    pub(crate) fn office_urls(&self) -> office::ServiceUrls {
        office::ServiceUrls {
            catalog_url: self.url(Service::Catalog),
            contact_url: self.url(Service::Contact),
            identity_url: self.url(Service::Identity),
            inventory_url: self.url(Service::Inventory),
            order_url: self.url(Service::Order),
            payment_url: self.url(Service::Payment),
            billing_url: self.url(Service::Billing),
            review_url: self.url(Service::Review),
        }
    }

    /// The NATS settings of the gateway, which subscribes to changes.
    pub(crate) fn changes(engines: &Engines) -> storefront::Changes {
        storefront::Changes {
            nats_url: Some(Secret::from(engines.nats_url_of("gateway"))),
            nats_ca_file: None,
        }
    }

    /// Starts a service that does not run, at its previous address if it had one.
    pub(crate) async fn start_one(&mut self, service: Service) -> anyhow::Result<()> {
        let listen = self.listens[&service].clone();
        let mut task = self.spawn(service, listen.clone()).await?;
        task.healthy().await?;
        let listen = runtime::Settings {
            listen: task.address(),
            ..listen
        };
        self.listens.insert(service, listen);
        self.running.push(task);
        Ok(())
    }

    /// Drains and stops one service.
    pub(crate) async fn stop_one(&mut self, service: Service) -> anyhow::Result<()> {
        let name = service.name();
        let index = self.running.iter().position(|task| task.name() == name);
        self.running
            .remove(index.context("no such service runs")?)
            .stop()
            .await
    }

    /// Waits until a service fails or stops, and returns its error.
    pub(crate) async fn first_failure(&mut self) -> anyhow::Error {
        let ends = self.running.iter_mut().map(|task| Box::pin(task.ended()));
        futures_util::future::select_all(ends).await.0
    }

    /// Stops all services, the callers before the called.
    pub(crate) async fn stop(self) -> anyhow::Result<()> {
        let mut outcome = Ok(());
        for task in self.running.into_iter().rev() {
            outcome = outcome.and(task.stop().await);
        }
        outcome
    }

    /// The address of a service, also while it is stopped.
    fn url(&self, service: Service) -> Target {
        self.listens[&service].listen.into()
    }
}
