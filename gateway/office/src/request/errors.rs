//! Refusals of requests, and their OpenAPI responses.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use runtime::status;
use serde::Serialize;
use tonic::{Code, Status};
use utoipa::{IntoResponses, ToSchema};
pub(crate) use web::answer::error_responses::{AttemptErrors, BodyErrors, QueryErrors};
use web::{
    Error,
    answer::{
        self,
        error_responses::{ErrorResponses, SERVICE_DOWN, error_responses},
    },
};

use crate::request::field_names::rest_name;

/// The message for a request without a session.
pub(crate) const SIGN_IN_FIRST: &str = "Please sign in.";

/// The message for a staff member without the permission.
const NOT_ALLOWED: &str = "Your role does not allow this.";

/// The message for a call that needs reauthentication.
const SHOW_AGAIN: &str = "Please confirm that it is you.";

/// The service's reason when reauthentication would allow the call.
const REAUTHENTICATE: &str = "REAUTHENTICATE";

/// Why a request is refused.
#[derive(Debug)]
pub(crate) enum ApiError {
    /// A reason common to all requests.
    Plain(Error),
    /// No valid session; this `Set-Cookie` header deletes the browser's cookie.
    SignedOut(HeaderValue),
    /// The signed-in staff member has to reauthenticate.
    Reauthenticate,
}

/// The error when a staff member may not make a call.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Forbidden {
    /// Always false.
    #[schema(example = false)]
    success: bool,
    /// The reason, for staff.
    #[schema(example = "Your role does not allow this.")]
    message: &'static str,
    /// The reason, for programs.
    #[schema(example = "NO_PERMISSION")]
    code: &'static str,
    /// `REAUTHENTICATE` if the request would succeed after reauthentication; else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<&'static str>,
}

impl ApiError {
    /// Converts a conflict that a service reports, with its message and the fields to change.
    fn conflict(status: &Status) -> Self {
        let details = status.details().to_vec().into();
        let conflict = Status::with_details(Code::Aborted, status.message(), details);
        Self::Plain(Error::from(conflict).rename_fields(rest_name))
    }
}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        Self::Plain(error)
    }
}

/// Converts a service's error and renames its fields to REST names. `PERMISSION_DENIED` comes from the
/// service's permission check. `FAILED_PRECONDITION` with a reason is a conflict that staff can resolve.
impl From<Status> for ApiError {
    fn from(status: Status) -> Self {
        let reason = status::details(&status).reason;
        match (status.code(), reason) {
            (Code::PermissionDenied, Some(reason)) if reason == REAUTHENTICATE => Self::Reauthenticate,
            (Code::PermissionDenied, _) => {
                let error = Error::new(StatusCode::FORBIDDEN, NOT_ALLOWED);
                Self::Plain(error.with_code("NO_PERMISSION"))
            }
            (Code::FailedPrecondition, Some(_)) => Self::conflict(&status),
            _ => Self::Plain(Error::from(status).rename_fields(rest_name)),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        match self {
            Self::Plain(error) => error.into_response(),
            Self::SignedOut(cookie) => {
                let error = Error::new(StatusCode::UNAUTHORIZED, SIGN_IN_FIRST).with_code("NOT_SIGNED_IN");
                ([(header::SET_COOKIE, cookie)], error).into_response()
            }
            Self::Reauthenticate => {
                let refusal = Forbidden {
                    success: false,
                    message: SHOW_AGAIN,
                    code: REAUTHENTICATE,
                    reason: Some(REAUTHENTICATE),
                };
                (StatusCode::FORBIDDEN, answer::json(&refusal)).into_response()
            }
        }
    }
}

/// Why a change is refused: a reason common to all requests, or a conflict with the current state, described
/// by `Conflict`.
#[derive(Debug)]
pub(crate) enum ChangeError<Conflict> {
    /// A reason common to all requests.
    Api(ApiError),
    /// A conflict with the current state.
    Conflict(Box<Conflict>),
}

impl<Conflict> From<ApiError> for ChangeError<Conflict> {
    fn from(refused: ApiError) -> Self {
        Self::Api(refused)
    }
}

impl<Conflict> From<Error> for ChangeError<Conflict> {
    fn from(error: Error) -> Self {
        Self::Api(error.into())
    }
}

impl<Conflict: Serialize> IntoResponse for ChangeError<Conflict> {
    fn into_response(self) -> Response {
        match self {
            Self::Api(refused) => refused.into_response(),
            Self::Conflict(conflict) => (StatusCode::CONFLICT, answer::json(&conflict)).into_response(),
        }
    }
}

/// The error responses of every call for a staff member.
pub(crate) struct StaffErrors;

impl IntoResponses for StaffErrors {
    fn responses() -> ErrorResponses {
        error_responses([
            ("401", "There is no valid session", "Refusal"),
            (
                "403",
                "The role lacks the permission, or the staff member must reauthenticate",
                "Forbidden",
            ),
            SERVICE_DOWN,
        ])
    }
}
