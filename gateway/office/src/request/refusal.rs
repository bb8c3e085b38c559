//! Why a request is refused, and what the document says of it.

use std::collections::BTreeMap;

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use runtime::status;
use serde::Serialize;
use tonic::{Code, Status};
use utoipa::{
    IntoResponses, ToSchema,
    openapi::{Content, Ref, RefOr, ResponseBuilder, response},
};
use web::{Error, answer};

use crate::request::field_names::rest_name;

/// What whoever has no session reads.
const SIGN_IN_FIRST: &str = "Please sign in.";

/// What whoever may not do what they asked for reads.
const NOT_ALLOWED: &str = "Your role does not allow this.";

/// What whoever has to show again who they are reads.
const SHOW_AGAIN: &str = "Please show again that it is you.";

/// The reason of a service's door for which another proof of who it is helps.
const REAUTHENTICATE: &str = "REAUTHENTICATE";

/// Why a request is refused.
#[derive(Debug)]
pub(crate) enum Refused {
    /// It is refused for a reason that any request may have.
    Plain(Error),
    /// Nobody is signed in: the browser is to forget the cookie that it has, by this `Set-Cookie`.
    SignedOut(HeaderValue),
    /// Whoever is signed in has to show again that it is they.
    Reauthenticate,
}

/// An answer to whoever may not do what they asked for.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Forbidden {
    /// Always false.
    #[schema(example = false)]
    success: bool,
    /// Why, fit for the people of the shop.
    #[schema(example = "Your role does not allow this.")]
    message: &'static str,
    /// Why, for programs.
    #[schema(example = "NO_PERMISSION")]
    code: &'static str,
    /// `REAUTHENTICATE` when the same request is answered once they have shown again that it is they; else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<&'static str>,
}

impl Refused {
    /// What cannot be done as things stand, by what the service says of it: why, and the fields to change where there are some.
    fn conflict(status: &Status) -> Self {
        let details = status.details().to_vec().into();
        let conflict = Status::with_details(Code::Aborted, status.message(), details);
        Self::Plain(Error::from(conflict).rename_fields(rest_name))
    }
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Self::Plain(error)
    }
}

/// What a service says, its fields called what REST calls them. `PERMISSION_DENIED` comes from its door, which knows what the role
/// permits; `FAILED_PRECONDITION` with a reason is something that the people of the shop can do something about.
impl From<Status> for Refused {
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

impl IntoResponse for Refused {
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

/// Why a change is refused: for a reason that any request may have, or because things do not stand as they were looked at, which the
/// answer of type `Conflict` says.
#[derive(Debug)]
pub(crate) enum OrConflict<Conflict> {
    /// A reason that any request may have.
    Refused(Refused),
    /// Things do not stand so.
    Conflict(Box<Conflict>),
}

impl<Conflict> From<Refused> for OrConflict<Conflict> {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl<Conflict> From<Error> for OrConflict<Conflict> {
    fn from(error: Error) -> Self {
        Self::Refused(error.into())
    }
}

impl<Conflict: Serialize> IntoResponse for OrConflict<Conflict> {
    fn into_response(self) -> Response {
        match self {
            Self::Refused(refused) => refused.into_response(),
            Self::Conflict(conflict) => (StatusCode::CONFLICT, answer::json(&conflict)).into_response(),
        }
    }
}

type Described = BTreeMap<String, RefOr<response::Response>>;

/// What every call that is made for somebody of the staff may answer.
pub(crate) struct StaffOnly;

impl IntoResponses for StaffOnly {
    fn responses() -> Described {
        described([
            ("401", "Nobody is signed in", "Refusal"),
            (
                "403",
                "The role does not permit it, or they have to show again that it is they",
                "Forbidden",
            ),
            (
                "503",
                "Something is down; `Retry-After` says when to try again",
                "Refusal",
            ),
        ])
    }
}

/// What every call with a body may answer.
pub(crate) struct ReadsBody;

impl IntoResponses for ReadsBody {
    fn responses() -> Described {
        described([
            ("400", "The body is not JSON or not of this shape", "Refusal"),
            ("413", "The body is larger than 64 KiB", "Refusal"),
            ("415", "The body's type is not application/json", "Refusal"),
            ("422", "A value breaks a rule", "Refusal"),
        ])
    }
}

/// What every call with a query may answer.
pub(crate) struct ReadsQuery;

impl IntoResponses for ReadsQuery {
    fn responses() -> Described {
        described([
            ("400", "The query cannot be read", "Refusal"),
            ("422", "A parameter breaks a rule", "Refusal"),
        ])
    }
}

/// What every call that tries a password, a code or an invitation may answer.
pub(crate) struct CountsTries;

impl IntoResponses for CountsTries {
    fn responses() -> Described {
        described([
            (
                "429",
                "Too many tries; `Retry-After` says when to try again",
                "Refusal",
            ),
            (
                "503",
                "Something is down; `Retry-After` says when to try again",
                "Refusal",
            ),
        ])
    }
}

/// Answers by their status, each with the schema of its body.
fn described<const N: usize>(answers: [(&str, &str, &str); N]) -> Described {
    let answers = answers.map(|(status, description, schema)| {
        let content = Content::new(Some(Ref::from_schema_name(schema)));
        let response = ResponseBuilder::new()
            .description(description)
            .content("application/json", content)
            .build();
        (status.to_owned(), RefOr::T(response))
    });
    BTreeMap::from(answers)
}
