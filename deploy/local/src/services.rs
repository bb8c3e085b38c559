//! The services of the shop, each with its database, and who is told of whom.

use std::{collections::BTreeMap, net::SocketAddr};

use anyhow::Context as _;
use engines::Engines;
use runtime::{Secret, Target};
use uuid::Uuid;

use crate::{databases::Server, process::Process};

/// Every service, in the order of their start: who is called comes first.
const NAMES: [&str; 6] = [
    "catalog",
    "identity",
    "review",
    "contact",
    "order",
    "notification",
];

/// Any free port, with reflection: whoever runs the shop on their own machine may look inside.
fn developing() -> runtime::Settings {
    runtime::Settings {
        reflection: true,
        ..runtime::Settings::default()
    }
}

fn random() -> Secret {
    Secret::from(format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple()))
}

/// The services that run, and what is needed to start one again.
#[derive(Debug)]
pub(crate) struct Services {
    database_urls: BTreeMap<&'static str, String>,
    nats_urls: BTreeMap<&'static str, String>,
    mail: mail::Settings,
    /// New at every start: a code that waits in a mailbox then is asked for again.
    code_key: Secret,
    /// New at every start: what one address got is counted anew.
    recipient_key: Secret,
    listens: BTreeMap<&'static str, runtime::Settings>,
    running: Vec<Process>,
}

impl Services {
    /// Makes the databases and starts every service; answers when all are healthy.
    ///
    /// `prefix` begins the names of roles and databases.
    pub(crate) async fn start(prefix: &str, engines: &Engines, mail: mail::Settings) -> anyhow::Result<Self> {
        let mut server = Server::connect(engines.maintenance_url()).await?;
        if engines.has_private_postgres() {
            server.close_common_databases().await?;
        }
        let mut database_urls = BTreeMap::new();
        for name in NAMES {
            let url = server.database(&format!("{prefix}_{name}")).await?;
            database_urls.insert(name, url);
        }
        server.close().await?;
        let mut services = Self {
            database_urls,
            nats_urls: NAMES.map(|name| (name, engines.nats_url_of(name))).into(),
            mail,
            code_key: random(),
            recipient_key: random(),
            listens: NAMES.map(|name| (name, developing())).into(),
            running: Vec::new(),
        };
        for name in NAMES {
            services.start_one(name).await?;
        }
        Ok(services)
    }

    pub(crate) fn database_url(&self, name: &str) -> &str {
        &self.database_urls[name]
    }

    /// Where each service answers gRPC.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = (&'static str, SocketAddr)> {
        self.running
            .iter()
            .map(|process| (process.name(), process.address()))
    }

    /// Where the gateway finds each service.
    pub(crate) fn urls(&self) -> storefront::ServiceUrls {
        storefront::ServiceUrls {
            catalog_url: self.url("catalog"),
            order_url: self.url("order"),
            identity_url: self.url("identity"),
            review_url: self.url("review"),
            contact_url: self.url("contact"),
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
    pub(crate) async fn start_one(&mut self, name: &str) -> anyhow::Result<()> {
        let (name, listen) = self
            .listens
            .get_key_value(name)
            .context("there is no such service")?;
        let mut process = self.spawn(name, listen.clone()).await?;
        process.healthy().await?;
        self.listens.insert(
            process.name(),
            runtime::Settings {
                listen: process.address(),
                ..listen.clone()
            },
        );
        self.running.push(process);
        Ok(())
    }

    /// Drains and ends one service.
    pub(crate) async fn stop_one(&mut self, name: &str) -> anyhow::Result<()> {
        let index = self.running.iter().position(|process| process.name() == name);
        self.running
            .remove(index.context("no such service runs")?)
            .stop()
            .await
    }

    /// Ends when a service ends by itself.
    pub(crate) async fn broken(&mut self) -> anyhow::Error {
        let ends = self.running.iter_mut().map(|process| Box::pin(process.ended()));
        futures_util::future::select_all(ends).await.0
    }

    /// Stops every service, the callers before the called.
    pub(crate) async fn stop(self) -> anyhow::Result<()> {
        let mut outcome = Ok(());
        for process in self.running.into_iter().rev() {
            outcome = outcome.and(process.stop().await);
        }
        outcome
    }

    async fn spawn(&self, name: &'static str, listen: runtime::Settings) -> anyhow::Result<Process> {
        let database = database::Settings::new(self.database_url(name));
        let events = outbox::Settings::new(&self.nats_urls[name]);
        let mail = self.mail.clone();
        match name {
            "catalog" => {
                let settings = catalog::Settings { database, events };
                Process::start(name, listen, |frame| catalog::service(settings, frame)).await
            }
            "identity" => {
                let settings = identity::Settings {
                    database,
                    mail,
                    code_key: self.code_key.clone(),
                    email_domains: identity::EMAIL_DOMAINS.map(str::to_owned).into(),
                };
                Process::start(name, listen, |frame| identity::service(settings, frame)).await
            }
            "review" => {
                let settings = review::Settings {
                    database,
                    sample_reviews: true,
                };
                Process::start(name, listen, |frame| review::service(settings, frame)).await
            }
            "contact" => {
                let settings = contact::Settings { database, events };
                Process::start(name, listen, |frame| contact::service(settings, frame)).await
            }
            "order" => {
                let settings = order::Settings {
                    database,
                    events,
                    catalog_url: self.url("catalog"),
                    catalog_deadline_ms: 2_000,
                };
                Process::start(name, listen, |frame| order::service(settings, frame)).await
            }
            "notification" => {
                let settings = notification::Settings {
                    database,
                    events,
                    mail,
                    shop_email: notification::SAMPLE_SHOP_EMAIL.parse()?,
                    recipient_key: self.recipient_key.clone(),
                    order_url: self.url("order"),
                    contact_url: self.url("contact"),
                    pace: notification::Pace::default(),
                };
                Process::start(name, listen, |frame| notification::service(settings, frame)).await
            }
            _ => anyhow::bail!("{name} has no settings here"),
        }
    }

    /// Where a service answers, or will when it runs again.
    fn url(&self, name: &str) -> Target {
        self.listens[name].listen.into()
    }
}
