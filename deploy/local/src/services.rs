//! The services of the shop, each with its database and its settings.

mod starting;

use std::{collections::BTreeMap, net::SocketAddr, path::PathBuf};

use anyhow::Context as _;
use databases::Server;
use engines::Engines;
use notification::SiteUrl;
use runtime::{CallerKeys, Secret, StaffTokenKey, Target};

use crate::{
    allowed_callers::{STAFF, allowed},
    kept_keys::KeptKeys,
    registry::Service,
    task::Task,
};

/// Any free port, with reflection: whoever runs the shop on their own machine may look inside.
fn developing(service: Service, keys: &CallerKeys) -> runtime::Settings {
    runtime::Settings {
        reflection: true,
        callers: keys.settings(service.name(), &allowed(service)),
        ..runtime::Settings::default()
    }
}

/// What the services of one shop are told beside where the others are.
#[derive(Debug)]
pub(crate) struct ShopSettings {
    /// Where mails go.
    pub(crate) mail: mail::Settings,
    /// What is kept secret from one start to the next.
    pub(crate) keys: KeptKeys,
    /// What links in mails begin with.
    pub(crate) site_url: SiteUrl,
    /// What links in mails to staff begin with.
    pub(crate) office_url: String,
    /// Where photos of products lie.
    pub(crate) photo_folder: PathBuf,
    /// Whom shoppers pay online.
    pub(crate) provider: payment::ProviderSettings,
    /// How long an order waits for that; 0 where nobody is paid online.
    pub(crate) online_payment_minutes: u32,
}

/// The services that run, and what is needed to start one again.
#[derive(Debug)]
pub(crate) struct Services {
    database_urls: BTreeMap<Service, String>,
    nats_urls: BTreeMap<Service, String>,
    shop: ShopSettings,
    /// New at every start: a token lives for two minutes.
    staff_token_key: StaffTokenKey,
    listens: BTreeMap<Service, runtime::Settings>,
    running: Vec<Task>,
}

impl Services {
    /// Makes the databases and starts every service; answers when all are healthy.
    ///
    /// `prefix` begins the names of roles and databases.
    pub(crate) async fn start(
        prefix: &str,
        engines: &Engines,
        keys: &CallerKeys,
        shop: ShopSettings,
    ) -> anyhow::Result<Self> {
        let mut server = Server::connect(engines.maintenance_url()).await?;
        if engines.has_private_postgres() {
            server.close_common_databases().await?;
        }
        let mut database_urls = BTreeMap::new();
        for service in Service::ALL {
            let url = server.database(&format!("{prefix}_{}", service.name())).await?;
            database_urls.insert(service, url);
        }
        server.close().await?;
        let mut services = Self {
            database_urls,
            nats_urls: Service::ALL
                .map(|service| (service, engines.nats_url_of(service.name())))
                .into(),
            shop,
            staff_token_key: keys.of(STAFF).clone().into(),
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

    /// Where each service answers gRPC.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = (&'static str, SocketAddr)> {
        self.running.iter().map(|task| (task.name(), task.address()))
    }

    /// Where the gateway finds each service.
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

    /// Where the office finds each service.
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

    /// How the gateway hears of changes.
    pub(crate) fn changes(engines: &Engines) -> storefront::Changes {
        storefront::Changes {
            nats_url: Some(Secret::from(engines.nats_url_of("gateway"))),
            nats_ca_file: None,
        }
    }

    /// Starts a service that does not run, at the address it had before if it ran before.
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

    /// Drains and ends one service.
    pub(crate) async fn stop_one(&mut self, service: Service) -> anyhow::Result<()> {
        let name = service.name();
        let index = self.running.iter().position(|task| task.name() == name);
        self.running
            .remove(index.context("no such service runs")?)
            .stop()
            .await
    }

    /// Ends when a service ends by itself.
    pub(crate) async fn first_failure(&mut self) -> anyhow::Error {
        let ends = self.running.iter_mut().map(|task| Box::pin(task.ended()));
        futures_util::future::select_all(ends).await.0
    }

    /// Stops every service, the callers before the called.
    pub(crate) async fn stop(self) -> anyhow::Result<()> {
        let mut outcome = Ok(());
        for task in self.running.into_iter().rev() {
            outcome = outcome.and(task.stop().await);
        }
        outcome
    }

    /// Where a service answers, or will when it runs again.
    fn url(&self, service: Service) -> Target {
        self.listens[&service].listen.into()
    }
}
