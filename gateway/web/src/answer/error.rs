//! Why a request is refused: the table from gRPC codes to HTTP statuses, and the gateway's own refusals.

use std::{any::Any, borrow::Cow, collections::BTreeMap, time::Duration};

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use runtime::status::{self, Broken, SOMETHING_WENT_WRONG};
use tonic::{Code, Status};

use crate::answer::{Refusal, field_error::FieldError};

/// What a shopper reads while something behind the gateway is down.
const UNAVAILABLE: &str = "The shop cannot answer right now. Please try again in a moment.";

/// When another try makes sense if no service says: long enough for a restarted service to be back.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// A refusal, as HTTP sees it.
#[derive(Debug)]
pub struct Error {
    status: StatusCode,
    message: Cow<'static, str>,
    code: Cow<'static, str>,
    errors: Vec<FieldError>,
    retry_after: Option<Duration>,
    cause: Option<Cause>,
}

/// What only operators may see: rides on the response to the request's span, where it is logged once.
#[derive(Debug, Clone)]
pub(crate) struct Cause(pub(crate) String);

impl Error {
    /// A refusal with a status and a message fit for the shopper. Its code is that of the status.
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

    /// Says why in a code that clients tell apart, such as `TOO_LATE`, where the status alone does not.
    #[must_use]
    pub fn with_code(mut self, code: impl Into<Cow<'static, str>>) -> Self {
        self.code = code.into();
        self
    }

    /// One field is wrong; the words about it go on after its name.
    pub fn field(status: StatusCode, field: impl Into<String>, broken: Broken) -> Self {
        let field = field.into();
        let mut error = Self::new(status, format!("{field} {}", broken.message()));
        error.errors.push(FieldError::new(field, broken));
        error
    }

    /// 503: worth another try in a moment. `cause` is for the log.
    pub fn unavailable(cause: impl Into<String>) -> Self {
        Self {
            retry_after: Some(RETRY_AFTER),
            cause: Some(Cause(cause.into())),
            ..Self::new(StatusCode::SERVICE_UNAVAILABLE, UNAVAILABLE)
        }
    }

    /// 500: nothing the shopper could change. `cause` is for the log.
    pub fn internal(cause: impl Into<String>) -> Self {
        Self {
            cause: Some(Cause(cause.into())),
            ..Self::new(StatusCode::INTERNAL_SERVER_ERROR, SOMETHING_WENT_WRONG)
        }
    }

    /// Says when another try makes sense.
    #[must_use]
    pub fn retry_after(mut self, delay: Duration) -> Self {
        self.retry_after = Some(delay);
        self
    }

    /// Calls the fields what REST calls them, where the contract inside has other names.
    #[must_use]
    pub fn rename_fields(mut self, rest_name: impl Fn(&str) -> String) -> Self {
        for error in &mut self.errors {
            error.field = rest_name(&error.field);
        }
        self
    }
}

/// What a status says to clients when nothing nearer to the request is known.
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

/// The answer to a request that goes no further; boxed, since it is large and seldom.
#[derive(Debug)]
pub(crate) struct Refused(pub(crate) Box<Response>);

impl<T: IntoResponse> From<T> for Refused {
    fn from(refusal: T) -> Self {
        Self(Box::new(refusal.into_response()))
    }
}

/// 404 for every path that the API does not have.
pub fn not_found() -> Error {
    Error::new(StatusCode::NOT_FOUND, "There is nothing at this address.")
}

/// 405 for every path that has other methods; the router adds `Allow`.
pub fn method_not_allowed() -> Error {
    Error::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "This address does not take this method.",
    )
}

/// 500 for a handler that panicked; what it said is for the log.
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
            // An answer with one of these is a fault of ours, not of the request.
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
    /// Only a service that names the delay wrote its message for the shopper; others come from the transport.
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
        // The header takes whole seconds, and zero would invite a storm.
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
