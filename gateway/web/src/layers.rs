//! What surrounds every request, in order.

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

pub use crate::connection::limits::NOTICE_KIB;
use crate::{
    answer::{
        error::{self, Refused},
        security_headers::{PagePolicy, SecurityHeaders},
    },
    connection::{
        charges::Charges,
        client_address::TrustedProxies,
        limits::{self, LONGEST_BODY_KIB, Limits, NOTICES, Shared, Times},
    },
    request::{
        csrf::Scheme,
        request_body,
        request_span::{self, IsTraced, Joining},
    },
    settings::Settings,
};

const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

/// Whether a request brings a file.
pub type IsUpload = fn(&Request) -> bool;

/// Whether a request brings what another program tells, which may be larger than what a browser sends.
pub type IsNotice = fn(&Request) -> bool;

/// What the server and the layers need to know.
#[derive(Debug)]
pub struct LayerSettings {
    pub(crate) limits: Limits,
    pub(crate) proxies: Arc<TrustedProxies>,
    pub(crate) headers: Arc<SecurityHeaders>,
    /// The proxies whose traces requests join.
    pub(crate) joining: Joining,
    /// Which requests have a span.
    pub(crate) is_traced: IsTraced,
    /// Which requests bring a file.
    pub(crate) is_upload: IsUpload,
    /// Which requests bring what another program tells.
    pub(crate) is_notice: IsNotice,
    /// Whether answers say how long they took.
    pub(crate) tells_times: bool,
    pub(crate) scheme: Scheme,
    /// Cancelled as soon as a stop is asked for.
    pub(crate) draining: CancellationToken,
}

impl LayerSettings {
    /// What these settings say, with what the site's pages may do. Every request has a span.
    pub fn new(settings: &Settings, policy: PagePolicy, draining: CancellationToken) -> Self {
        let proxies = Arc::new(settings.trusted_proxies.clone());
        let hsts = settings.is_over_tls().then(|| settings.hsts.clone());
        Self {
            limits: settings.limits.clone(),
            headers: Arc::new(SecurityHeaders::new(policy, hsts)),
            joining: Joining {
                proxies: settings.join_traces.then(|| Arc::clone(&proxies)),
            },
            is_traced: |_| true,
            is_upload: |_| false,
            is_notice: |_| false,
            tells_times: false,
            scheme: Scheme::new(settings.is_over_tls()),
            proxies,
            draining,
        }
    }

    /// Leaves spans to those requests: one that is answered from memory costs less than its span, and its metrics tell as
    /// much. One that fails has a span all the same, and so has one that joins a trusted caller's trace.
    #[must_use]
    pub fn tracing_only(self, is_traced: IsTraced) -> Self {
        Self { is_traced, ..self }
    }

    /// Leaves the body of these requests to their handlers, which take it as [`crate::request::upload::Upload`] once they know who
    /// sends it; it may be larger and take longer than others.
    #[must_use]
    pub fn taking_uploads(self, is_upload: IsUpload) -> Self {
        Self { is_upload, ..self }
    }

    /// Takes larger bodies with these requests, up to [`NOTICE_KIB`]. They have places of their own while they arrive, so that
    /// neither they nor browsers' bodies wait for the others.
    #[must_use]
    pub fn taking_notices(self, is_notice: IsNotice) -> Self {
        Self { is_notice, ..self }
    }

    /// Has each answer say in `Server-Timing` how long the program took for it, which a browser shows beside what the way took.
    /// Refusals do not say it: a stranger could tell by it what a sign-in was compared with.
    #[must_use]
    pub fn telling_times(self) -> Self {
        Self {
            tells_times: true,
            ..self
        }
    }
}

/// The routes inside what surrounds every request. Health checks need nothing but the headers.
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
    let shared = |places: usize| Shared {
        places: Places::new(places),
        proxies: Arc::clone(&around.proxies),
    };
    let around = Arc::new(Around {
        joining: around.joining.clone(),
        is_traced: around.is_traced,
        is_upload: around.is_upload,
        is_notice: around.is_notice,
        tells_times: around.tells_times,
        headers: Arc::clone(&around.headers),
        draining: around.draining.clone(),
        scheme: around.scheme,
        bodies: shared(max_unread_bodies.get()),
        notices: shared(NOTICES.get()),
        requests: shared(max_requests.get()),
        times: *times,
    });
    let health = health.layer(from_fn_with_state(Arc::clone(&around), Around::finish_only));
    routes
        .layer(from_fn_with_state(around, Around::surround))
        .merge(health)
}

/// A time as browsers read it: milliseconds with a name.
fn server_timing(time: Duration) -> HeaderValue {
    let milliseconds = time.as_secs_f64() * 1_000.0;
    HeaderValue::try_from(format!("app;dur={milliseconds:.1}"))
        .expect("digits and letters are a valid header value")
}

/// Everything around a request, in one layer: each of axum's layers of functions copies and boxes all that is inside it
/// for every request, which showed where the answer lies in memory (docs/PERFORMANCE.md).
struct Around {
    joining: Joining,
    is_traced: IsTraced,
    is_upload: IsUpload,
    is_notice: IsNotice,
    tells_times: bool,
    headers: Arc<SecurityHeaders>,
    draining: CancellationToken,
    bodies: Shared,
    notices: Shared,
    requests: Shared,
    scheme: Scheme,
    times: Times,
}

impl Around {
    async fn finish_only(State(around): State<Arc<Self>>, request: Request, next: Next) -> Response {
        let version = request.version();
        around.finish(version, next.run(request).await)
    }

    async fn surround(State(around): State<Arc<Self>>, request: Request, next: Next) -> Response {
        let (version, began) = (request.version(), Instant::now());
        let tracing = (&around.joining, around.is_traced);
        let answering = request_span::trace(tracing, request, |request| around.answer(request, next));
        let mut response = answering.await;
        if around.tells_times && response.status().is_success() {
            response
                .headers_mut()
                .insert(SERVER_TIMING, server_timing(began.elapsed()));
        }
        around.finish(version, response)
    }

    /// The answer in time, whatever happens.
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

    async fn admit(&self, request: Request, next: Next) -> Result<Response, Refused> {
        let request = if (self.is_upload)(&request) {
            request
        } else {
            let (places, most_kib) = if (self.is_notice)(&request) {
                (&self.notices, NOTICE_KIB)
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

    /// While the program drains, each HTTP/1 answer is its connection's last, so that clients come back elsewhere.
    /// HTTP/2 has a frame for that, which the server sends.
    fn finish(&self, version: Version, mut response: Response) -> Response {
        self.headers.add(response.headers_mut());
        if version < Version::HTTP_2 && self.draining.is_cancelled() {
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(header::CONNECTION, close);
        }
        response
    }
}
