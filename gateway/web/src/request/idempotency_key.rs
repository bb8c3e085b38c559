//! The idempotency key, which a client sends with each retry of a request.

use http::{HeaderMap, StatusCode};
use runtime::status::Rule;

use crate::Error;

/// The header of the idempotency key.
pub const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

/// The key as sent; `None` if there is none. The service that stores keys validates them.
pub fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, Error> {
    let mut keys = headers.get_all(IDEMPOTENCY_KEY).into_iter();
    let (key, more) = (keys.next(), keys.next());
    let Some(key) = key else { return Ok(None) };
    if more.is_some() {
        let broken = Rule::Repeated.says("must be sent once");
        return Err(Error::field(StatusCode::BAD_REQUEST, IDEMPOTENCY_KEY, broken));
    }
    if key.is_empty() {
        // An empty key is an error here, because the service would take it as no key.
        let broken = Rule::Required.says("must not be empty");
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        return Err(Error::field(status, IDEMPOTENCY_KEY, broken));
    }
    let key = key.to_str().map(str::to_owned);
    key.map(Some).map_err(|_| {
        let broken = Rule::NotAllowedCharacters.says("must be visible ASCII characters");
        Error::field(StatusCode::BAD_REQUEST, IDEMPOTENCY_KEY, broken)
    })
}
