//! A service or gateway that runs as a task in its own frame, and its start and stop.

use std::{future::Future, net::SocketAddr, time::Duration};

use anyhow::{Context as _, anyhow};
use http::Uri;
use runtime::{Frame, Shutdown};
use tokio::task::JoinHandle;
use tonic::transport::Endpoint;
use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

/// The maximum time from a service's start to its first healthy response.
const HEALTHY_WITHIN: Duration = Duration::from_secs(30);
const ASK_AGAIN_AFTER: Duration = Duration::from_millis(20);

/// A service that runs as a task, on its own socket.
#[derive(Debug)]
pub(crate) struct Task {
    name: &'static str,
    address: SocketAddr,
    shutdown: Shutdown,
    handle: JoinHandle<anyhow::Result<()>>,
}

impl Task {
    /// Runs `service` in a new frame with these settings.
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

    /// Runs `service` in a bound frame.
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

    /// The URL of its gRPC or HTTP server.
    pub(crate) fn url(&self) -> Uri {
        format!("http://{}", self.address)
            .parse()
            .expect("an address is a URL")
    }

    /// Waits until the gRPC health check succeeds.
    pub(crate) async fn healthy(&mut self) -> anyhow::Result<()> {
        let mut health = HealthClient::new(Endpoint::from(self.url()).connect_lazy());
        let asking = async {
            while health.check(HealthCheckRequest::default()).await.is_err() {
                tokio::time::sleep(ASK_AGAIN_AFTER).await;
            }
        };
        self.within_time(asking).await
    }

    /// Waits until the gateway has loaded its lists. Before that it asks shoppers to retry. It may have no
    /// site.
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

    /// Waits until the service fails or stops by itself, and returns the error.
    pub(crate) async fn ended(&mut self) -> anyhow::Error {
        match (&mut self.handle).await {
            Ok(Ok(())) => anyhow!("{} stopped by itself", self.name),
            Ok(Err(error)) => error.context(format!("{} failed", self.name)),
            Err(panic) => anyhow!("{} panicked: {panic}", self.name),
        }
    }

    /// Drains the service and waits for its end. The frame limits the time.
    pub(crate) async fn stop(self) -> anyhow::Result<()> {
        self.shutdown.request();
        self.handle
            .await?
            .with_context(|| format!("{} did not stop cleanly", self.name))
    }
}

/// Returns true if the gateway's `/readyz` says that its lists are loaded. Ignores its other checks.
async fn says_lists(url: &str) -> reqwest::Result<bool> {
    let readiness: serde_json::Value = reqwest::get(url).await?.json().await?;
    Ok(readiness["data"]["lists"] == true)
}
