use std::{
    convert::Infallible,
    future::Future,
    net::{Ipv4Addr, SocketAddr},
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex},
    time::Duration,
};

use anyhow::{Context as _, anyhow};
use contract::Contract;
use futures_util::FutureExt as _;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::{
    Client, Identity, Shutdown, Target,
    authentication::{admission::Admission, caller_settings},
    grpc::{
        client::client,
        server::{GrpcService, Services},
    },
    life::Life,
    lifecycle::supervisor,
};

/// The settings of listening and stopping.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Address to listen on; port 0 takes any free port
    #[arg(long, env, default_value = "127.0.0.1:7000")]
    pub listen: SocketAddr,
    /// Answer gRPC reflection, with which clients list the services; for development only
    #[arg(long, env, default_value_t = false, action = clap::ArgAction::Set)]
    pub reflection: bool,
    /// Seconds between reporting "not ready" and closing the listener, for load balancers to react
    #[arg(long, env, default_value_t = 0)]
    pub drain_delay_seconds: u64,
    /// The program's identity, and access control.
    #[command(flatten)]
    pub callers: caller_settings::Settings,
}

impl Default for Settings {
    /// Any free port on this machine, without reflection, delay or callers.
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            reflection: false,
            drain_delay_seconds: 0,
            callers: caller_settings::Settings::default(),
        }
    }
}

/// A program's environment for a service: a bound listener, background tasks, and graceful shutdown.
#[derive(Debug)]
pub struct Frame {
    name: &'static str,
    settings: Settings,
    identity: Identity,
    listener: TcpListener,
    address: SocketAddr,
    shutdown: Shutdown,
    failure: Arc<Mutex<Option<anyhow::Error>>>,
    is_process: bool,
}

impl Frame {
    /// Binds the listener first, so that a port conflict is reported at once and the address is known early.
    pub async fn bind(name: &'static str, settings: Settings, shutdown: Shutdown) -> anyhow::Result<Self> {
        let listener = TcpListener::bind(settings.listen)
            .await
            .with_context(|| format!("{name} cannot listen on {}", settings.listen))?;
        let address = listener.local_addr()?;
        // The error about the key does not repeat its text.
        let key = settings
            .callers
            .caller_key
            .as_ref()
            .map(|key| key.expose().parse());
        let key = key.transpose().context("CALLER_KEY")?;
        Ok(Self {
            name,
            identity: key.map_or_else(Identity::unknown, |key| Identity::new(name, key)),
            settings,
            listener,
            address,
            shutdown,
            failure: Arc::default(),
            is_process: false,
        })
    }

    /// The same frame for a program in its own process, which reports to systemd.
    pub(crate) fn of_process(self) -> Self {
        Self {
            is_process: true,
            ..self
        }
    }

    /// The bound address, with the actual port if port 0 was requested.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Creates a client for the service at `target`, with this program's identity. See [`client`].
    pub fn client(&self, target: Target, deadline: Duration) -> Client {
        client(target, deadline).known_as(self.identity.clone())
    }

    /// Cancelled once the server has drained. Background tasks then finish their work and end.
    pub fn stopping(&self) -> CancellationToken {
        self.shutdown.stop.clone()
    }

    /// Sets how long a stop may take, instead of [`crate::GIVE_UP_AFTER`], for work that should not be
    /// interrupted, such as a mail that was handed over.
    pub fn set_stop_timeout(&self, stop_timeout: Duration) {
        self.shutdown.set_stop_timeout(stop_timeout);
    }

    /// Runs a background task for the life of the program. If a task fails or ends before the stop, the
    /// program stops, because a restart is better than half a service.
    pub fn spawn(&self, name: &'static str, task: impl Future<Output = anyhow::Result<()>> + Send + 'static) {
        let (shutdown, failure) = (self.shutdown.clone(), Arc::clone(&self.failure));
        self.shutdown.track(async move {
            let error = match AssertUnwindSafe(task).catch_unwind().await {
                Ok(Ok(())) if shutdown.stop.is_cancelled() => return,
                Ok(Ok(())) => anyhow!("the background task {name} ended by itself"),
                Ok(Err(error)) => error.context(format!("the background task {name} failed")),
                // The panic's message is already logged, and the task's state is not used again.
                Err(_) => anyhow!("the background task {name} panicked"),
            };
            failure
                .lock()
                .expect("nothing panics while it holds this lock")
                .get_or_insert(error);
            shutdown.request();
        });
    }

    /// Cancelled as soon as a stop is requested. Readiness checks then fail.
    pub fn draining(&self) -> CancellationToken {
        self.shutdown.drain.clone()
    }

    /// Serves a gRPC service with health checks, reflection, deadlines and traces, until a stop is requested.
    ///
    /// The contract says who may call its methods.
    pub async fn serve(self, service: impl GrpcService, contract: Contract) -> anyhow::Result<()> {
        let services = self.services(contract)?.add(service).await;
        self.serve_all(services).await
    }

    /// The same for two gRPC services.
    pub async fn serve_both(
        self,
        first: impl GrpcService,
        second: impl GrpcService,
        contract: Contract,
    ) -> anyhow::Result<()> {
        let services = self.services(contract)?.add(first).await.add(second).await;
        self.serve_all(services).await
    }

    /// For programs with more than two gRPC services: add them here, and pass them to [`Frame::serve_all`].
    pub fn services(&self, contract: Contract) -> anyhow::Result<Services> {
        let admission = Admission::new(&self.settings.callers, contract)?;
        let services = Services::new(Some(admission));
        if self.settings.reflection {
            return services.add_reflection(contract.descriptors);
        }
        Ok(services)
    }

    /// Serves the services that were added to [`Frame::services`].
    pub async fn serve_all(self, services: Services) -> anyhow::Result<()> {
        let not_ready = self.draining();
        self.serve_http(|listener, close| services.serve(listener, not_ready, close))
            .await
    }

    /// Serves only health checks, for programs that no other program calls.
    pub async fn serve_health(self) -> anyhow::Result<()> {
        let not_ready = self.draining();
        self.serve_http(|listener, close| Services::new(None).serve(listener, not_ready, close))
            .await
    }

    /// Serves with a custom server. The token is cancelled when the server must stop accepting and finish its
    /// calls; [`Frame::draining`] is cancelled `drain_delay_seconds` earlier.
    ///
    /// The order of a stop: not ready, no new connections, calls answered, background tasks ended. Aborted
    /// after [`crate::GIVE_UP_AFTER`], or the service's own timeout.
    pub fn serve_http(self, serve: impl FnOnce(TcpListener, CancellationToken) -> Life) -> Life {
        let Self {
            name,
            settings,
            identity: _,
            listener,
            address,
            shutdown,
            failure,
            is_process,
        } = self;
        tracing::info!(%address, "{name} is ready");
        if is_process {
            shutdown.track(supervisor::report(shutdown.stop.clone()));
        }
        let close = CancellationToken::new();
        let server = serve(listener, close.clone());
        let drain_delay = Duration::from_secs(settings.drain_delay_seconds);
        let serving = Serving {
            name,
            drain_delay,
            shutdown,
            failure,
            close,
        };
        Box::pin(serving.run(server))
    }
}

/// A running server.
struct Serving {
    name: &'static str,
    drain_delay: Duration,
    shutdown: Shutdown,
    failure: Arc<Mutex<Option<anyhow::Error>>>,
    close: CancellationToken,
}

impl Serving {
    /// Runs until the server has stopped for any reason.
    async fn run(self, server: Life) -> anyhow::Result<()> {
        let Self {
            name,
            drain_delay,
            shutdown,
            failure,
            close,
        } = self;
        // Runs beside the server and never ends, because calls are still answered during the delay.
        let closing = async {
            shutdown.drain.cancelled().await;
            tokio::time::sleep(drain_delay).await;
            close.cancel();
            std::future::pending::<Infallible>().await
        };
        let life = async {
            let outcome = tokio::select! {
                ended = server => ended,
                never = closing => match never {},
            };
            let outcome = match outcome {
                Ok(()) if !shutdown.is_requested() => Err(anyhow!("{name}'s server ended by itself")),
                outcome => outcome,
            };
            shutdown.request();
            shutdown.end_tasks().await;
            outcome
        };
        let outcome = tokio::select! {
            outcome = life => outcome,
            () = shutdown.timed_out() => Err(anyhow!("{name} did not stop within {:?}", shutdown.stop_timeout())),
        };
        tracing::info!("{name} has stopped");
        match failure
            .lock()
            .expect("nothing panics while it holds this lock")
            .take()
        {
            Some(failure) => Err(failure),
            None => outcome,
        }
    }
}
