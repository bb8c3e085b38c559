//! The error responses of calls by shoppers, for the OpenAPI document.

use utoipa::IntoResponses;
use web::answer::error_responses::{ErrorResponses, SERVICE_DOWN, error_responses};

/// The error responses of every call that needs a session.
pub(crate) struct SessionErrors;

impl IntoResponses for SessionErrors {
    fn responses() -> ErrorResponses {
        error_responses([("401", "No valid session", "Refusal"), SERVICE_DOWN])
    }
}

/// The error responses of every call with a rate limit.
pub(crate) struct LimitErrors;

impl IntoResponses for LimitErrors {
    fn responses() -> ErrorResponses {
        error_responses([
            (
                "429",
                "Too many requests; `Retry-After` says when to try again",
                "Refusal",
            ),
            SERVICE_DOWN,
        ])
    }
}
