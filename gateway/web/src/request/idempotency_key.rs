//! The key that a client sends with each try of one request, so that it is done once.

use http::{HeaderMap, StatusCode};
use runtime::status::Rule;

use crate::Error;

/// The header that carries it.
pub const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

/// The key as it was sent, none when there was none; which keys are good is the rule of whoever keeps them.
pub fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, Error> {
    let mut keys = headers.get_all(IDEMPOTENCY_KEY).into_iter();
    let (key, more) = (keys.next(), keys.next());
    let Some(key) = key else { return Ok(None) };
    if more.is_some() {
        let broken = Rule::Repeated.says("must be sent once");
        return Err(Error::field(StatusCode::BAD_REQUEST, IDEMPOTENCY_KEY, broken));
    }
    if key.is_empty() {
        // To a service an empty key is no key, and the sender meant to have one.
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
