//! The errors of payment calls, and their gRPC statuses.

use std::time::Duration;

use jobs::Failure;
use runtime::status::{self, Violation};
use tonic::{Code, Status};

use crate::{payment::payable_order::NotPayableReason, provider::ProviderError};

/// The `Retry-After` of an answer after the order service or the provider failed.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// Why a call is refused. Its text is shown to the caller.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Values that break a rule.
    #[error("{}", .0.first().map_or("", Violation::message))]
    Invalid(Vec<Violation>),
    /// No order has this id.
    #[error("There is no such order.")]
    UnknownOrder,
    /// No payment has this id.
    #[error("There is no such payment.")]
    UnknownPayment,
    /// The order cannot be paid online.
    #[error("{}", not_payable(*.0))]
    NotPayable(NotPayableReason),
    /// The provider did not answer, or its answer is unreadable. The outcome is unknown.
    #[error("The payment page cannot be opened right now. Nothing was paid; please try again in a moment.")]
    ProviderUnavailable(#[source] ProviderError),
    /// The provider rejects the request, because of a bug in this service.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    ProviderRejected(#[source] ProviderError),
    /// The order service did not answer, or not in time.
    #[error("We cannot load this order right now. Please try again in a moment.")]
    OrdersUnavailable(#[source] Box<Status>),
    /// The order service's answer cannot be used.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    OrdersInvalidAnswer(#[source] Box<Status>),
    /// The refund is larger than what is left of the payment.
    #[error("At most ₹{}.{:02} of this payment can be refunded.", .left_paise / 100, .left_paise % 100)]
    ExceedsRemaining {
        /// The amount that can still be refunded, in paise.
        left_paise: i64,
    },
    /// The payment has an open dispute.
    #[error(
        "The shopper's bank disputes this payment: a refund as well could pay the shopper twice. Answer the dispute on the provider's page."
    )]
    Disputed,
    /// The refund id was already used with other details.
    #[error("This refund was already sent with other details.")]
    RefundIdReused,
    /// No refund has this id.
    #[error("There is no such refund.")]
    UnknownRefund,
    /// The refund is not sent by hand, or it has ended.
    #[error("This refund cannot be recorded by hand. Look at it again.")]
    NotManual,
    /// The provider cannot be asked whether it sent the refund.
    #[error("We cannot ask the provider right now whether it sent this money. Please try again in a moment.")]
    ProviderNotChecked(#[source] ProviderError),
    /// A manual refund was already recorded for it, with other details.
    #[error("This refund is already recorded with other details. Look at it again.")]
    AlreadyRecorded,
    /// The order has not decided about the payment yet.
    #[error("This payment is not assigned to its order yet. Please try again in a moment.")]
    NotDecided,
    /// No credit of a statement has this id.
    #[error("There is no such credit.")]
    UnknownCredit,
    /// The credit was already resolved.
    #[error("This credit is already matched. Look at it again.")]
    AlreadyResolved,
    /// The order does not accept the money of the credit.
    #[error("{words}")]
    CreditRejected {
        /// The reason for programs.
        reason: &'static str,
        /// The sentence for staff.
        words: String,
    },
    /// No provider with this name is configured.
    #[error("There is no such payment provider.")]
    NoProvider,
    /// The webhook has no valid signature.
    #[error("The signature is missing or wrong.")]
    BadSignature,
    /// A broken invariant.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    Impossible(&'static str),
    /// The database failed.
    #[error("Payments cannot be read or written right now. Please try again in a moment.")]
    Database(#[from] sqlx::Error),
}

/// The sentence for the shopper.
fn not_payable(why: NotPayableReason) -> &'static str {
    match why {
        NotPayableReason::Cancelled => "This order is cancelled. Please do not pay it.",
        NotPayableReason::Paid => "This order is paid.",
        NotPayableReason::NotOnline => "This order is not paid online.",
        NotPayableReason::TooLate => "The time to pay this order is over.",
    }
}

/// The reason for programs.
fn reason(why: NotPayableReason) -> &'static str {
    match why {
        NotPayableReason::Cancelled => "NOT_TO_BE_PAID",
        NotPayableReason::Paid => "PAID",
        NotPayableReason::NotOnline => "NOT_ONLINE",
        NotPayableReason::TooLate => "TOO_LATE",
    }
}

impl From<ProviderError> for Error {
    fn from(error: ProviderError) -> Self {
        match error {
            ProviderError::Unavailable(_) | ProviderError::Unreadable(_) => Self::ProviderUnavailable(error),
            ProviderError::Rejected { .. } | ProviderError::NotSupported => Self::ProviderRejected(error),
        }
    }
}

impl Error {
    /// The cause, for logs. Callers see less.
    pub fn cause(&self) -> String {
        match self {
            Self::ProviderUnavailable(cause)
            | Self::ProviderRejected(cause)
            | Self::ProviderNotChecked(cause) => cause.to_string(),
            Self::Database(cause) => cause.to_string(),
            other => other.to_string(),
        }
    }
}

/// For jobs: database errors stay database errors; every other error is retried.
impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Database(error) => Self::Database(error),
            error => Self::Retry(anyhow::anyhow!(error.cause())),
        }
    }
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::Invalid(violations) => status::invalid(violations),
            Error::UnknownOrder
            | Error::UnknownPayment
            | Error::UnknownRefund
            | Error::UnknownCredit
            | Error::NoProvider => Self::not_found(message),
            Error::NotPayable(why) => status::with_reason(Code::FailedPrecondition, reason(why), message),
            Error::ProviderUnavailable(cause) => {
                let status = status::with_reason(Code::Unavailable, "PROVIDER_AWAY", message);
                status::caused_by(status, cause)
            }
            Error::ProviderNotChecked(cause) => {
                status::caused_by(status::unavailable(message, RETRY_AFTER), cause)
            }
            Error::ProviderRejected(cause) => status::internal(cause),
            Error::OrdersUnavailable(cause) => {
                status::caused_by(status::unavailable(message, RETRY_AFTER), *cause)
            }
            Error::OrdersInvalidAnswer(cause) => status::internal(*cause),
            Error::ExceedsRemaining { .. } => {
                status::with_reason(Code::FailedPrecondition, "TOO_MUCH", message)
            }
            Error::Disputed => status::with_reason(Code::FailedPrecondition, "DISPUTED", message),
            Error::AlreadyResolved => status::with_reason(Code::FailedPrecondition, "MATCHED", message),
            Error::CreditRejected { reason, .. } => {
                status::with_reason(Code::FailedPrecondition, reason, message)
            }
            Error::NotManual => status::with_reason(Code::FailedPrecondition, "NOT_BY_HAND", message),
            Error::AlreadyRecorded => status::with_reason(Code::FailedPrecondition, "SENT", message),
            Error::RefundIdReused => Self::already_exists(message),
            Error::NotDecided => status::unavailable(message, RETRY_AFTER),
            Error::BadSignature => Self::permission_denied(message),
            Error::Impossible(what) => status::internal(what),
            Error::Database(error) => database::status(error, message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_has_its_code_and_reason() {
        let away = ProviderError::Unavailable("it did not answer".to_owned());
        let refused = ProviderError::Rejected {
            status: 400,
            code: "BAD_REQUEST_ERROR".to_owned(),
            description: "amount".to_owned(),
        };
        for (error, code, reason) in [
            (Error::UnknownOrder, Code::NotFound, None),
            (
                Error::NotPayable(NotPayableReason::Cancelled),
                Code::FailedPrecondition,
                Some("NOT_TO_BE_PAID"),
            ),
            (
                Error::NotPayable(NotPayableReason::NotOnline),
                Code::FailedPrecondition,
                Some("NOT_ONLINE"),
            ),
            (
                Error::NotPayable(NotPayableReason::Paid),
                Code::FailedPrecondition,
                Some("PAID"),
            ),
            (
                Error::NotPayable(NotPayableReason::TooLate),
                Code::FailedPrecondition,
                Some("TOO_LATE"),
            ),
            (Error::from(away), Code::Unavailable, Some("PROVIDER_AWAY")),
            (Error::from(refused), Code::Internal, None),
            (
                Error::from(ProviderError::Unreadable("no JSON")),
                Code::Unavailable,
                Some("PROVIDER_AWAY"),
            ),
            (
                Error::ExceedsRemaining { left_paise: 1 },
                Code::FailedPrecondition,
                Some("TOO_MUCH"),
            ),
            (Error::RefundIdReused, Code::AlreadyExists, None),
            (Error::NotDecided, Code::Unavailable, None),
            (Error::BadSignature, Code::PermissionDenied, None),
            (Error::NoProvider, Code::NotFound, None),
            (Error::from(sqlx::Error::PoolTimedOut), Code::Unavailable, None),
        ] {
            let told = error.to_string();
            let status = Status::from(error);
            assert_eq!(status.code(), code, "{told}");
            assert_eq!(status::details(&status).reason.as_deref(), reason, "{told}");
        }
    }
}
