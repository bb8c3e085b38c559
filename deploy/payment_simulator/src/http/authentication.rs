//! Basic authentication (`markdown/api/authentication.md`).

use std::sync::Arc;

use axum::{
    extract::{Request, State},
    http::header::AUTHORIZATION,
    middleware::Next,
    response::Response,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};

use crate::{api_error::ApiError, provider::Provider};

/// Requires the key. The scheme is case-sensitive as on the page: `Basic`, and not `basic`.
pub(super) async fn authenticated(
    State(provider): State<Arc<Provider>>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let settings = &provider.settings;
    let expected = format!("{}:{}", settings.key_id, settings.key_secret);
    let given = request
        .headers()
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok()?.strip_prefix("Basic "))
        .and_then(|encoded| STANDARD.decode(encoded).ok());
    // A timing attack is harmless here, because the secret protects nothing.
    if given.as_deref() != Some(expected.as_bytes()) {
        return Err(ApiError::unauthenticated());
    }
    Ok(next.run(request).await)
}
