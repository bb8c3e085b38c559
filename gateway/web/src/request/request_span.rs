//! One span and one id per request. It joins a trusted caller's trace, the response names it, and it has no
//! personal data.

use std::{sync::Arc, time::Instant};

use axum::{
    extract::{MatchedPath, Request},
    response::Response,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};
use runtime::trace_context::{self, TRACEPARENT};
use tracing::{Instrument as _, Span, field::Empty};
use uuid::Uuid;

use crate::{answer::error::ErrorCause, connection::client_address::TrustedProxies};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const TRACE_ID: HeaderName = HeaderName::from_static("x-trace-id");

/// Long enough for a UUID in any notation and for the ids of proxies.
const LONGEST_REQUEST_ID: usize = 128;

/// The proxies whose `traceparent` is trusted. The header also switches recording on, so other clients must
/// not set it.
#[derive(Debug, Clone, Default)]
pub(crate) struct TraceProxies {
    /// The proxies whose traces requests join; `None` if they forward the headers of clients.
    pub(crate) proxies: Option<Arc<TrustedProxies>>,
}

/// Whether a request gets a span before its response is known.
pub type IsTraced = fn(&Request) -> bool;

/// Runs the request in its span, if it has one, and adds its ids to the response.
pub(crate) async fn trace<Answering: Future<Output = Response>>(
    (trace_proxies, is_traced): (&TraceProxies, IsTraced),
    request: Request,
    answer: impl FnOnce(Request) -> Answering,
) -> Response {
    let id = request_id(request.headers());
    let asked = RequestFields::from_request(&request);
    let joins = |proxies: &TrustedProxies| proxies.forwarded(request.extensions());
    let joins =
        trace_proxies.proxies.as_deref().is_some_and(joins) && request.headers().contains_key(TRACEPARENT);
    if !joins && !is_traced(&request) {
        let mut response = answer(request).await;
        if response.status().is_server_error() {
            asked.span(&id).in_scope(|| record(&mut response));
        }
        return asked.answered(id, response);
    }
    let span = asked.span(&id);
    if joins {
        trace_context::set_parent_from_headers(&span, request.headers());
    }
    let mut response = answer(request).instrument(span.clone()).await;
    span.in_scope(|| record(&mut response));
    let mut response = asked.answered(id, response);
    if let Some(trace) = trace_context::trace_id(&span).and_then(|id| HeaderValue::try_from(id).ok()) {
        response.headers_mut().insert(TRACE_ID, trace);
    }
    response
}

/// The fields of a request in flight.
struct RequestFields {
    method: &'static str,
    route: Option<MatchedPath>,
    uri: Uri,
    began: Instant,
}

impl RequestFields {
    fn from_request(request: &Request) -> Self {
        Self {
            method: known_method(request.method()),
            route: request.extensions().get::<MatchedPath>().cloned(),
            uri: request.uri().clone(),
            began: Instant::now(),
        }
    }

    /// Named by OpenTelemetry's conventions for HTTP servers. The query is omitted, because it contains
    /// shoppers' input.
    fn span(&self, id: &HeaderValue) -> Span {
        let (method, route) = (self.method, self.route.as_ref().map(MatchedPath::as_str));
        let name = route.map_or_else(|| method.to_owned(), |route| format!("{method} {route}"));
        tracing::info_span!(
            "request",
            otel.name = name,
            otel.kind = "server",
            otel.status_code = Empty,
            http.request.method = method,
            http.route = route,
            http.response.status_code = Empty,
            url.path = self.uri.path(),
            request.id = id.to_str().unwrap_or_default(),
        )
    }

    /// Counts the response, and adds the request's id.
    fn answered(&self, id: HeaderValue, mut response: Response) -> Response {
        // Pages and files have no route, because the number of their paths is unbounded.
        let route = self.route.as_ref().map_or("site", MatchedPath::as_str);
        let labels = [
            ("http_request_method", self.method.to_owned()),
            ("http_route", route.to_owned()),
            ("http_response_status_code", response.status().as_str().to_owned()),
        ];
        metrics::histogram!("http_server_request_duration_seconds", &labels).record(self.began.elapsed());
        response.headers_mut().insert(REQUEST_ID, id);
        response
    }
}

/// The caller's id if it is valid, so that a proxy's log has the same id; else a new one.
fn request_id(headers: &HeaderMap) -> HeaderValue {
    let is_sane = |id: &&HeaderValue| {
        let of_an_id = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
        (1..=LONGEST_REQUEST_ID).contains(&id.len()) && id.as_bytes().iter().all(of_an_id)
    };
    headers
        .get(REQUEST_ID)
        .filter(is_sane)
        .cloned()
        .unwrap_or_else(|| {
            HeaderValue::try_from(Uuid::now_v7().to_string()).expect("a UUID is a valid header value")
        })
}

/// The known method or a fixed value, as the conventions say, because a client can invent any number of
/// methods.
fn known_method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        Method::TRACE => "TRACE",
        Method::CONNECT => "CONNECT",
        _ => "_OTHER",
    }
}

/// Writes the outcome to the current span, and logs the internal cause once.
fn record(response: &mut Response) {
    let status = response.status();
    let span = Span::current();
    span.record("http.response.status_code", status.as_u16());
    if !status.is_server_error() {
        return;
    }
    span.record("otel.status_code", "ERROR");
    let cause = response
        .extensions_mut()
        .remove::<ErrorCause>()
        .map_or_else(String::new, |cause| cause.0);
    if status == http::StatusCode::SERVICE_UNAVAILABLE {
        tracing::warn!(cause, "a request was refused because something it needs is down");
    } else {
        tracing::error!(cause, "a request failed");
    }
}
