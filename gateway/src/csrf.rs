//! Requests that other sites make in a shopper's name are refused, by what browsers say of them: `Sec-Fetch-Site`, and
//! `Origin` where that is missing. Clients that are no browsers send neither and have no shopper's cookie.

use axum::response::{IntoResponse as _, Response};
use http::StatusCode;
use tower_http::csrf::{CsrfLayer, ProtectionError};

use crate::{error::Error, settings::Settings};

type Refuse = fn(ProtectionError) -> Response;

/// The layer around every route. Reading is always allowed.
pub(crate) fn layer(settings: &Settings) -> anyhow::Result<CsrfLayer<Refuse>> {
    let layer = CsrfLayer::new().add_trusted_origin(settings.origin()?)?;
    Ok(layer.with_rejection_response(refuse as Refuse))
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the signature that the layer asks for"
)]
fn refuse(error: ProtectionError) -> Response {
    tracing::warn!(%error, "a request from another site was refused");
    Error::new(StatusCode::FORBIDDEN, "This request came from another site.").into_response()
}
