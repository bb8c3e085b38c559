//! What surrounds every request, in order.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    middleware::{Next, from_fn_with_state, map_response_with_state},
    response::Response,
};
use http::{HeaderValue, Version, header};
use tokio_util::sync::CancellationToken;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;

use crate::{
    client_address::TrustedProxies,
    error,
    limits::{self, Limits, Shared},
    places::Places,
    request_body,
    request_span::{self, Joining},
    security_headers::{self, PagePolicy, SecurityHeaders},
    settings::Settings,
};

/// What the server and the layers need to know.
#[derive(Debug)]
pub struct Surroundings {
    pub(crate) limits: Limits,
    pub(crate) proxies: Arc<TrustedProxies>,
    pub(crate) headers: Arc<SecurityHeaders>,
    /// Whose traces requests join.
    pub(crate) joining: Joining,
    /// Cancelled as soon as a stop is asked for.
    pub(crate) draining: CancellationToken,
}

impl Surroundings {
    /// What these settings say, with what the door's pages may do.
    pub fn new(settings: &Settings, policy: PagePolicy, draining: CancellationToken) -> Self {
        let proxies = Arc::new(settings.trusted_proxies.clone());
        Self {
            limits: settings.limits.clone(),
            headers: Arc::new(SecurityHeaders::new(policy, settings.hsts.clone())),
            joining: Joining {
                proxies: settings.join_traces.then(|| Arc::clone(&proxies)),
            },
            proxies,
            draining,
        }
    }
}

/// The routes inside their layers, outermost first. Health checks need nothing but the headers.
pub fn layered<S: Clone + Send + Sync + 'static>(
    routes: Router<S>,
    health: Router<S>,
    around: &Surroundings,
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
    let (bodies, requests) = (shared(max_unread_bodies.get()), shared(max_requests.get()));
    let layers = ServiceBuilder::new()
        .layer(from_fn_with_state(around.joining.clone(), request_span::trace))
        .layer(CatchPanicLayer::custom(error::panicked))
        .layer(from_fn_with_state(times.answer, limits::time_out))
        .layer(from_fn_with_state((bodies, times.body), request_body::read))
        .layer(from_fn_with_state(requests, limits::shed_load));
    routes
        .layer(layers)
        .merge(health)
        .layer(map_response_with_state(
            Arc::clone(&around.headers),
            security_headers::add,
        ))
        .layer(from_fn_with_state(around.draining.clone(), say_goodbye))
}

/// While the program drains, each HTTP/1 answer is its connection's last, so that clients come back elsewhere. HTTP/2 has
/// a frame for that, which the server sends.
async fn say_goodbye(State(draining): State<CancellationToken>, request: Request, next: Next) -> Response {
    let closes = request.version() < Version::HTTP_2;
    let mut response = next.run(request).await;
    if closes && draining.is_cancelled() {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    response
}
