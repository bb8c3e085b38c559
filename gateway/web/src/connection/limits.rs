//! The limits of one request and one client: slots, time, bytes.

use std::{num::NonZeroUsize, sync::Arc, time::Duration};

use axum::{
    extract::Request,
    response::{IntoResponse as _, Response},
};
use runtime::{Place, Places};

use crate::{
    answer::error::{EarlyResponse, Error},
    connection::client_address::TrustedProxies,
};

/// The largest body, in KiB. An order of 50 lines takes a fifth of it.
pub(crate) const LONGEST_BODY_KIB: usize = 64;

/// The largest webhook body, in KiB. An event of a payment provider with all its records has about 10.
pub const WEBHOOK_KIB: usize = 256;

/// Webhook bodies arriving at once: at most 16 MiB. A provider sends a few at a time.
pub(crate) const WEBHOOKS_AT_ONCE: NonZeroUsize = NonZeroUsize::new(64).expect("it is not zero");

/// Open connections. One needs 3 KiB of memory while silent and 20 after a request (measured), so all of them
/// need 80 of a gateway's 256 MiB.
const CONNECTIONS: NonZeroUsize = NonZeroUsize::new(4096).expect("it is not zero");

/// Requests in flight, five times the number that 2,000 requests a second needed.
const REQUESTS: NonZeroUsize = NonZeroUsize::new(1024).expect("it is not zero");

/// Bodies arriving at once: at most 32 MiB.
const UNREAD_BODIES: NonZeroUsize = NonZeroUsize::new(512).expect("it is not zero");

/// File descriptors reserved for services, files of the site, and the log.
const OTHER_FILES: usize = 64;

/// The limits of all clients together. A single network has no limit of its own until half of the slots are
/// taken. Then an IPv4 address or an IPv6 /64 gets an eighth, a /56 a quarter and a /48 a half.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Limits {
    /// Connections open at once; fewer if the process may not open so many files
    #[arg(long, env, default_value_t = CONNECTIONS)]
    pub max_connections: NonZeroUsize,
    /// Requests in flight at once; further ones are told to retry
    #[arg(long, env, default_value_t = REQUESTS)]
    pub max_requests: NonZeroUsize,
    /// Requests whose body is arriving at once; further ones are told to retry
    #[arg(long, env, default_value_t = UNREAD_BODIES)]
    pub max_unread_bodies: NonZeroUsize,
    /// The time limits.
    #[arg(skip)]
    pub times: Times,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_connections: CONNECTIONS,
            max_requests: REQUESTS,
            max_unread_bodies: UNREAD_BODIES,
            times: Times::default(),
        }
    }
}

impl Limits {
    /// The number of connections that the process can hold, because one that it cannot accept would wait
    /// forever.
    pub(crate) fn connections(&self) -> usize {
        let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        let files = files.map_or(usize::MAX, |files| usize::try_from(files).unwrap_or(usize::MAX));
        let for_clients = files.saturating_sub(OTHER_FILES).max(1);
        self.max_connections.get().min(for_clients)
    }
}

/// The time limits on a connection.
#[derive(Debug, Clone, Copy)]
pub struct Times {
    /// From opening a connection to its first byte. Browsers open some in advance and replace closed ones.
    pub first_byte: Duration,
    /// From the first byte of a request to the end of its head; over HTTP/2 only for the first request.
    pub head: Duration,
    /// Between requests: the value that nginx uses for its clients.
    pub idle: Duration,
    /// Between requests of a trusted proxy. Longer than proxies keep connections (Envoy an hour, others a
    /// minute), because a request is lost if its connection closes at that moment.
    pub proxy_idle: Duration,
    /// For a client to accept a part of a response. At 2 KB/s a phone needs 40 s to empty a third of the
    /// system's buffer, and only then can more be written.
    pub write: Duration,
    /// For a request in flight when the gateway closes.
    pub closing: Duration,
    /// From the head of a request to the end of its body.
    pub body: Duration,
    /// From the head of a request to the head of its response. Less than the 15 s that browsers wait, and
    /// more than the 5 s that services have.
    pub answer: Duration,
    /// From the head of an upload to the head of its response: the minute for the file, and the work on it.
    pub upload: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            first_byte: Duration::from_secs(10),
            head: Duration::from_secs(15),
            idle: Duration::from_secs(75),
            proxy_idle: Duration::from_mins(65),
            write: Duration::from_mins(1),
            closing: Duration::from_secs(1),
            body: Duration::from_secs(5),
            answer: Duration::from_secs(10),
            upload: Duration::from_secs(75),
        }
    }
}

impl Times {
    /// The shortest time limit of a connection.
    pub(crate) fn shortest(&self) -> Duration {
        let times = [self.first_byte, self.head, self.idle, self.proxy_idle, self.write];
        times.into_iter().fold(self.closing, Duration::min)
    }
}

/// Slots, and the trusted proxies that identify the client of a request.
#[derive(Debug, Clone)]
pub(crate) struct ClientSlots {
    pub(crate) places: Arc<Places>,
    pub(crate) proxies: Arc<TrustedProxies>,
}

impl ClientSlots {
    /// Takes a slot for the request's client; fails if there is none, because the request would only queue.
    pub(crate) fn acquire(&self, request: &Request, refusal: &'static str) -> Result<Place, Error> {
        let client = self.proxies.sender(request.extensions(), request.headers());
        self.places
            .acquire(client)
            .ok_or_else(|| Error::unavailable(refusal))
    }
}

/// Stops a request that takes too long.
pub(crate) async fn time_out(
    deadline: Duration,
    answering: impl Future<Output = Result<Response, EarlyResponse>>,
) -> Response {
    match tokio::time::timeout(deadline, answering).await {
        Ok(answer) => answer.unwrap_or_else(|EarlyResponse(refusal)| *refusal),
        Err(_) => Error::unavailable(format!("no answer within {deadline:?}")).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use axum::{Router, body::Body, routing::get};
    use http::{StatusCode, header};
    use tokio_util::sync::CancellationToken;
    use tower::ServiceExt as _;

    use super::*;
    use crate::{
        answer::security_headers::{PagePolicy, SecurityHeaders},
        layers::{LayerSettings, layered},
        request::{csrf::Scheme, request_span::TraceProxies},
    };

    fn within(limits: Limits) -> LayerSettings {
        LayerSettings {
            limits,
            proxies: Arc::default(),
            headers: Arc::new(SecurityHeaders::new(PagePolicy::new("default-src 'none'"), None)),
            trace_proxies: TraceProxies::default(),
            is_traced: |_| true,
            is_upload: |_| false,
            is_webhook: |_| false,
            has_server_timing: false,
            scheme: Scheme::new(false),
            draining: CancellationToken::new(),
        }
    }

    async fn ask(app: &Router, path: &str) -> Response {
        let request = Request::get(path).body(Body::empty()).unwrap();
        app.clone().oneshot(request).await.unwrap()
    }

    async fn message(response: Response) -> String {
        let body = axum::body::to_bytes(response.into_body(), usize::MAX)
            .await
            .unwrap();
        let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(body["success"], false);
        body["message"].as_str().unwrap().to_owned()
    }

    #[tokio::test]
    async fn a_panic_is_answered_like_any_other_failure() {
        async fn panics() {
            panic!("secret of the house")
        }
        let app = layered(
            Router::new().route("/panics", get(panics)),
            Router::new(),
            &within(Limits::default()),
        );
        let response = ask(&app, "/panics").await;
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert!(response.headers().contains_key("content-security-policy"));
        assert!(response.headers().contains_key("x-request-id"));
        assert_eq!(message(response).await, runtime::status::SOMETHING_WENT_WRONG);
    }

    #[tokio::test]
    async fn a_request_that_takes_too_long_is_given_up() {
        let limits = Limits {
            times: Times {
                answer: Duration::from_millis(20),
                ..Times::default()
            },
            ..Limits::default()
        };
        let app = layered(
            Router::new().route("/hangs", get(pending::<()>)),
            Router::new(),
            &within(limits),
        );
        let response = ask(&app, "/hangs").await;
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(response.headers().contains_key(header::RETRY_AFTER));
    }

    #[tokio::test]
    async fn one_request_too_many_is_told_to_come_back() {
        let limits = Limits {
            max_requests: NonZeroUsize::MIN,
            ..Limits::default()
        };
        let (entered, mut inside) = tokio::sync::mpsc::unbounded_channel();
        let holds = move || {
            entered.send(()).unwrap();
            pending::<()>()
        };
        let shop = Router::new()
            .route("/holds", get(holds))
            .route("/free", get(|| async {}));
        let app = layered(shop, Router::new(), &within(limits));
        let response = tokio::select! {
            _ = ask(&app, "/holds") => panic!("it holds its place"),
            response = async { inside.recv().await; ask(&app, "/free").await } => response,
        };
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(response.headers().contains_key(header::RETRY_AFTER));
        assert_eq!(
            ask(&app, "/free").await.status(),
            StatusCode::OK,
            "the place is given back"
        );
    }
}
