//! A task of the shop: a service, or the gateway, in a frame of its own, and how it is stopped and started again.

use std::{future::Future, net::SocketAddr, time::Duration};

use anyhow::{Context as _, anyhow};
use http::Uri;
use runtime::{Frame, Shutdown};
use tokio::task::JoinHandle;
use tonic::transport::Endpoint;
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

/// How long a service may take from its start to its first healthy answer.
const HEALTHY_WITHIN: Duration = Duration::from_secs(30);
const ASK_AGAIN_AFTER: Duration = Duration::from_millis(20);

/// A service that runs as a task, on a socket of its own.
#[derive(Debug)]
pub(crate) struct Task {
    name: &'static str,
    address: SocketAddr,
    shutdown: Shutdown,
    handle: JoinHandle<anyhow::Result<()>>,
}

impl Task {
    /// Runs `service` in a new frame that listens where `settings` say.
    pub(crate) async fn start<Service, Serving>(
        name: &'static str,
        settings: runtime::Settings,
        service: Service,
    ) -> anyhow::Result<Self>
    where
        Service: FnOnce(Frame) -> Serving,
        Serving: Future<Output = anyhow::Result<()>> + Send + 'static,
    {
        let shutdown = Shutdown::new();
        let frame = Frame::bind(name, settings, shutdown.clone()).await?;
        Ok(Self::spawn(name, frame, shutdown, service))
    }

    /// Runs `service` in a frame that is bound already.
    #[expect(
        clippy::disallowed_methods,
        reason = "the shop awaits this task itself, in the order of its stop"
    )]
    pub(crate) fn spawn<Service, Serving>(
        name: &'static str,
        frame: Frame,
        shutdown: Shutdown,
        service: Service,
    ) -> Self
    where
        Service: FnOnce(Frame) -> Serving,
        Serving: Future<Output = anyhow::Result<()>> + Send + 'static,
    {
        let address = frame.address();
        Self {
            name,
            address,
            shutdown,
            handle: tokio::spawn(service(frame)),
        }
    }

    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where it answers gRPC or HTTP.
    pub(crate) fn url(&self) -> Uri {
        format!("http://{}", self.address)
            .parse()
            .expect("an address is a URL")
    }

    /// Waits until the gRPC health service says that everything is served.
    pub(crate) async fn healthy(&mut self) -> anyhow::Result<()> {
        let mut health = HealthClient::new(Endpoint::from(self.url()).connect_lazy());
        let asking = async {
            while health.check(HealthCheckRequest::default()).await.is_err() {
                tokio::time::sleep(ASK_AGAIN_AFTER).await;
            }
        };
        self.within_time(asking).await
    }

    /// Waits until the gateway has its lists: before that it asks shoppers to try again. It may have no site.
    pub(crate) async fn has_lists(&mut self) -> anyhow::Result<()> {
        let url = format!("{}readyz", self.url());
        let asking = async {
            while !says_lists(&url).await.unwrap_or(false) {
                tokio::time::sleep(ASK_AGAIN_AFTER).await;
            }
        };
        self.within_time(asking).await
    }

    async fn within_time(&mut self, asking: impl Future<Output = ()>) -> anyhow::Result<()> {
        tokio::select! {
            ended = &mut self.handle => {
                ended?.with_context(|| format!("{} could not start", self.name))?;
                Err(anyhow!("{} ended instead of serving", self.name))
            }
            asked = tokio::time::timeout(HEALTHY_WITHIN, asking) => {
                asked.with_context(|| format!("{} is not healthy after {HEALTHY_WITHIN:?}", self.name))
            }
        }
    }

    /// Ends when the service ends by itself, which it never should.
    pub(crate) async fn ended(&mut self) -> anyhow::Error {
        match (&mut self.handle).await {
            Ok(Ok(())) => anyhow!("{} stopped by itself", self.name),
            Ok(Err(error)) => error.context(format!("{} failed", self.name)),
            Err(panic) => anyhow!("{} panicked: {panic}", self.name),
        }
    }

    /// Drains the service and waits for its end; bounded by the frame.
    pub(crate) async fn stop(self) -> anyhow::Result<()> {
        self.shutdown.request();
        self.handle
            .await?
            .with_context(|| format!("{} did not stop cleanly", self.name))
    }
}

/// What the gateway's `/readyz` says of its lists, whatever else it lacks.
async fn says_lists(url: &str) -> reqwest::Result<bool> {
    let readiness: serde_json::Value = reqwest::get(url).await?.json().await?;
    Ok(readiness["data"]["lists"] == true)
}
