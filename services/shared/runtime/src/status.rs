use std::{
    collections::{BTreeMap, HashMap},
    error::Error,
    iter,
    sync::Arc,
    time::Duration,
};

use prost::{Message as _, Name};
use prost_types::Any;
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, FieldViolation, StatusExt as _, pb};
pub use violations::{Broken, CODES, Rule, Violation, field};

/// The domain of all our `ErrorInfo` details.
const DOMAIN: &str = "shop";

/// The message for users who cannot change anything.
pub const SOMETHING_WENT_WRONG: &str = "Something went wrong. Please try again.";

/// Limit of violations in an error. They travel in a header, and clients accept 16 KiB of headers; above it,
/// the caller would only see a broken connection.
const MOST_VIOLATIONS: usize = 32;

/// The values of the broken rules, beside `BadRequest`. Equals the contract's
/// `shop.violation.v1.ViolationParams`.
#[derive(Clone, PartialEq, prost::Message)]
struct ViolationParams {
    #[prost(message, repeated, tag = "1")]
    violations: Vec<Params>,
}

/// The values of one rule.
#[derive(Clone, PartialEq, prost::Message)]
struct Params {
    #[prost(btree_map = "string, int64", tag = "1")]
    numbers: BTreeMap<String, i64>,
}

impl Name for ViolationParams {
    const NAME: &'static str = "ViolationParams";
    const PACKAGE: &'static str = "shop.violation.v1";

    fn type_url() -> String {
        format!("type.googleapis.com/{}", Self::full_name())
    }
}

/// `INVALID_ARGUMENT` with the first 32 violations. Its message is that of the first.
pub fn invalid(violations: Vec<Violation>) -> Status {
    let message = violations.first().map_or("", Violation::message).to_owned();
    with_violations(Code::InvalidArgument, message, ErrorDetails::new(), violations)
}

/// An error with a `reason` for programs, and the first 32 violations.
pub fn with_fields(
    code: Code,
    reason: &'static str,
    message: impl Into<String>,
    violations: Vec<Violation>,
) -> Status {
    let details = ErrorDetails::with_error_info(reason, DOMAIN, HashMap::new());
    with_violations(code, message.into(), details, violations)
}

fn with_violations(
    code: Code,
    message: String,
    mut details: ErrorDetails,
    mut violations: Vec<Violation>,
) -> Status {
    violations.truncate(MOST_VIOLATIONS);
    let params = ViolationParams {
        violations: violations.iter().map(params).collect(),
    };
    let told = violations
        .into_iter()
        .map(|Violation { field, broken }| FieldViolation {
            reason: broken.rule().code().to_owned(),
            ..FieldViolation::new(field, broken.into_message())
        });
    details.set_bad_request(told.collect::<Vec<_>>());
    let status = Status::with_error_details(code, message, details);
    if params.violations.iter().all(|params| params.numbers.is_empty()) {
        return status;
    }
    with_message(&status, &params)
}

fn params(violation: &Violation) -> Params {
    let named = violation.broken.rule().params().into_iter();
    Params {
        numbers: named.map(|(name, value)| (name.to_owned(), value)).collect(),
    }
}

/// An error with a `reason` for programs, such as `PRICE_CHANGED`.
pub fn with_reason(code: Code, reason: &'static str, message: impl Into<String>) -> Status {
    Status::with_error_details(
        code,
        message,
        ErrorDetails::with_error_info(reason, DOMAIN, HashMap::new()),
    )
}

/// `UNAVAILABLE`: a dependency is down. Retry after `retry_after`.
pub fn unavailable(message: impl Into<String>, retry_after: Duration) -> Status {
    Status::with_error_details(
        Code::Unavailable,
        message,
        ErrorDetails::with_retry_info(Some(retry_after)),
    )
}

/// `RESOURCE_EXHAUSTED`: too many calls, with a `reason` for programs. Retry after `retry_after`.
pub fn too_many(reason: &'static str, message: impl Into<String>, retry_after: Duration) -> Status {
    let mut details = ErrorDetails::with_retry_info(Some(retry_after));
    details.set_error_info(reason, DOMAIN, HashMap::new());
    Status::with_error_details(Code::ResourceExhausted, message, details)
}

/// `INTERNAL`: hides the source from the caller. The server's frame logs it once.
pub fn internal(source: impl Into<Box<dyn Error + Send + Sync>>) -> Status {
    caused_by(Status::internal(SOMETHING_WENT_WRONG), source)
}

/// Adds the cause of a failure, for the server's log only. It is not sent.
pub fn caused_by(mut status: Status, source: impl Into<Box<dyn Error + Send + Sync>>) -> Status {
    status.set_source(Arc::from(source.into()));
    status
}

/// Adds a message of the contract to an error, for programs that know it. [`message`] reads it.
///
/// It travels in a header, within 16 KiB of headers. The error's source is dropped, so call [`caused_by`]
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

/// The message that [`with_message`] added. `None` if there is none of this type.
pub fn message<M: Name + Default>(status: &Status) -> Option<M> {
    let told = pb::Status::decode(status.details()).ok()?;
    told.details.iter().find_map(|any| any.to_msg().ok())
}

/// The details of a gRPC error, beside code and message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Details {
    /// The violations.
    pub violations: Vec<ViolationDetail>,
    /// The reason for programs, such as `PRICE_CHANGED`.
    pub reason: Option<String>,
    /// When to retry.
    pub retry_after: Option<Duration>,
}

/// A received [`Violation`]. Its code may be unknown, because the service may be older or newer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViolationDetail {
    /// The field, with its name in the contract.
    pub field: String,
    /// The message for shoppers.
    pub message: String,
    /// The code of the rule. `None` from services without codes.
    pub code: Option<String>,
    /// The values of the rule, by name.
    pub params: BTreeMap<String, i64>,
}

/// Reads the details that [`invalid`], [`with_reason`], [`unavailable`] and [`too_many`] wrote. Empty for
/// other errors.
pub fn details(status: &Status) -> Details {
    let details = status.get_error_details();
    Details {
        violations: violations(status, &details),
        reason: details.error_info().map(|info| info.reason.clone()),
        retry_after: details.retry_info().and_then(|info| info.retry_delay),
    }
}

fn violations(status: &Status, details: &ErrorDetails) -> Vec<ViolationDetail> {
    let params = message::<ViolationParams>(status).unwrap_or_default();
    let params = params.violations.into_iter().map(|params| params.numbers);
    let told = details
        .bad_request()
        .into_iter()
        .flat_map(|request| &request.field_violations);
    told.zip(params.chain(iter::repeat(BTreeMap::new())))
        .map(|(told, params)| ViolationDetail {
            field: told.field.clone(),
            message: told.description.clone(),
            code: (!told.reason.is_empty()).then(|| told.reason.clone()),
            params,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn violations_come_back_as_they_were_written() {
        let status = invalid(vec![
            Violation::new("full_name", Rule::Required.says("Name is required")),
            Violation::new(
                "lines[0].quantity",
                Rule::OutOfRange { min: 1, max: 99 }.says("Choose between 1 and 99 packs"),
            ),
        ]);
        assert_eq!(status.code(), Code::InvalidArgument);
        assert_eq!(status.message(), "Name is required");
        let told = |field: &str, message: &str, code: &str, params: &[(&str, i64)]| ViolationDetail {
            field: field.to_owned(),
            message: message.to_owned(),
            code: Some(code.to_owned()),
            params: params
                .iter()
                .map(|(name, value)| ((*name).to_owned(), *value))
                .collect(),
        };
        let violations = vec![
            told("full_name", "Name is required", "REQUIRED", &[]),
            told(
                "lines[0].quantity",
                "Choose between 1 and 99 packs",
                "OUT_OF_RANGE",
                &[("min", 1), ("max", 99)],
            ),
        ];
        assert_eq!(
            details(&status),
            Details {
                violations,
                ..Details::default()
            }
        );
    }

    #[test]
    fn violations_of_an_older_service_come_without_codes() {
        let told = ErrorDetails::with_bad_request_violation("email", "Invalid email");
        let status = Status::with_error_details(Code::InvalidArgument, "Invalid email", told);
        let [violation] = &details(&status).violations[..] else {
            panic!("{status} tells one violation");
        };
        assert_eq!(violation.message, "Invalid email");
        assert_eq!((&violation.code, &violation.params), (&None, &BTreeMap::new()));
    }

    #[test]
    fn as_many_violations_as_travel_fit_into_a_header() {
        let longest = Rule::OutOfRange {
            min: i64::MIN,
            max: i64::MAX,
        };
        let violation = |index: usize| {
            let values = format!("{} {}", i64::MIN, i64::MAX);
            Violation::new(
                format!("lines[{index}].weight_in_grams"),
                longest.says(format!("{}{values}", "x".repeat(60))),
            )
        };
        let status = invalid((0..1_000).map(violation).collect());
        assert_eq!(details(&status).violations.len(), MOST_VIOLATIONS);
        // Message and details are separate headers, the details in base64.
        let bytes = status.message().len() + status.details().len().div_ceil(3) * 4;
        assert!(bytes < 15 * 1024, "{bytes}");
    }

    #[test]
    fn a_reason_comes_back_as_it_was_written() {
        let status = with_reason(Code::Aborted, "PRICE_CHANGED", "Karela Powder now costs ₹259");
        assert_eq!(status.code(), Code::Aborted);
        assert_eq!(details(&status).reason.as_deref(), Some("PRICE_CHANGED"));
    }

    #[test]
    fn a_reason_comes_with_the_fields_that_it_is_about() {
        let missing = Violation::new("cautions", Rule::TooShort { min: 1 }.says("At least 1 letter"));
        let status = with_fields(
            Code::FailedPrecondition,
            "INCOMPLETE",
            "It is not whole",
            vec![missing],
        );
        let details = details(&status);
        assert_eq!(
            (status.code(), status.message()),
            (Code::FailedPrecondition, "It is not whole")
        );
        assert_eq!(details.reason.as_deref(), Some("INCOMPLETE"));
        assert_eq!(
            (
                details.violations[0].field.as_str(),
                details.violations[0].params["min"]
            ),
            ("cautions", 1)
        );
    }

    #[test]
    fn a_delay_comes_back_as_it_was_written() {
        for status in [
            unavailable("down", Duration::from_secs(2)),
            too_many("BUSY", "slow", Duration::from_secs(2)),
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
