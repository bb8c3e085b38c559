use std::{collections::HashMap, error::Error, sync::Arc, time::Duration};

use prost::{Message as _, Name};
use prost_types::Any;
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt as _, pb};

/// The domain of every `ErrorInfo` of ours.
const DOMAIN: &str = "shop";

/// What a person reads when there is nothing they could change.
pub const SOMETHING_WENT_WRONG: &str = "Something went wrong. Please try again.";

/// Violations that an error tells at most. They travel in a header, and clients take 16 KiB of headers; with more, the
/// caller would hear only that the connection broke.
const MOST_VIOLATIONS: usize = 32;

/// One value that breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The field, as the contract names it, such as `lines[0].quantity`.
    pub field: String,
    /// What to change, fit for a shopper.
    pub message: String,
}

impl Violation {
    /// A violation of the rule that `message` states.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            message: message.into(),
        }
    }
}

/// The value of a field that was read; what is wrong with it joins `violations`, so that a form tells everything at once.
pub fn field<T>(
    name: &str,
    read: Result<T, impl Into<String>>,
    violations: &mut Vec<Violation>,
) -> Option<T> {
    read.map_err(|message| violations.push(Violation::new(name, message)))
        .ok()
}

/// `INVALID_ARGUMENT` with the violations found, the first 32 of them; its message is the first one's.
pub fn invalid(violations: Vec<Violation>) -> Status {
    let message = violations
        .first()
        .map_or_else(String::new, |violation| violation.message.clone());
    let mut details = ErrorDetails::new();
    for Violation { field, message } in violations.into_iter().take(MOST_VIOLATIONS) {
        details.add_bad_request_violation(field, message);
    }
    Status::with_error_details(Code::InvalidArgument, message, details)
}

/// A refusal that programs tell apart by `reason`, such as `PRICE_CHANGED`.
pub fn with_reason(code: Code, reason: &'static str, message: impl Into<String>) -> Status {
    Status::with_error_details(
        code,
        message,
        ErrorDetails::with_error_info(reason, DOMAIN, HashMap::new()),
    )
}

/// `UNAVAILABLE`: something the call needs is down; worth another try after `retry_after`.
pub fn unavailable(message: impl Into<String>, retry_after: Duration) -> Status {
    Status::with_error_details(
        Code::Unavailable,
        message,
        ErrorDetails::with_retry_info(Some(retry_after)),
    )
}

/// `RESOURCE_EXHAUSTED`: too many calls; worth another try after `retry_after`.
pub fn too_many(message: impl Into<String>, retry_after: Duration) -> Status {
    Status::with_error_details(
        Code::ResourceExhausted,
        message,
        ErrorDetails::with_retry_info(Some(retry_after)),
    )
}

/// `INTERNAL`: the caller learns nothing, the server's frame logs the source once.
pub fn internal(source: impl Into<Box<dyn Error + Send + Sync>>) -> Status {
    caused_by(Status::internal(SOMETHING_WENT_WRONG), source)
}

/// Adds what caused a failure, for the server's log only: it does not travel.
pub fn caused_by(mut status: Status, source: impl Into<Box<dyn Error + Send + Sync>>) -> Status {
    status.set_source(Arc::from(source.into()));
    status
}

/// Adds a message of the contract to an error, for programs that know it; [`message`] reads it back.
///
/// It travels in a header, of which all together may have 16 KiB. The error's source stays behind, so [`caused_by`] comes
/// after this.
pub fn with_message(status: &Status, message: &impl Name) -> Status {
    let mut told = pb::Status::decode(status.details()).unwrap_or_default();
    told.code = status.code().into();
    status.message().clone_into(&mut told.message);
    told.details
        .push(Any::from_msg(message).expect("a vector has room for it"));
    let (details, metadata) = (told.encode_to_vec().into(), status.metadata().clone());
    Status::with_details_and_metadata(status.code(), status.message(), details, metadata)
}

/// The message that [`with_message`] added; none when there is none of this type.
pub fn message<M: Name + Default>(status: &Status) -> Option<M> {
    let told = pb::Status::decode(status.details()).ok()?;
    told.details.iter().find_map(|any| any.to_msg().ok())
}

/// What a gRPC error says beyond its code and message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Details {
    /// The values that break a rule.
    pub violations: Vec<Violation>,
    /// Why, for programs, such as `PRICE_CHANGED`.
    pub reason: Option<String>,
    /// When another try makes sense.
    pub retry_after: Option<Duration>,
}

/// Reads back what [`invalid`], [`with_reason`], [`unavailable`] and [`too_many`] wrote; empty for other errors.
pub fn details(status: &Status) -> Details {
    let details = status.get_error_details();
    Details {
        violations: details
            .bad_request()
            .into_iter()
            .flat_map(|request| &request.field_violations)
            .map(|violation| Violation::new(&violation.field, &violation.description))
            .collect(),
        reason: details.error_info().map(|info| info.reason.clone()),
        retry_after: details.retry_info().and_then(|info| info.retry_delay),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn violations_come_back_as_they_were_written() {
        let violations = vec![
            Violation::new("full_name", "Name is required"),
            Violation::new("lines[0].quantity", "Choose between 1 and 99 packs"),
        ];
        let status = invalid(violations.clone());
        assert_eq!(status.code(), Code::InvalidArgument);
        assert_eq!(status.message(), "Name is required");
        assert_eq!(
            details(&status),
            Details {
                violations,
                ..Details::default()
            }
        );
    }

    #[test]
    fn a_reason_comes_back_as_it_was_written() {
        let status = with_reason(Code::Aborted, "PRICE_CHANGED", "Karela Powder now costs ₹259");
        assert_eq!(status.code(), Code::Aborted);
        assert_eq!(details(&status).reason.as_deref(), Some("PRICE_CHANGED"));
    }

    #[test]
    fn a_delay_comes_back_as_it_was_written() {
        for status in [
            unavailable("down", Duration::from_secs(2)),
            too_many("slow", Duration::from_secs(2)),
        ] {
            assert_eq!(details(&status).retry_after, Some(Duration::from_secs(2)));
        }
    }

    #[test]
    fn an_internal_error_tells_its_source_only_to_the_log() {
        let status = internal(std::io::Error::other("password is hunter2"));
        assert_eq!(status.message(), SOMETHING_WENT_WRONG);
        assert!(
            status
                .source()
                .is_some_and(|source| source.to_string().contains("hunter2"))
        );
        assert_eq!(details(&status), Details::default());
    }
}
