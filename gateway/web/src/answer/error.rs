//! Refusals: the mapping from gRPC codes to HTTP statuses, and the gateway's own errors.

use std::{any::Any, borrow::Cow, collections::BTreeMap, time::Duration};

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use runtime::status::{self, Broken, SOMETHING_WENT_WRONG};
use tonic::{Code, Status};

use crate::answer::{Refusal, field_error::FieldError};

/// The message for shoppers while a service behind the gateway is down.
const UNAVAILABLE: &str = "The shop cannot answer right now. Please try again in a moment.";

/// The default retry delay: long enough for a restarted service to be back.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// An error response.
#[derive(Debug)]
pub struct Error {
    status: StatusCode,
    message: Cow<'static, str>,
    code: Cow<'static, str>,
    errors: Vec<FieldError>,
    retry_after: Option<Duration>,
    cause: Option<ErrorCause>,
}

/// The internal cause, for operators only. It is attached to the response and logged once with the request's
/// span.
#[derive(Debug, Clone)]
pub(crate) struct ErrorCause(pub(crate) String);

impl Error {
    /// An error with a status and a message for the shopper. Its code is that of the status.
    pub fn new(status: StatusCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            status,
            message: message.into(),
            code: code_of(status).into(),
            errors: Vec::new(),
            retry_after: None,
            cause: None,
        }
    }

    /// Sets a code that clients can distinguish, such as `TOO_LATE`.
    #[must_use]
    pub fn with_code(mut self, code: impl Into<Cow<'static, str>>) -> Self {
        self.code = code.into();
        self
    }

    /// An error about one field; the text continues after the field's name.
    pub fn field(status: StatusCode, field: impl Into<String>, broken: Broken) -> Self {
        let field = field.into();
        let mut error = Self::new(status, format!("{field} {}", broken.message()));
        error.errors.push(FieldError::new(field, broken));
        error
    }

    /// 503: a retry may succeed soon. `cause` is logged.
    pub fn unavailable(cause: impl Into<String>) -> Self {
        Self {
            retry_after: Some(RETRY_AFTER),
            cause: Some(ErrorCause(cause.into())),
            ..Self::new(StatusCode::SERVICE_UNAVAILABLE, UNAVAILABLE)
        }
    }

    /// 500: the shopper cannot fix it. `cause` is logged.
    pub fn internal(cause: impl Into<String>) -> Self {
        Self {
            cause: Some(ErrorCause(cause.into())),
            ..Self::new(StatusCode::INTERNAL_SERVER_ERROR, SOMETHING_WENT_WRONG)
        }
    }

    /// Sets the retry delay.
    #[must_use]
    pub fn retry_after(mut self, delay: Duration) -> Self {
        self.retry_after = Some(delay);
        self
    }

    /// Renames the fields from the contract's names to REST names.
    #[must_use]
    pub fn rename_fields(mut self, rest_name: impl Fn(&str) -> String) -> Self {
        for error in &mut self.errors {
            error.field = rest_name(&error.field);
        }
        self
    }
}

/// The default code of a status.
pub(crate) fn code_of(status: StatusCode) -> &'static str {
    match status {
        StatusCode::BAD_REQUEST => "MALFORMED",
        StatusCode::UNAUTHORIZED => "NOT_LOGGED_IN",
        StatusCode::FORBIDDEN => "FORBIDDEN",
        StatusCode::NOT_FOUND => "NOT_FOUND",
        StatusCode::METHOD_NOT_ALLOWED => "METHOD_NOT_ALLOWED",
        StatusCode::REQUEST_TIMEOUT => "TOO_SLOW",
        StatusCode::CONFLICT => "CONFLICT",
        StatusCode::PAYLOAD_TOO_LARGE | StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => "TOO_LARGE",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "UNSUPPORTED_TYPE",
        StatusCode::UNPROCESSABLE_ENTITY => "INVALID",
        StatusCode::TOO_MANY_REQUESTS => "TOO_OFTEN",
        StatusCode::SERVICE_UNAVAILABLE => "UNAVAILABLE",
        _ => "INTERNAL",
    }
}

/// The response of a request that stops here; boxed because it is large and rare.
#[derive(Debug)]
pub(crate) struct EarlyResponse(pub(crate) Box<Response>);

impl<T: IntoResponse> From<T> for EarlyResponse {
    fn from(refusal: T) -> Self {
        Self(Box::new(refusal.into_response()))
    }
}

/// 404 for every path that the API does not have.
pub fn not_found() -> Error {
    Error::new(StatusCode::NOT_FOUND, "There is nothing at this address.")
}

/// 405 for a path with other methods; the router adds `Allow`.
pub fn method_not_allowed() -> Error {
    Error::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "This address does not take this method.",
    )
}

/// 500 for a handler that panicked; the panic message is logged.
pub(crate) fn panicked(panic: &(dyn Any + Send)) -> Response {
    let said = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied());
    Error::internal(format!("a panic: {}", said.unwrap_or("without words"))).into_response()
}

impl From<Status> for Error {
    fn from(status: Status) -> Self {
        let code = match status.code() {
            Code::InvalidArgument => StatusCode::UNPROCESSABLE_ENTITY,
            Code::Unauthenticated => StatusCode::UNAUTHORIZED,
            Code::PermissionDenied => StatusCode::FORBIDDEN,
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::AlreadyExists | Code::Aborted => StatusCode::CONFLICT,
            Code::ResourceExhausted => StatusCode::TOO_MANY_REQUESTS,
            Code::Unavailable | Code::DeadlineExceeded | Code::Cancelled => {
                return Self::from_unavailable(&status);
            }
            // These codes mean a fault of the server, not of the request.
            Code::Ok
            | Code::Unknown
            | Code::FailedPrecondition
            | Code::OutOfRange
            | Code::Unimplemented
            | Code::Internal
            | Code::DataLoss => return Self::internal(described(&status)),
        };
        let details = status::details(&status);
        let message = match status.message() {
            "" => SOMETHING_WENT_WRONG.to_owned(),
            message => message.to_owned(),
        };
        let waits = code == StatusCode::TOO_MANY_REQUESTS;
        let refusal = Self {
            errors: details.violations.into_iter().map(FieldError::from).collect(),
            retry_after: waits.then(|| details.retry_after.unwrap_or(RETRY_AFTER)),
            ..Self::new(code, message)
        };
        match details.reason {
            Some(reason) => refusal.with_code(reason),
            None => refusal,
        }
    }
}

impl Error {
    /// Only a service that sets the delay has a message for the shopper; other messages come from the
    /// transport.
    fn from_unavailable(status: &Status) -> Self {
        let error = Self::unavailable(described(status));
        match status::details(status).retry_after {
            Some(delay) if !status.message().is_empty() => Self {
                message: status.message().to_owned().into(),
                retry_after: Some(delay),
                ..error
            },
            _ => error,
        }
    }
}

fn described(status: &Status) -> String {
    format!("{:?}: {}", status.code(), status.message())
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        // The header takes whole seconds; zero would cause immediate retries.
        let retry_after = self.retry_after.map(|delay| {
            let is_begun = u64::from(delay.subsec_nanos() > 0);
            (delay.as_secs() + is_begun).max(1)
        });
        let refusal = Refusal {
            success: false,
            message: self.message,
            code: self.code,
            params: BTreeMap::from_iter(retry_after.map(|seconds| ("retryAfterSeconds", seconds))),
            errors: self.errors,
        };
        let mut response = (self.status, refusal).into_response();
        if let Some(seconds) = retry_after {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let Some(cause) = self.cause {
            response.extensions_mut().insert(cause);
        }
        response
    }
}
