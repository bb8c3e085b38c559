//! The error responses of requests, for OpenAPI documents.

use std::collections::BTreeMap;

use utoipa::{
    IntoResponses,
    openapi::{Content, Ref, RefOr, ResponseBuilder, response},
};

/// Responses by status.
pub type ErrorResponses = BTreeMap<String, RefOr<response::Response>>;

/// The response if a service is down: its status, its description, and the schema of its body.
pub const SERVICE_DOWN: (&str, &str, &str) = (
    "503",
    "A service is down; `Retry-After` says when to try again",
    "Refusal",
);

/// The error responses of every call with a body.
#[derive(Debug)]
pub struct BodyErrors;

impl IntoResponses for BodyErrors {
    fn responses() -> ErrorResponses {
        error_responses([
            ("400", "The body is not JSON or not of this shape", "Refusal"),
            ("413", "The body is larger than 64 KiB", "Refusal"),
            ("415", "The body's type is not application/json", "Refusal"),
            ("422", "A value breaks a rule", "Refusal"),
        ])
    }
}

/// The error responses of every call with a query.
#[derive(Debug)]
pub struct QueryErrors;

impl IntoResponses for QueryErrors {
    fn responses() -> ErrorResponses {
        error_responses([
            ("400", "The query cannot be read", "Refusal"),
            ("422", "A parameter breaks a rule", "Refusal"),
        ])
    }
}

/// The error responses of every call that tries a password, a code or an invitation.
#[derive(Debug)]
pub struct AttemptErrors;

impl IntoResponses for AttemptErrors {
    fn responses() -> ErrorResponses {
        error_responses([
            (
                "429",
                "Too many tries; `Retry-After` says when to try again",
                "Refusal",
            ),
            SERVICE_DOWN,
        ])
    }
}

/// Responses from their statuses, descriptions and names of schemas.
pub fn error_responses<const N: usize>(responses: [(&str, &str, &str); N]) -> ErrorResponses {
    let responses = responses.map(|(status, description, schema)| {
        let content = Content::new(Some(Ref::from_schema_name(schema)));
        let response = ResponseBuilder::new()
            .description(description)
            .content("application/json", content)
            .build();
        (status.to_owned(), RefOr::T(response))
    });
    BTreeMap::from(responses)
}
