//! The whole shop in one process: private engines, one database per service, the services on real gRPC
//! sockets, and the gateways.
//!
//! `make run` and the tests of the whole shop call the same [`Shop::start`]. It only builds settings and
//! starts things. The `service` functions are those that run alone on Kubernetes.

mod network;
mod options;
/// The payment provider of a shop on this machine.
pub mod payments;
/// The registry of the shop's programs.
pub mod registry;
/// The files that are generated from the registry.
pub mod registry_files;
mod services;
mod stored_keys;
mod task;
/// Prints traces as text.
pub mod trace_view;

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::Context as _;
use engines::Engines;
use proto::identity::v1::{InviteFirstOwnerRequest, staff_service_client::StaffServiceClient};
use runtime::{CallerKeys, Client, Frame, STAFF_TOKEN_SIGNER, Shutdown};
use tonic::Code;

pub use options::{INVENTORY_DEADLINE_MS, Options, Sites, TEST_INVENTORY_DEADLINE_MS};

use crate::{
    payments::RunningPayments,
    registry::Service,
    services::{Services, ShopSettings},
    stored_keys::StoredKeys,
    task::Task,
};

/// The caller name of the shop's operator. The operator is no program, but has a key for tasks that cannot
/// wait for a sign-in.
pub const OPERATOR: &str = "operator";

/// The timeout of calls by [`Shop::client`].
const CALL_WITHIN: Duration = Duration::from_secs(10);

/// A running shop.
#[derive(Debug)]
pub struct Shop {
    engines: Engines,
    services: Services,
    gateway: Task,
    office: Task,
    payments: RunningPayments,
    mail_folder: PathBuf,
    keys: Arc<CallerKeys>,
}

impl Shop {
    /// Starts a shop. Returns when all of its parts are healthy and the gateway has loaded its lists.
    ///
    /// The order: ports (so a used port is the first error), engines, databases, services, gateways.
    pub async fn start(options: Options) -> anyhow::Result<Self> {
        let shutdown = Shutdown::new();
        let names = registry::programs().map(|program| program.name);
        let keys = Arc::new(CallerKeys::generate(names.chain([OPERATOR, STAFF_TOKEN_SIGNER])));
        let at = |port| SocketAddr::new(options.listen_on, port);
        let gateway_frame = bind(&registry::gateway(), at(options.port), &keys, &shutdown).await?;
        let office_frame = bind(&registry::office(), at(options.office_port), &keys, &shutdown).await?;

        // The mails contain codes for new passwords.
        let mail_folder = options.engines.private_folder("mails")?;
        let kept = StoredKeys::in_folder(&options.engines.private_folder("keys")?)?;
        let photo_folder = options.engines.private_folder("photos")?;
        let engines = blocking(move || Engines::start(&options.engines, options.external)).await?;
        let mut mail = mail::Settings::folder(&mail_folder);
        mail.smtp_url = options.smtp_url;
        let (shop_url, office_url) = (local_url(&gateway_frame), local_url(&office_frame));
        let payments = options.payments.start(&shop_url, options.port).await?;
        let settings = ShopSettings {
            mail,
            keys: kept,
            site_url: shop_url.parse()?,
            office_url: office_url.clone(),
            photo_folder,
            provider: payments.provider(),
            inventory_deadline_ms: options.inventory_deadline_ms,
            online_payment_minutes: payments.minutes(),
        };
        let services = Services::start(&options.name, &engines, &keys, settings).await?;
        let settings = storefront::Settings {
            web: web::Settings::at(shop_url.parse()?),
            services: services.urls(),
            changes: Services::changes(&engines),
            rates: options.rates,
            site_dir: options.site,
            contact_requires_login: options.contact_requires_login,
        };
        let (name, stopping) = (registry::gateway().name, shutdown.clone());
        let mut gateway = Task::spawn(name, gateway_frame, stopping, |frame| {
            storefront::service(settings, frame)
        });
        let settings = office::Settings {
            web: web::Settings::at(office_url.parse()?),
            services: services.office_urls(),
            rates: options.office_rates,
            site_dir: options.office_site,
            server_status: None,
        };
        let office = Task::spawn(registry::office().name, office_frame, shutdown, |frame| {
            office::service(settings, frame)
        });
        gateway.has_lists().await?;
        Ok(Self {
            engines,
            services,
            gateway,
            office,
            payments,
            mail_folder,
            keys,
        })
    }

    /// The storefront's URL, without a trailing slash.
    pub fn url(&self) -> String {
        format!("http://localhost:{}", self.gateway.address().port())
    }

    /// The URLs of the shop and its office for other devices; `None` if the shop listens on this machine
    /// alone.
    pub fn network_urls(&self) -> Option<(String, String)> {
        let urls = |address| {
            let url = |task: &Task| format!("http://{}", SocketAddr::new(address, task.address().port()));
            (url(&self.gateway), url(&self.office))
        };
        network::reachable_at(self.gateway.address().ip()).map(urls)
    }

    /// The office's URL, without a trailing slash.
    pub fn office_url(&self) -> String {
        format!("http://localhost:{}", self.office.address().port())
    }

    /// Invites the first owner and returns the invitation link; `None` if the shop has an owner.
    pub async fn first_invitation(&self) -> anyhow::Result<Option<String>> {
        let mut identity = StaffServiceClient::new(self.client(OPERATOR, "identity"));
        match identity.invite_first_owner(InviteFirstOwnerRequest {}).await {
            Ok(invited) => {
                let token = invited.into_inner().invitation_token;
                Ok(Some(format!("{}/invitation#{token}", self.office_url())))
            }
            Err(status) if status.code() == Code::FailedPrecondition => Ok(None),
            Err(status) => Err(status).context("the identity service refused the invitation"),
        }
    }

    /// The gRPC address of each service; they have reflection.
    pub fn services(&self) -> impl Iterator<Item = (&'static str, SocketAddr)> {
        self.services.addresses()
    }

    /// A client of a service, with the key of a caller.
    pub fn client(&self, caller: &str, service: &str) -> Client {
        let (_, address) = self
            .services()
            .find(|(name, _)| *name == service)
            .expect("it runs");
        runtime::client(address.into(), CALL_WITHIN).known_as(self.keys.identity(caller))
    }

    /// The keys of all callers.
    pub fn keys(&self) -> &CallerKeys {
        &self.keys
    }

    /// The NATS URL, with role and password.
    pub fn nats_url(&self) -> &str {
        self.engines.nats_url()
    }

    /// The URL of a service's own database, with role and password.
    pub fn database_url(&self, service: &str) -> &str {
        self.services
            .database_url(named(service).expect("a service of the registry is asked for"))
    }

    /// The URL of the simulated payment provider, if there is one.
    pub fn simulated_provider(&self) -> Option<&str> {
        self.payments.simulator_url().map(url::Url::as_str)
    }

    /// The folder for mails if no SMTP server is set.
    pub fn mail_folder(&self) -> &Path {
        &self.mail_folder
    }

    /// Waits until a part fails or stops, and returns its error.
    pub async fn first_failure(&mut self) -> anyhow::Error {
        tokio::select! {
            error = self.gateway.ended() => error,
            error = self.office.ended() => error,
            error = self.services.first_failure() => error,
        }
    }

    /// Stops one service as a deployment would, for tests of the others.
    pub async fn stop_service(&mut self, name: &str) -> anyhow::Result<()> {
        self.services.stop_one(named(name)?).await
    }

    /// Starts a stopped service again, at its old address.
    pub async fn start_service(&mut self, name: &str) -> anyhow::Result<()> {
        self.services.start_one(named(name)?).await
    }

    /// Stops NATS, for tests of the services. It must be private.
    pub fn stop_nats(&mut self) -> anyhow::Result<()> {
        self.engines.nats().context("this NATS is not ours")?.stop();
        Ok(())
    }

    /// Restarts a stopped NATS at its old address, with its data.
    pub fn start_nats(&mut self) -> anyhow::Result<()> {
        self.engines.nats().context("this NATS is not ours")?.restart()
    }

    /// Stops the gateways, services and engines. Continues after a failure, and returns the first one.
    pub async fn stop(self) -> anyhow::Result<()> {
        let gateway = self.gateway.stop().await.and(self.office.stop().await);
        let services = self.services.stop().await;
        self.payments.stop().await;
        let engines = self.engines;
        tokio::task::spawn_blocking(move || engines.stop()).await?;
        gateway.and(services)
    }
}

/// Binds the frame of a gateway.
async fn bind(
    gateway: &registry::Program,
    listen: SocketAddr,
    keys: &CallerKeys,
    shutdown: &Shutdown,
) -> anyhow::Result<Frame> {
    let listen = runtime::Settings {
        listen,
        callers: keys.settings(gateway.name, []),
        ..Default::default()
    };
    Frame::bind(gateway.name, listen, shutdown.clone()).await
}

/// The URL of a gateway for browsers on this machine. Links in mails begin with it, also if the shop is open to
/// other devices: the address in the network changes with the network, and a browser has no session there.
fn local_url(frame: &Frame) -> String {
    format!("http://localhost:{}", frame.address().port())
}

fn named(service: &str) -> anyhow::Result<Service> {
    Service::named(service).context("there is no such service")
}

/// Runs blocking work, such as starting and stopping engines, without holding up the services.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
) -> anyhow::Result<T> {
    tokio::task::spawn_blocking(work).await?
}
