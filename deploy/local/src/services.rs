//! The services of the shop, each with its database and its settings.

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

/// The services that run, and what is needed to start one again.
#[derive(Debug)]
pub(crate) struct Services {
    database_urls: BTreeMap<Service, String>,
    nats_urls: BTreeMap<Service, String>,
    mail: mail::Settings,
    keys: KeptKeys,
    /// What links in mails begin with.
    site_url: SiteUrl,
    /// What links in mails to staff begin with.
    office_url: String,
    /// Where photos of products lie.
    photo_folder: PathBuf,
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
        mail: mail::Settings,
        kept: KeptKeys,
        photo_folder: PathBuf,
        (site_url, office_url): (SiteUrl, String),
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
            mail,
            keys: kept,
            site_url,
            office_url,
            photo_folder,
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

    async fn spawn(&self, service: Service, listen: runtime::Settings) -> anyhow::Result<Task> {
        let name = service.name();
        let database = database::Settings::new(self.database_url(service));
        let events = outbox::Settings::new(&self.nats_urls[&service]);
        match service {
            Service::Catalog => {
                let photos = catalog::PhotoSettings::folder(&self.photo_folder);
                let settings = catalog::Settings {
                    database,
                    events,
                    photos,
                };
                Task::start(name, listen, |frame| catalog::service(settings, frame)).await
            }
            Service::Identity => {
                let settings = self.identity(database, events);
                Task::start(name, listen, |frame| identity::service(settings, frame)).await
            }
            Service::Review => {
                let settings = review::Settings {
                    database,
                    events,
                    order_url: self.url(Service::Order),
                    sample_reviews: true,
                    catalog_url: self.url(Service::Catalog),
                    identity_url: self.url(Service::Identity),
                };
                Task::start(name, listen, |frame| review::service(settings, frame)).await
            }
            Service::Contact => {
                let settings = contact::Settings {
                    database,
                    events,
                    identity_url: self.url(Service::Identity),
                    reply_address: None,
                };
                Task::start(name, listen, |frame| contact::service(settings, frame)).await
            }
            Service::Inventory => {
                let settings = inventory::Settings {
                    database,
                    events,
                    sample_stock: true,
                    catalog_url: self.url(Service::Catalog),
                    identity_url: self.url(Service::Identity),
                };
                Task::start(name, listen, |frame| inventory::service(settings, frame)).await
            }
            Service::Order => {
                let settings = self.order(database, events);
                Task::start(name, listen, |frame| order::service(settings, frame)).await
            }
            Service::Notification => {
                let settings = self.notification(database, events)?;
                Task::start(name, listen, |frame| notification::service(settings, frame)).await
            }
        }
    }

    fn identity(&self, database: database::Settings, events: outbox::Settings) -> identity::Settings {
        identity::Settings {
            database,
            events,
            mail: self.mail.clone(),
            code_key: self.keys.codes.clone(),
            email_domains: identity::EMAIL_DOMAINS.map(str::to_owned).into(),
            staff_token_key: Some(self.staff_token_key.clone()),
            office_url: self.office_url.clone(),
        }
    }

    fn notification(
        &self,
        database: database::Settings,
        events: outbox::Settings,
    ) -> anyhow::Result<notification::Settings> {
        Ok(notification::Settings {
            database,
            events,
            mail: self.mail.clone(),
            shop_email: notification::SAMPLE_SHOP_EMAIL.parse()?,
            site_url: self.site_url.clone(),
            recipient_key: self.keys.recipients.clone(),
            order_url: self.url(Service::Order),
            contact_url: self.url(Service::Contact),
            inventory_url: self.url(Service::Inventory),
            catalog_url: self.url(Service::Catalog),
            pace: notification::RetryPace::default(),
        })
    }

    fn order(&self, database: database::Settings, events: outbox::Settings) -> order::Settings {
        order::Settings {
            database,
            events,
            catalog_url: self.url(Service::Catalog),
            catalog_deadline_ms: 2_000,
            inventory_url: self.url(Service::Inventory),
            inventory_deadline_ms: 900,
            sell_without_stock: false,
            // On a laptop everybody orders with the same few mobile numbers, tests above all.
            max_unconfirmed_packs: 0,
            cod_up_to_rupees: 10_000,
            unconfirmed_order_hours: 48,
            identity_url: self.url(Service::Identity),
            order_link_key: self.keys.order_links.clone(),
        }
    }

    /// Where a service answers, or will when it runs again.
    fn url(&self, service: Service) -> Target {
        self.listens[&service].listen.into()
    }
}
