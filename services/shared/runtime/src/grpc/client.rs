use std::{
    future::Future,
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll},
    time::{Duration, Instant},
};

use bytes::Bytes;
use contract::{Call, Method};
use http::{HeaderValue, Request, Response, request::Parts, uri::PathAndQuery};
use http_body_util::{BodyExt as _, Full};
use tonic::{Code, ConnectError, IntoRequest, Status, body::Body, client::Grpc, codec::Codec};
use tonic_prost::ProstCodec;
use tower::Service;
use tracing::{Instrument as _, field::Empty};

use crate::{
    Identity, Target,
    authentication::admission::REFUSED,
    grpc::{
        bytes_codec::BytesCodec,
        replicas::{BoxError, Replica, Replicas, causes},
    },
    observability::{
        metrics::{RpcSide, record_call},
        trace_context,
    },
};

/// A client for the replicas of another service. Each call goes to the least busy replica, with a deadline
/// and one span.
///
/// A call that reached no replica is tried once more on another, because nothing was sent. So is a call of a
/// repeatable method whose replica becomes silent or whose connection breaks. A call that exceeds the
/// deadline fails with `DEADLINE_EXCEEDED`, one that reaches no replica with `UNAVAILABLE`. Calls are unary:
/// the whole request is read before it is sent.
#[derive(Debug, Clone)]
pub struct Client {
    replicas: Arc<Replicas>,
    deadline: Duration,
    identity: Identity,
}

/// Creates a client for the service at `target`. `deadline` covers a call with its repeat, and is sent to the
/// service. A deadline of the contract replaces it.
pub fn client(target: Target, deadline: Duration) -> Client {
    let replicas = Arc::new(Replicas::new(target));
    Client {
        replicas,
        deadline,
        identity: Identity::unknown(),
    }
}

impl Client {
    /// The same client with an identity, to which services grant access.
    #[must_use]
    pub fn known_as(self, identity: Identity) -> Self {
        Self { identity, ..self }
    }

    /// Calls the method of this request.
    pub async fn call<C: Call>(&self, request: impl IntoRequest<C>) -> Result<C::Answer, Status> {
        let request = repeatable(C::METHOD, request.into_request());
        let codec = ProstCodec::<C, C::Answer>::default();
        self.send(C::METHOD, request, codec).await
    }

    /// Calls a method with an encoded message. The answer is encoded, too.
    pub async fn forward(
        &self,
        method: &'static Method,
        request: tonic::Request<Bytes>,
    ) -> Result<Bytes, Status> {
        self.send(method, repeatable(method, request), BytesCodec).await
    }

    /// Calls the method of this request, and never sends it twice although the method is repeatable: the request
    /// has a password, or lacks an idempotency key.
    pub async fn call_once<C: Call>(&self, request: impl IntoRequest<C>) -> Result<C::Answer, Status> {
        let codec = ProstCodec::<C, C::Answer>::default();
        self.send(C::METHOD, request.into_request(), codec).await
    }

    async fn send<C>(
        &self,
        method: &'static Method,
        request: tonic::Request<C::Encode>,
        codec: C,
    ) -> Result<C::Decode, Status>
    where
        C: Codec,
        C::Encode: Sync,
        C::Decode: Sync,
    {
        let path = PathAndQuery::from_static(method.path);
        let mut client = self.clone();
        client.deadline = method.deadline.unwrap_or(self.deadline);
        let answer = Grpc::new(client).unary(request, path, codec).await;
        answer.map(tonic::Response::into_inner)
    }
}

/// The request, marked if its method is repeatable.
fn repeatable<T>(method: &Method, mut request: tonic::Request<T>) -> tonic::Request<T> {
    if method.is_repeatable {
        request.extensions_mut().insert(Repeatable);
    }
    request
}

/// Marks a request that may be sent to another replica while the first one is silent, or after its connection
/// broke.
#[derive(Debug, Clone, Copy)]
struct Repeatable;

impl Service<Request<Body>> for Client {
    type Response = Response<Body>;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, BoxError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        // Replicas are chosen inside `call`, so that waiting for a connection counts against the deadline.
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let path = request.uri().path().trim_start_matches('/').to_owned();
        let (service, method) = path.split_once('/').unwrap_or((&path, ""));
        let span = tracing::info_span!(
            "rpc",
            otel.name = path,
            otel.kind = "client",
            otel.status_code = Empty,
            rpc.system = "grpc",
            rpc.service = service,
            rpc.method = method,
            rpc.grpc.status_code = Empty,
        );
        trace_context::inject(&span, request.headers_mut());
        self.identity.prove(service, request.headers_mut());
        let (service, method) = (service.to_owned(), method.to_owned());
        let (replicas, deadline) = (Arc::clone(&self.replicas), self.deadline);
        let began = Instant::now();
        let call = async move {
            let response =
                match tokio::time::timeout(deadline, send_to_replica(&replicas, request, deadline)).await {
                    Ok(Ok(response)) => timed_out_there(response).and_then(check_admission),
                    Ok(Err(error)) => Err(no_answer(error)),
                    Err(_) => Err(deadline_exceeded()),
                };
            let code = record_outcome(&response);
            record_call(RpcSide::Client, &service, &method, code, began);
            response
        };
        Box::pin(call.instrument(span))
    }
}

/// Sends a request to one replica, and to a second one if that helps and is safe.
async fn send_to_replica(
    replicas: &Arc<Replicas>,
    request: Request<Body>,
    deadline: Duration,
) -> Result<Response<Body>, BoxError> {
    let is_repeatable = request.extensions().get::<Repeatable>().is_some();
    let request = Copied::read(request, deadline).await?;
    let first = replicas.choose(None).await?;
    let mut answer = pin!(first.send(request.copy()));
    let outcome = tokio::select! {
        outcome = &mut answer => Some(outcome),
        () = first.until_silent(), if is_repeatable => None,
        never = watch(&first), if !is_repeatable => match never {},
    };
    match outcome {
        Some(Err(error)) if is_repeatable || was_not_sent(&*error) => {
            first.eject("it cannot be reached", Some(&*error));
            // If this was the only replica, its replacement is not known yet.
            replicas.look_up().await;
            replicas.choose(Some(&first)).await?.send(request.copy()).await
        }
        Some(outcome) => outcome,
        None => {
            let second = replicas.choose(Some(&first)).await?;
            if Arc::ptr_eq(&first, &second) {
                return answer.await;
            }
            let mut repeat = pin!(second.send(request.copy()));
            tokio::select! {
                Ok(outcome) = &mut answer => Ok(outcome),
                Ok(outcome) = &mut repeat => Ok(outcome),
                else => Err("neither of two replicas answered".into()),
            }
        }
    }
}

/// Ejects a silent replica for later calls. This call must wait, because it may have taken effect.
async fn watch(replica: &Arc<Replica>) -> std::convert::Infallible {
    replica.until_silent().await;
    std::future::pending().await
}

/// A request that can be sent twice.
struct Copied {
    head: Parts,
    body: Bytes,
    until: Instant,
}

impl Copied {
    async fn read(request: Request<Body>, deadline: Duration) -> Result<Self, BoxError> {
        let until = Instant::now() + deadline;
        let (head, body) = request.into_parts();
        let body = body.collect().await?.to_bytes();
        Ok(Self { head, body, until })
    }

    /// A copy of the request, with the remaining time as its timeout.
    fn copy(&self) -> Request<Body> {
        let body = Body::new(Full::new(self.body.clone()));
        let mut request = Request::from_parts(self.head.clone(), body);
        let left = self.until.saturating_duration_since(Instant::now());
        request.headers_mut().insert("grpc-timeout", grpc_timeout(left));
        request
    }
}

/// True if the replica cannot have seen the request: no connection, or closed before the request was sent.
fn was_not_sent(error: &(dyn std::error::Error + 'static)) -> bool {
    causes(error).any(|cause| {
        cause.is::<ConnectError>()
            || cause
                .downcast_ref::<hyper::Error>()
                .is_some_and(hyper::Error::is_canceled)
    })
}

/// Converts `CANCELLED`, which tonic's server reports for its own timeout, to a deadline error.
fn timed_out_there(response: Response<Body>) -> Result<Response<Body>, BoxError> {
    match Status::from_header_map(response.headers()) {
        Some(status) if status.code() == Code::Cancelled => Err(deadline_exceeded()),
        _ => Ok(response),
    }
}

/// Converts a rejection by access control to `UNAVAILABLE`. It concerns this program and not the shopper's
/// session, and a retry helps once the settings are right.
fn check_admission(response: Response<Body>) -> Result<Response<Body>, BoxError> {
    match response.headers().get(REFUSED) {
        None => Ok(response),
        Some(reason) => {
            tracing::error!(?reason, "the service does not let this program call it");
            Err(Status::unavailable("the service does not let this program call it").into())
        }
    }
}

/// The error if the server did not answer: no connection, a lost one, or the channel's own timeout.
fn no_answer(error: BoxError) -> BoxError {
    let status = Status::from_error(error);
    match status.code() {
        Code::Cancelled => deadline_exceeded(),
        Code::Unavailable => status.into(),
        _ => Status::unavailable(status.message()).into(),
    }
}

fn deadline_exceeded() -> BoxError {
    Status::deadline_exceeded("the answer took too long").into()
}

/// Formats a `grpc-timeout`. It allows eight digits, so milliseconds reach a day.
fn grpc_timeout(deadline: Duration) -> HeaderValue {
    let milliseconds = u32::try_from(deadline.as_millis())
        .unwrap_or(u32::MAX)
        .min(99_999_999);
    HeaderValue::try_from(format!("{milliseconds}m")).expect("digits and a letter are a valid header value")
}

fn record_outcome(answer: &Result<Response<Body>, BoxError>) -> Code {
    let code = match answer {
        Ok(response) => Status::from_header_map(response.headers()).map_or(Code::Ok, |status| status.code()),
        Err(error) => error
            .downcast_ref::<Status>()
            .map_or(Code::Unavailable, Status::code),
    };
    let span = tracing::Span::current();
    span.record("rpc.grpc.status_code", i32::from(code));
    // According to the semantic conventions for gRPC, a client span is in error for every code but OK.
    if code != Code::Ok {
        span.record("otel.status_code", "ERROR");
    }
    code
}
