//! Why a call about payments is refused, and the one table from that to gRPC.

use std::time::Duration;

use jobs::Failure;
use runtime::status::{self, Violation};
use tonic::{Code, Status};

use crate::{payment::payable_order::NotPayable, provider::ProviderError};

/// When another try makes sense after the order service was away, for the `Retry-After` of the answer.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// Why a call is refused; its text is what the caller reads.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Values that break a rule.
    #[error("{}", .0.first().map_or("", Violation::message))]
    Invalid(Vec<Violation>),
    /// No order has this id.
    #[error("There is no such order.")]
    Unknown,
    /// No payment has this id.
    #[error("There is no such payment.")]
    UnknownPayment,
    /// The order cannot be paid online.
    #[error("{}", not_payable(*.0))]
    NotPayable(NotPayable),
    /// The provider did not answer, or nothing that can be read: nothing is known.
    #[error("The payment page cannot be opened right now. Nothing was paid; please try again in a moment.")]
    ProviderAway(#[source] ProviderError),
    /// The provider refuses what we ask, which is our mistake.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    ProviderRefuses(#[source] ProviderError),
    /// The order service did not answer, or not in time.
    #[error("We cannot look at this order right now. Please try again in a moment.")]
    OrdersDown(#[source] Box<Status>),
    /// The order service's answer cannot be used.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    OrdersAnswer(#[source] Box<Status>),
    /// More would go back than came.
    #[error("At most ₹{}.{:02} of this payment can go back.", .left_paise / 100, .left_paise % 100)]
    TooMuch {
        /// What may still go back, in paise.
        left_paise: i64,
    },
    /// A bank may take the payment back.
    #[error(
        "The shopper's bank disputes this payment: a refund as well could pay the shopper twice. Answer the dispute on the provider's page."
    )]
    Disputed,
    /// The refund's id was sent with something else.
    #[error("This refund was already sent with other details.")]
    RefundReused,
    /// No refund has this id.
    #[error("There is no such refund.")]
    UnknownRefund,
    /// The provider sends the refund, or its way is over.
    #[error("This refund is not sent by hand, or it is over. Look at it again.")]
    NotByHand,
    /// The provider does not say whether it sent the refund.
    #[error("We cannot ask the provider right now whether it sent this money. Please try again in a moment.")]
    NotAsked(#[source] ProviderError),
    /// It was said before how the refund was sent.
    #[error("It was said before how this refund was sent. Look at it again.")]
    SentBefore,
    /// It is not decided yet what the money is for.
    #[error("The order has not taken this money yet. Please try again in a moment.")]
    NotSettled,
    /// No credit of a statement has this id.
    #[error("There is no such credit.")]
    UnknownCredit,
    /// It was said before what a credit was.
    #[error("It was said before what this credit was. Look at it again.")]
    Matched,
    /// The order does not take the money of a credit.
    #[error("{words}")]
    NotTaken {
        /// For programs.
        reason: &'static str,
        /// What staff read.
        words: String,
    },
    /// No such provider is set.
    #[error("There is no such payment provider.")]
    NoProvider,
    /// Nobody who knows the secret signed it.
    #[error("The signature is missing or wrong.")]
    BadSignature,
    /// What never happens.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    Impossible(&'static str),
    /// The database did not do what was asked.
    #[error("Payments cannot be read or written right now. Please try again in a moment.")]
    Database(#[from] sqlx::Error),
}

/// What the shopper reads.
fn not_payable(why: NotPayable) -> &'static str {
    match why {
        NotPayable::Cancelled => "This order is cancelled. Nothing is to be paid for it.",
        NotPayable::Paid => "This order is paid.",
        NotPayable::NotOnline => "This order is not paid online.",
        NotPayable::TooLate => "The time to pay this order is over.",
    }
}

/// The same for programs.
fn reason(why: NotPayable) -> &'static str {
    match why {
        NotPayable::Cancelled => "NOT_TO_BE_PAID",
        NotPayable::Paid => "PAID",
        NotPayable::NotOnline => "NOT_ONLINE",
        NotPayable::TooLate => "TOO_LATE",
    }
}

impl From<ProviderError> for Error {
    fn from(error: ProviderError) -> Self {
        match error {
            ProviderError::Away(_) | ProviderError::Unreadable(_) => Self::ProviderAway(error),
            ProviderError::Refused { .. } | ProviderError::ByHand => Self::ProviderRefuses(error),
        }
    }
}

impl Error {
    /// A log may say this; callers read less.
    pub fn cause(&self) -> String {
        match self {
            Self::ProviderAway(cause) | Self::ProviderRefuses(cause) | Self::NotAsked(cause) => {
                cause.to_string()
            }
            Self::Database(cause) => cause.to_string(),
            other => other.to_string(),
        }
    }
}

/// For jobs: what fails but for the database may work later.
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
            Error::Unknown
            | Error::UnknownPayment
            | Error::UnknownRefund
            | Error::UnknownCredit
            | Error::NoProvider => Self::not_found(message),
            Error::NotPayable(why) => status::with_reason(Code::FailedPrecondition, reason(why), message),
            Error::ProviderAway(cause) => {
                let status = status::with_reason(Code::Unavailable, "PROVIDER_AWAY", message);
                status::caused_by(status, cause)
            }
            Error::NotAsked(cause) => status::caused_by(status::unavailable(message, RETRY_AFTER), cause),
            Error::ProviderRefuses(cause) => status::internal(cause),
            Error::OrdersDown(cause) => status::caused_by(status::unavailable(message, RETRY_AFTER), *cause),
            Error::OrdersAnswer(cause) => status::internal(*cause),
            Error::TooMuch { .. } => status::with_reason(Code::FailedPrecondition, "TOO_MUCH", message),
            Error::Disputed => status::with_reason(Code::FailedPrecondition, "DISPUTED", message),
            Error::Matched => status::with_reason(Code::FailedPrecondition, "MATCHED", message),
            Error::NotTaken { reason, .. } => status::with_reason(Code::FailedPrecondition, reason, message),
            Error::NotByHand => status::with_reason(Code::FailedPrecondition, "NOT_BY_HAND", message),
            Error::SentBefore => status::with_reason(Code::FailedPrecondition, "SENT", message),
            Error::RefundReused => Self::already_exists(message),
            Error::NotSettled => status::unavailable(message, RETRY_AFTER),
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
        let away = ProviderError::Away("it did not answer".to_owned());
        let refused = ProviderError::Refused {
            status: 400,
            code: "BAD_REQUEST_ERROR".to_owned(),
            description: "amount".to_owned(),
        };
        for (error, code, reason) in [
            (Error::Unknown, Code::NotFound, None),
            (
                Error::NotPayable(NotPayable::Cancelled),
                Code::FailedPrecondition,
                Some("NOT_TO_BE_PAID"),
            ),
            (
                Error::NotPayable(NotPayable::NotOnline),
                Code::FailedPrecondition,
                Some("NOT_ONLINE"),
            ),
            (
                Error::NotPayable(NotPayable::Paid),
                Code::FailedPrecondition,
                Some("PAID"),
            ),
            (
                Error::NotPayable(NotPayable::TooLate),
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
                Error::TooMuch { left_paise: 1 },
                Code::FailedPrecondition,
                Some("TOO_MUCH"),
            ),
            (Error::RefundReused, Code::AlreadyExists, None),
            (Error::NotSettled, Code::Unavailable, None),
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
