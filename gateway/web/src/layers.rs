//! The layers around every request, in order.

use std::{
    panic::AssertUnwindSafe,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    Router,
    extract::{Request, State},
    middleware::{Next, from_fn_with_state},
    response::Response,
};
use futures_util::FutureExt as _;
use http::{HeaderName, HeaderValue, Version, header};
use runtime::Places;
use tokio_util::sync::CancellationToken;

pub use crate::connection::limits::WEBHOOK_KIB;
use crate::{
    answer::{
        error::{self, EarlyResponse},
        security_headers::{PagePolicy, SecurityHeaders},
    },
    connection::{
        charges::Charges,
        client_address::TrustedProxies,
        limits::{self, ClientSlots, LONGEST_BODY_KIB, Limits, Times, WEBHOOKS_AT_ONCE},
    },
    request::{
        csrf::Scheme,
        request_body,
        request_span::{self, IsTraced, TraceProxies},
    },
    settings::Settings,
};

const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

/// Whether a request is a file upload.
pub type IsUpload = fn(&Request) -> bool;

/// Whether a request is a webhook, which may be larger than a browser's request.
pub type IsWebhook = fn(&Request) -> bool;

/// The settings of the server and the layers.
#[derive(Debug)]
pub struct LayerSettings {
    pub(crate) limits: Limits,
    pub(crate) proxies: Arc<TrustedProxies>,
    pub(crate) headers: Arc<SecurityHeaders>,
    /// The proxies whose traces requests join.
    pub(crate) trace_proxies: TraceProxies,
    /// Which requests have a span.
    pub(crate) is_traced: IsTraced,
    /// Which requests are file uploads.
    pub(crate) is_upload: IsUpload,
    /// Which requests are webhooks.
    pub(crate) is_webhook: IsWebhook,
    /// Whether responses report their duration.
    pub(crate) has_server_timing: bool,
    pub(crate) scheme: Scheme,
    /// Cancelled when the program starts to shut down.
    pub(crate) draining: CancellationToken,
}

impl LayerSettings {
    /// The layers for these settings and this page policy. Every request has a span.
    pub fn new(settings: &Settings, policy: PagePolicy, draining: CancellationToken) -> Self {
        let proxies = Arc::new(settings.trusted_proxies.clone());
        let hsts = settings.is_over_tls().then(|| settings.hsts.clone());
        Self {
            limits: settings.limits.clone(),
            headers: Arc::new(SecurityHeaders::new(policy, hsts)),
            trace_proxies: TraceProxies {
                proxies: settings.join_traces.then(|| Arc::clone(&proxies)),
            },
            is_traced: |_| true,
            is_upload: |_| false,
            is_webhook: |_| false,
            has_server_timing: false,
            scheme: Scheme::new(settings.is_over_tls()),
            proxies,
            draining,
        }
    }

    /// Limits spans to these requests, because a span costs more than an answer from memory, and metrics tell
    /// as much. Failed requests, and requests that join a trusted caller's trace, always have one.
    #[must_use]
    pub fn tracing_only(self, is_traced: IsTraced) -> Self {
        Self { is_traced, ..self }
    }

    /// Leaves the body of these requests to their handlers, which read it as
    /// [`crate::request::upload::Upload`] after they have authorized the client. It may be larger and take
    /// longer than others.
    #[must_use]
    pub fn with_uploads(self, is_upload: IsUpload) -> Self {
        Self { is_upload, ..self }
    }

    /// Allows larger bodies for these requests, up to [`WEBHOOK_KIB`]. They have their own slots while they
    /// arrive, so that they and browsers' bodies do not wait for each other.
    #[must_use]
    pub fn with_webhooks(self, is_webhook: IsWebhook) -> Self {
        Self { is_webhook, ..self }
    }

    /// Adds `Server-Timing` to successful responses, which browsers show beside the network time. Refusals
    /// omit it, because it could reveal what a sign-in was compared with.
    #[must_use]
    pub fn with_server_timing(self) -> Self {
        Self {
            has_server_timing: true,
            ..self
        }
    }
}

/// Wraps the routes in all layers. Health checks get only the headers.
pub fn layered<S: Clone + Send + Sync + 'static>(
    routes: Router<S>,
    health: Router<S>,
    around: &LayerSettings,
) -> Router<S> {
    let Limits {
        max_requests,
        max_unread_bodies,
        times,
        ..
    } = &around.limits;
    let shared = |places: usize| ClientSlots {
        places: Places::new(places),
        proxies: Arc::clone(&around.proxies),
    };
    let around = Arc::new(RequestLayers {
        trace_proxies: around.trace_proxies.clone(),
        is_traced: around.is_traced,
        is_upload: around.is_upload,
        is_webhook: around.is_webhook,
        has_server_timing: around.has_server_timing,
        headers: Arc::clone(&around.headers),
        draining: around.draining.clone(),
        scheme: around.scheme,
        bodies: shared(max_unread_bodies.get()),
        webhooks: shared(WEBHOOKS_AT_ONCE.get()),
        requests: shared(max_requests.get()),
        times: *times,
    });
    let health = health.layer(from_fn_with_state(
        Arc::clone(&around),
        RequestLayers::finish_only,
    ));
    routes
        .layer(from_fn_with_state(around, RequestLayers::surround))
        .merge(health)
}

/// Formats a duration for `Server-Timing`: milliseconds with a name.
fn server_timing(time: Duration) -> HeaderValue {
    let milliseconds = time.as_secs_f64() * 1_000.0;
    HeaderValue::try_from(format!("app;dur={milliseconds:.1}"))
        .expect("digits and letters are a valid header value")
}

/// All layers around a request as one layer. Each of axum's function layers copies and boxes its inner
/// service for every request, which was measurable for answers from memory (docs/PERFORMANCE.md).
struct RequestLayers {
    trace_proxies: TraceProxies,
    is_traced: IsTraced,
    is_upload: IsUpload,
    is_webhook: IsWebhook,
    has_server_timing: bool,
    headers: Arc<SecurityHeaders>,
    draining: CancellationToken,
    bodies: ClientSlots,
    webhooks: ClientSlots,
    requests: ClientSlots,
    scheme: Scheme,
    times: Times,
}

impl RequestLayers {
    async fn finish_only(State(around): State<Arc<Self>>, request: Request, next: Next) -> Response {
        let version = request.version();
        around.finish(version, next.run(request).await)
    }

    async fn surround(State(around): State<Arc<Self>>, request: Request, next: Next) -> Response {
        let (version, began) = (request.version(), Instant::now());
        let tracing = (&around.trace_proxies, around.is_traced);
        let answering = request_span::trace(tracing, request, |request| around.answer(request, next));
        let mut response = answering.await;
        if around.has_server_timing && response.status().is_success() {
            response
                .headers_mut()
                .insert(SERVER_TIMING, server_timing(began.elapsed()));
        }
        around.finish(version, response)
    }

    /// Responds within the time limit, even if the handler panics.
    async fn answer(&self, request: Request, next: Next) -> Response {
        let deadline = if (self.is_upload)(&request) {
            self.times.upload
        } else {
            self.times.answer
        };
        let answering = limits::time_out(deadline, self.admit(request, next));
        match AssertUnwindSafe(answering).catch_unwind().await {
            Ok(answer) => answer,
            Err(panic) => error::panicked(&*panic),
        }
    }

    async fn admit(&self, request: Request, next: Next) -> Result<Response, EarlyResponse> {
        let request = if (self.is_upload)(&request) {
            request
        } else {
            let (places, most_kib) = if (self.is_webhook)(&request) {
                (&self.webhooks, WEBHOOK_KIB)
            } else {
                (&self.bodies, LONGEST_BODY_KIB)
            };
            request_body::read(places, self.times.body, most_kib, request).await?
        };
        let _place = self
            .requests
            .acquire(&request, "too many requests are in flight")?;
        self.scheme.check(&request)?;
        if request.method().is_safe() {
            return Ok(next.run(request).await);
        }
        let (mut request, charges) = (request, Charges::default());
        request.extensions_mut().insert(charges.clone());
        let answer = next.run(request).await;
        Ok(charges.settle(answer))
    }

    /// While the program drains, each HTTP/1 response closes its connection, so that clients reconnect
    /// elsewhere. HTTP/2 has a frame for that, which the server sends.
    fn finish(&self, version: Version, mut response: Response) -> Response {
        self.headers.add(response.headers_mut());
        if version < Version::HTTP_2 && self.draining.is_cancelled() {
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(header::CONNECTION, close);
        }
        response
    }
}
