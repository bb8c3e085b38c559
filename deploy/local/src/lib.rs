//! The whole shop in one process: private engines, a database each, the services over real gRPC sockets, the gateway.
//!
//! `make run` and the tests of the whole shop call the same [`Shop::start`]. It only starts things and builds
//! settings; what runs are the same `service` functions that run alone on Kubernetes.

/// Who may call what.
pub mod allowed_callers;
mod kept_keys;
mod network;
mod options;
/// Whom shoppers pay online.
pub mod payments;
/// The one list of the shop's programs.
pub mod registry;
/// The registry for those who cannot read Rust.
pub mod registry_files;
mod services;
mod task;
/// Traces as text.
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
use runtime::{CallerKeys, Client, Frame, Shutdown};
use tonic::Code;

pub use options::{Options, Sites};

use crate::{
    allowed_callers::{OPERATOR, STAFF},
    kept_keys::KeptKeys,
    payments::RunningPayments,
    registry::Service,
    services::{Services, ShopSettings},
    task::Task,
};

/// How long a call of [`Shop::client`] may take.
const CALL_WITHIN: Duration = Duration::from_secs(10);

/// A shop that is open.
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
    /// Opens a shop and answers when every part of it is healthy and the gateway has its lists.
    ///
    /// The order: the ports (a taken one is the first error), engines, databases, services, gateways.
    pub async fn start(options: Options) -> anyhow::Result<Self> {
        let shutdown = Shutdown::new();
        let names = registry::programs().map(|program| program.name);
        let keys = Arc::new(CallerKeys::generate(names.chain([OPERATOR, STAFF])));
        let at = |port| SocketAddr::new(options.listen_on, port);
        let gateway_frame = bind(&registry::gateway(), at(options.port), &keys, &shutdown).await?;
        let office_frame = bind(&registry::office(), at(options.office_port), &keys, &shutdown).await?;

        // Codes for new passwords are in it.
        let mail_folder = options.engines.private_folder("mails")?;
        let kept = KeptKeys::in_folder(&options.engines.private_folder("keys")?)?;
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

    /// Where shoppers go, without a slash at the end.
    pub fn url(&self) -> String {
        format!("http://localhost:{}", self.gateway.address().port())
    }

    /// Where other devices of the network find the shop and its office; none where the shop listens on this machine alone.
    pub fn network_urls(&self) -> Option<(String, String)> {
        let urls = |address| {
            let url = |task: &Task| format!("http://{}", SocketAddr::new(address, task.address().port()));
            (url(&self.gateway), url(&self.office))
        };
        network::reachable_at(self.gateway.address().ip()).map(urls)
    }

    /// Where the people of the shop go, without a slash at the end.
    pub fn office_url(&self) -> String {
        format!("http://localhost:{}", self.office.address().port())
    }

    /// The link by which whoever runs the shop becomes its owner; none when it has one.
    pub async fn first_invitation(&self) -> anyhow::Result<Option<String>> {
        let mut identity = StaffServiceClient::new(self.client(OPERATOR, "identity"));
        match identity.invite_first_owner(InviteFirstOwnerRequest {}).await {
            Ok(invited) => {
                let token = invited.into_inner().invitation_token;
                Ok(Some(format!("{}/invitation#{token}", self.office_url())))
            }
            Err(status) if status.code() == Code::FailedPrecondition => Ok(None),
            Err(status) => Err(status).context("the identity service invites nobody"),
        }
    }

    /// Where each service answers gRPC, with reflection.
    pub fn services(&self) -> impl Iterator<Item = (&'static str, SocketAddr)> {
        self.services.addresses()
    }

    /// A client of a service, as one of those that may call services.
    pub fn client(&self, caller: &str, service: &str) -> Client {
        let (_, address) = self
            .services()
            .find(|(name, _)| *name == service)
            .expect("it runs");
        runtime::client(address.into(), CALL_WITHIN).known_as(self.keys.identity(caller))
    }

    /// The keys of all who may call services.
    pub fn keys(&self) -> &CallerKeys {
        &self.keys
    }

    /// Where events go, with role and password.
    pub fn nats_url(&self) -> &str {
        self.engines.nats_url()
    }

    /// The address at which a service reaches its own database, with role and password.
    pub fn database_url(&self, service: &str) -> &str {
        self.services
            .database_url(named(service).expect("a service of the registry is asked for"))
    }

    /// Where the simulated payment provider answers, when there is one.
    pub fn simulated_provider(&self) -> Option<&str> {
        self.payments.simulator_url().map(url::Url::as_str)
    }

    /// Where mails land while no SMTP server is set.
    pub fn mail_folder(&self) -> &Path {
        &self.mail_folder
    }

    /// Ends when a part ends by itself, and says which.
    pub async fn first_failure(&mut self) -> anyhow::Error {
        tokio::select! {
            error = self.gateway.ended() => error,
            error = self.office.ended() => error,
            error = self.services.first_failure() => error,
        }
    }

    /// Stops one service as a deployment would, to see how the others get on.
    pub async fn stop_service(&mut self, name: &str) -> anyhow::Result<()> {
        self.services.stop_one(named(name)?).await
    }

    /// Starts a stopped service again, at its old address.
    pub async fn start_service(&mut self, name: &str) -> anyhow::Result<()> {
        self.services.start_one(named(name)?).await
    }

    /// Stops NATS, to see how the services get on; it must be private.
    pub fn stop_nats(&mut self) -> anyhow::Result<()> {
        self.engines.nats().context("this NATS is not ours")?.stop();
        Ok(())
    }

    /// Starts a stopped NATS again, at its old address and with its data.
    pub fn start_nats(&mut self) -> anyhow::Result<()> {
        self.engines.nats().context("this NATS is not ours")?.restart()
    }

    /// Closes the shop: gateways, services, engines. Everything is tried, and the first failure reported.
    pub async fn stop(self) -> anyhow::Result<()> {
        let gateway = self.gateway.stop().await.and(self.office.stop().await);
        let services = self.services.stop().await;
        self.payments.stop().await;
        let engines = self.engines;
        tokio::task::spawn_blocking(move || engines.stop()).await?;
        gateway.and(services)
    }
}

/// The frame of a gateway.
async fn bind(
    gateway: &registry::Program,
    listen: SocketAddr,
    keys: &CallerKeys,
    shutdown: &Shutdown,
) -> anyhow::Result<Frame> {
    let listen = runtime::Settings {
        listen,
        callers: keys.settings(gateway.name, &[]),
        ..Default::default()
    };
    Frame::bind(gateway.name, listen, shutdown.clone()).await
}

/// Where browsers of this machine find a gateway.
fn local_url(frame: &Frame) -> String {
    format!("http://localhost:{}", frame.address().port())
}

fn named(service: &str) -> anyhow::Result<Service> {
    Service::named(service).context("there is no such service")
}

/// Engines are started and stopped by blocking calls, which must not hold up the services.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
) -> anyhow::Result<T> {
    tokio::task::spawn_blocking(work).await?
}
