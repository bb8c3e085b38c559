//! Requests that other sites make in a shopper's name are refused, by what browsers say of them: `Sec-Fetch-Site`, and `Origin`
//! where that is missing. Clients that are no browsers send neither and have no shopper's cookie.

use axum::{
    Router,
    extract::Request,
    response::{IntoResponse as _, Response},
};
use http::{HeaderName, StatusCode, header};
use tower_http::csrf::{CsrfLayer, ProtectionError};

use crate::{answer::error::Error, settings::Settings};

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The routes, guarded. Reading is always allowed.
pub fn guarded<S: Clone + Send + Sync + 'static>(
    routes: Router<S>,
    settings: &Settings,
) -> anyhow::Result<Router<S>> {
    let origin = settings.origin()?;
    let layer = CsrfLayer::new().add_trusted_origin(&origin)?;
    let layer = layer.with_rejection_response(refuse as fn(ProtectionError) -> Response);
    Ok(routes.layer(layer))
}

/// How the origins of the site's own pages begin.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scheme(&'static str);

impl Scheme {
    pub(crate) fn new(is_over_tls: bool) -> Self {
        Self(if is_over_tls { "https://" } else { "http://" })
    }

    /// Refuses what the layer of [`guarded`] would let pass: that layer compares only the host of `Origin`, so a page of the same
    /// host over plain HTTP would pass, and an attacker on the network can write that page. `Sec-Fetch-Site` tells the two apart
    /// by itself.
    pub(crate) fn check(self, request: &Request) -> Result<(), Error> {
        let headers = request.headers();
        let is_other = |origin: &http::HeaderValue| !origin.as_bytes().starts_with(self.0.as_bytes());
        let is_from_other_scheme =
            !headers.contains_key(SEC_FETCH_SITE) && headers.get(header::ORIGIN).is_some_and(is_other);
        if request.method().is_safe() || !is_from_other_scheme {
            return Ok(());
        }
        tracing::warn!("a request from a page of another scheme was refused");
        Err(refusal())
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the signature that the layer asks for"
)]
fn refuse(error: ProtectionError) -> Response {
    tracing::warn!(%error, "a request from another site was refused");
    refusal().into_response()
}

fn refusal() -> Error {
    Error::new(StatusCode::FORBIDDEN, "This request came from another site.")
}
