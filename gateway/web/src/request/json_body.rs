//! Parses a request's JSON body strictly, with errors that say what to change.

use axum::{
    extract::{FromRequest, Request},
    http::{HeaderMap, StatusCode, header},
};
use bytes::Bytes;
use runtime::status::{Broken, Rule};
use serde::de::DeserializeOwned;

use crate::{answer::error::Error, request::whole_number::NOT_WHOLE};

/// A JSON body of the shape `T`.
#[derive(Debug)]
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        if !is_json(request.headers()) {
            let message = "The body must be JSON: send it with Content-Type: application/json.";
            return Err(Error::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
        }
        let body = Bytes::from_request(request, state)
            .await
            .map_err(|rejection| Error::internal(rejection.body_text()))?;
        parse(&body).map(Self)
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let content_type = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let essence = content_type
        .and_then(|value| value.split(';').next())
        .unwrap_or_default()
        .trim();
    essence.eq_ignore_ascii_case("application/json")
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Error> {
    let mut json = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        refused(&path, error.inner())
    })?;
    json.end().map_err(|error| not_json(&error))?;
    Ok(value)
}

fn refused(path: &str, error: &serde_json::Error) -> Error {
    if !error.is_data() {
        return not_json(error);
    }
    let text = error.to_string();
    // The path names the field; a column helps only if a person wrote the JSON by hand.
    let wrong = text
        .rsplit_once(" at line ")
        .map_or(text.as_str(), |(wrong, _)| wrong);
    let missing = wrong
        .strip_prefix("missing field `")
        .and_then(|rest| rest.strip_suffix('`'));
    let is_missing = || Rule::Required.says("is missing");
    match (path, missing) {
        (".", Some(name)) => Error::field(StatusCode::BAD_REQUEST, name, is_missing()),
        (parent, Some(name)) => {
            let field = format!("{parent}.{name}");
            Error::field(StatusCode::BAD_REQUEST, field, is_missing())
        }
        (".", None) => Error::new(StatusCode::BAD_REQUEST, format!("The body {}.", words(wrong))),
        (path, None) => Error::field(StatusCode::BAD_REQUEST, path, broken(words(wrong))),
    }
}

/// Turns "invalid type: string \"2\", expected a whole number" into "must be a whole number", which says what
/// to change.
fn words(wrong: &str) -> String {
    match wrong.rsplit_once(", expected ") {
        Some((_, "a sequence")) => "must be an array".to_owned(),
        Some((_, expected)) => format!("must be {expected}"),
        None => wrong.to_owned(),
    }
}

/// The JSON parser reports only texts, so the broken rule is derived from them.
fn broken(words: String) -> Broken {
    let rule = if words.starts_with(NOT_WHOLE) {
        Rule::NotWhole
    } else {
        Rule::Malformed
    };
    rule.says(words)
}

fn not_json(error: &serde_json::Error) -> Error {
    Error::new(
        StatusCode::BAD_REQUEST,
        format!("The body is not readable JSON: {error}."),
    )
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse as _;
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "read, and not looked at")]
    struct Order {
        email: String,
        #[serde(default)]
        lines: Vec<Order>,
        quantity: Option<i64>,
        #[serde(default)]
        total: f64,
    }

    #[test]
    fn fuzz_of_json() {
        let corpus: [&[u8]; 5] = [
            br#"{"email":"asha@gmail.com","lines":[{"email":"","quantity":2}],"total":249.5}"#,
            br#"{"email":"\ud83d\ude00","quantity":-9223372036854775808}"#,
            b"[]",
            b"\"\"",
            b"{\"email\": ",
        ];
        fuzz::feed("JSON", &corpus, |body| {
            let refused = [parse::<Order>(body).err(), parse::<serde_json::Value>(body).err()];
            for error in refused.into_iter().flatten() {
                assert!(error.into_response().status().is_client_error());
            }
        });
    }
}
