//! The gRPC server of every service: health checks, reflection, a span per call, and errors logged once.

use std::{
    convert::Infallible,
    error::Error,
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::{Duration, Instant},
};

use http::{HeaderMap, Request, Response};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::{
    Code, Status,
    body::Body,
    server::NamedService,
    service::{Routes, RoutesBuilder},
    transport::{Server, server::TcpIncoming},
};
use tonic_health::{
    ServingStatus,
    pb::health_server::HealthServer,
    server::{HealthReporter, HealthService},
};
use tower::{Layer, Service, util::option_layer};
use tracing::{Instrument as _, field::Empty};

use crate::{
    authentication::admission::Admission,
    life::Life,
    observability::{
        metrics::{RpcSide, record_call},
        trace_context,
    },
};

/// The timeout of a call without its own deadline. Longer than any of ours, and shorter than a stop.
const LONGEST_CALL: Duration = Duration::from_secs(8);

/// Size limit of a request, in bytes, for a server's `max_decoding_message_size`: room for the largest body
/// that the gateway accepts (64 KiB). A larger request is refused by its length, before it is read.
pub const LARGEST_REQUEST: usize = 128 * 1024;

/// A gRPC service, as tonic generates it.
pub trait GrpcService:
    Service<Request<Body>, Response = Response<Body>, Error = Infallible, Future: Send>
    + NamedService
    + Clone
    + Send
    + Sync
    + 'static
{
}

impl<S> GrpcService for S where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible, Future: Send>
        + NamedService
        + Clone
        + Send
        + Sync
        + 'static
{
}

/// The gRPC services of one program, with their health.
pub struct Services {
    admission: Option<Admission>,
    routes: RoutesBuilder,
    health: HealthReporter,
    names: Vec<&'static str>,
}

impl Services {
    /// Only the health service, which answers for the whole program under the empty name. Other services need
    /// access control.
    pub(crate) fn new(admission: Option<Admission>) -> Self {
        let health = HealthReporter::new();
        let mut routes = Routes::builder();
        routes.add_service(HealthServer::new(HealthService::from_health_reporter(
            health.clone(),
        )));
        Self {
            admission,
            routes,
            health,
            names: vec![""],
        }
    }

    /// Adds a service of the program.
    pub async fn add<G: GrpcService>(mut self, service: G) -> Self {
        self.routes.add_service(service);
        self.health
            .set_service_status(G::NAME, ServingStatus::Serving)
            .await;
        self.names.push(G::NAME);
        self
    }

    /// Adds reflection, which lists the services of the encoded `FileDescriptorSet`.
    pub(crate) fn add_reflection(mut self, descriptors: &'static [u8]) -> anyhow::Result<Self> {
        let reflection = tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(descriptors)
            .build_v1()?;
        self.routes.add_service(reflection);
        Ok(self)
    }

    /// Serves. Reports "not serving" once `not_ready` is cancelled; ends once `close` is cancelled and all
    /// calls are answered.
    pub(crate) fn serve(
        self,
        listener: TcpListener,
        not_ready: CancellationToken,
        close: CancellationToken,
    ) -> Life {
        Box::pin(self.run(listener, not_ready, close))
    }

    async fn run(
        self,
        listener: TcpListener,
        not_ready: CancellationToken,
        close: CancellationToken,
    ) -> anyhow::Result<()> {
        let Self {
            admission,
            routes,
            health,
            names,
        } = self;
        let closing = async move {
            not_ready.cancelled().await;
            for name in names {
                health.set_service_status(name, ServingStatus::NotServing).await;
            }
            close.cancelled().await;
        };
        // An answer is written in several pieces; without `nodelay`, each waits 40 ms for the previous
        // acknowledgement.
        let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
        Server::builder()
            .timeout(LONGEST_CALL)
            .http2_keepalive_interval(Some(Duration::from_secs(20)))
            .layer(Traced)
            .layer(option_layer(admission))
            .add_routes(routes.routes())
            .serve_with_incoming_shutdown(incoming, closing)
            .await?;
        Ok(())
    }
}

/// Adds a server span per call, with the caller's trace as parent. Skips health checks.
#[derive(Clone)]
struct Traced;

impl<S> Layer<S> for Traced {
    type Service = TracedService<S>;

    fn layer(&self, inner: S) -> TracedService<S> {
        TracedService { inner }
    }
}

#[derive(Clone)]
struct TracedService<S> {
    inner: S,
}

impl<S, B> Service<Request<Body>> for TracedService<S>
where
    S: Service<Request<Body>, Response = Response<B>>,
    S::Future: Send + 'static,
{
    type Response = Response<B>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Response<B>, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let path = request.uri().path().trim_start_matches('/');
        let (service, method) = path.split_once('/').unwrap_or((path, ""));
        if service.starts_with("grpc.") {
            return Box::pin(self.inner.call(request));
        }
        let span = tracing::info_span!(
            "rpc",
            otel.name = path,
            otel.kind = "server",
            otel.status_code = Empty,
            rpc.system = "grpc",
            rpc.service = service,
            rpc.method = method,
            rpc.grpc.status_code = Empty,
        );
        trace_context::set_parent_from_headers(&span, request.headers());
        let (service, method) = (service.to_owned(), method.to_owned());
        let began = Instant::now();
        let call = self.inner.call(request);
        Box::pin(
            async move {
                let response = call.await?;
                let code = record_outcome(response.headers(), response.extensions().get::<Status>());
                record_call(RpcSide::Server, &service, &method, code, began);
                Ok(response)
            }
            .instrument(span),
        )
    }
}

/// tonic's messages for a call whose request did not arrive as a whole.
const INCOMPLETE_REQUESTS: [&str; 2] = ["Missing request message.", "Unexpected EOF decoding stream."];

/// True if the caller cancelled the call before its request had arrived. tonic calls this an internal error; hyper
/// ends the body of a cancelled stream as if it were complete.
fn is_cancelled(status: &Status) -> bool {
    status.code() == Code::Internal
        && status.source().is_none()
        && INCOMPLETE_REQUESTS.contains(&status.message())
}

/// Records the status in the span, and logs the source of a server-side failure for operators.
fn record_outcome(headers: &HeaderMap, status: Option<&Status>) -> Code {
    let span = tracing::Span::current();
    let code = status
        .map(Status::code)
        .or_else(|| Status::from_header_map(headers).map(|s| s.code()));
    let code = if status.is_some_and(is_cancelled) {
        Code::Cancelled
    } else {
        code.unwrap_or(Code::Ok)
    };
    span.record("rpc.grpc.status_code", i32::from(code));
    if !matches!(
        code,
        Code::Internal | Code::Unknown | Code::Unavailable | Code::DataLoss
    ) {
        return code;
    }
    span.record("otel.status_code", "ERROR");
    let mut causes = Vec::new();
    let mut source = status.and_then(Error::source);
    while let Some(cause) = source {
        causes.push(cause.to_string());
        source = cause.source();
    }
    let causes = causes.join(": ");
    if code == Code::Unavailable {
        tracing::warn!(%code, causes, "a call failed because something it needs is down");
    } else {
        tracing::error!(%code, causes, "a call failed");
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_whose_request_did_not_arrive_is_its_callers_doing() {
        for message in INCOMPLETE_REQUESTS {
            assert!(is_cancelled(&Status::internal(message)), "{message}");
        }
        let ours = crate::status::internal(std::io::Error::other(INCOMPLETE_REQUESTS[0]));
        assert!(!is_cancelled(&ours));
        assert!(!is_cancelled(&Status::unavailable(INCOMPLETE_REQUESTS[0])));
    }
}
