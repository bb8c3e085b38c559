use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::{Duration, Instant},
};

use http::{HeaderValue, Request, Response, Uri};
use tonic::{
    Code, Status,
    body::Body,
    transport::{Channel, Endpoint},
};
use tower::Service;
use tracing::{Instrument as _, field::Empty};

use crate::{
    metrics::{Side, record_call},
    trace_context,
};

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A connection to another service: made at the first call and again after a loss, with a deadline and one span a call.
///
/// A call that takes longer answers `DEADLINE_EXCEEDED`, one that finds nobody `UNAVAILABLE`.
#[derive(Debug, Clone)]
pub struct Client {
    channel: Channel,
    deadline: Duration,
}

/// A client for the service at `url`; `deadline` bounds each call, and the service is told of it.
pub fn client(url: Uri, deadline: Duration) -> Client {
    let channel = Endpoint::from(url)
        .connect_timeout(Duration::from_secs(1).min(deadline))
        .tcp_nodelay(true)
        .http2_keep_alive_interval(Duration::from_secs(10))
        .keep_alive_timeout(Duration::from_secs(5))
        .keep_alive_while_idle(true)
        .connect_lazy();
    Client { channel, deadline }
}

impl Service<Request<Body>> for Client {
    type Response = Response<Body>;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, BoxError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        // The channel is asked inside `call`, so that waiting for a connection counts against the deadline too.
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
        request
            .headers_mut()
            .insert("grpc-timeout", grpc_timeout(self.deadline));
        let (mut channel, deadline) = (self.channel.clone(), self.deadline);
        let (service, method) = (service.to_owned(), method.to_owned());
        let began = Instant::now();
        let call = async move {
            let answer = tokio::time::timeout(deadline, async {
                std::future::poll_fn(|context| channel.poll_ready(context)).await?;
                channel.call(request).await
            });
            let response = match answer.await {
                Ok(Ok(response)) => timed_out_there(response),
                Ok(Err(error)) => Err(no_answer(error.into())),
                Err(_) => Err(deadline_exceeded()),
            };
            let code = record_outcome(&response);
            record_call(Side::Client, &service, &method, code, began);
            response
        };
        Box::pin(call.instrument(span))
    }
}

/// Tonic's server reports its own timeout as `CANCELLED`; for the caller it is the deadline that passed.
fn timed_out_there(response: Response<Body>) -> Result<Response<Body>, BoxError> {
    match Status::from_header_map(response.headers()) {
        Some(status) if status.code() == Code::Cancelled => Err(deadline_exceeded()),
        _ => Ok(response),
    }
}

/// What the channel says when the server did not: no connection, a lost one, or its own clock for our deadline.
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

/// `grpc-timeout` takes at most eight digits, so milliseconds reach a day.
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
    // A client span is in error for every code but OK, by the semantic conventions for gRPC.
    if code != Code::Ok {
        span.record("otel.status_code", "ERROR");
    }
    code
}
