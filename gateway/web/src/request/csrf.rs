//! CSRF protection: refuses requests from other sites' pages, by `Sec-Fetch-Site` or, if that is missing,
//! `Origin`. Clients that are not browsers send neither header and have no shopper's cookie.

use axum::{
    Router,
    extract::Request,
    response::{IntoResponse as _, Response},
};
use http::{HeaderName, StatusCode, header};
use tower_http::csrf::{CsrfLayer, ProtectionError};

use crate::{answer::error::Error, settings::Settings};

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Guards the routes. Safe methods are always allowed.
pub fn guarded<S: Clone + Send + Sync + 'static>(
    routes: Router<S>,
    settings: &Settings,
) -> anyhow::Result<Router<S>> {
    let origin = settings.origin()?;
    let layer = CsrfLayer::new().add_trusted_origin(&origin)?;
    let layer = layer.with_rejection_response(refuse as fn(ProtectionError) -> Response);
    Ok(routes.layer(layer))
}

/// The scheme of the site's own origin.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scheme(&'static str);

impl Scheme {
    pub(crate) fn new(is_over_tls: bool) -> Self {
        Self(if is_over_tls { "https://" } else { "http://" })
    }

    /// Refuses requests from a page of the same host over plain HTTP, which an attacker on the network can
    /// write. The layer of [`guarded`] allows them, because it compares only the host of `Origin`.
    /// `Sec-Fetch-Site` distinguishes the two itself.
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
