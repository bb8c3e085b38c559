//! Errors of the identity service and their gRPC statuses.

use std::time::Duration;

use runtime::status::{self, Rule, Violation};
use tonic::{Code, Status};

/// The retry delay reported while too many passwords wait to be hashed.
const BUSY_RETRY_AFTER: Duration = Duration::from_secs(2);

/// The retry delay reported while a setting is missing. An operator has to set it first.
const UNSET_RETRY_AFTER: Duration = Duration::from_mins(5);

/// The error text for every kind of invalid code.
const WRONG_CODE: &str = "This code is wrong or has expired. Please ask for a new one.";

/// An error of the identity service. Its text is shown to the shopper or the staff member.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Values that break a rule.
    #[error("{}", .0.first().map_or("", Violation::message))]
    Invalid(Vec<Violation>),
    /// Another account has the email address.
    #[error("An account with this email already exists. Please log in, or reset your password.")]
    EmailTaken,
    /// No account has the email address, or the password is wrong.
    #[error("Email or password is incorrect.")]
    WrongCredentials,
    /// The session does not exist or has ended.
    #[error("Please log in.")]
    NoSession,
    /// The account does not exist or was deleted.
    #[error("There is no such account.")]
    NoAccount,
    /// A logged-in shopper gave a wrong password.
    #[error("The password is incorrect.")]
    WrongPassword,
    /// The account has no address with this id.
    #[error("You have no such address.")]
    NoAddress,
    /// The account has the maximum number of addresses.
    #[error("You have saved {most} addresses, the most for an account. Delete one first.")]
    TooManyAddresses {
        /// The maximum number.
        most: i64,
    },
    /// The shopper has not requested their data, or it was deleted after its lifetime.
    #[error("You have not requested your data, or the file was deleted after 7 days.")]
    NoData,
    /// No deleted account has this id, or its erasure is complete.
    #[error("There is nothing to erase.")]
    NothingToErase,
    /// The code is wrong, has expired or was never sent.
    #[error("{WRONG_CODE}")]
    WrongCode,
    /// Too many passwords wait to be hashed.
    #[error("Many people are logging in right now. Please try again in a moment.")]
    Busy,
    /// A rate limit is exceeded.
    #[error("{message}")]
    TooMany {
        /// The text that says what to do.
        message: String,
        /// The time until another try is allowed.
        retry_after: Duration,
    },
    /// The shop already has an owner, who invites the others.
    #[error("The shop has an owner already, who can invite others.")]
    HasOwner,
    /// A staff member has the email address.
    #[error("A staff member has this email address already.")]
    StaffEmailTaken,
    /// The invited person is an active staff member.
    #[error("A staff member has this email address. Block their account first, then invite them again.")]
    InviteeIsActive,
    /// The invitation does not exist, has expired or was accepted.
    #[error("This invitation has expired or was accepted. Ask the owner for a new one.")]
    NoInvitation,
    /// No active staff member has this email address, password and code.
    #[error("Email, password or code is incorrect.")]
    WrongSignIn,
    /// A signed-in staff member gave a wrong password or code.
    #[error("Password or code is incorrect.")]
    WrongReauthentication,
    /// The code from the mail or the code of the app is wrong or has expired.
    #[error(
        "One of the codes is wrong or has expired. Wait for the next code of your app, or request a new one by email."
    )]
    WrongResetCodes,
    /// The staff session does not exist or has ended.
    #[error("Please sign in.")]
    NotSignedIn,
    /// The staff member has not reauthenticated within the last five minutes.
    #[error("Please confirm that it is you.")]
    ShowAgain,
    /// The staff member viewed too many pages of personal data since the last reauthentication.
    #[error("You looked at many pages of personal data. Please confirm that it is you.")]
    Reauthenticate,
    /// No staff member has this id.
    #[error("No staff member has this id.")]
    NoStaff,
    /// No owner has the address that the operator gave.
    #[error("No owner of the office has this email address.")]
    NoSuchOwner,
    /// The shop would be left without an owner.
    #[error("The shop needs an owner. Make another staff member an owner first.")]
    LastOwner,
    /// The service has no key for signing staff tokens.
    #[error("The office cannot do this: its identity service runs without STAFF_TOKEN_KEY.")]
    NoTokenKey,
    /// A TOTP secret cannot be encrypted or decrypted, e.g. after `CODE_KEY` was changed.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    TotpSecret(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A password could not be hashed, or a stored hash could not be parsed.
    #[error("{}", status::SOMETHING_WENT_WRONG)]
    Hash(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A database query failed.
    #[error("We cannot reach your account right now. Please try again in a moment.")]
    Database(#[from] sqlx::Error),
}

impl From<Error> for Status {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::Invalid(violations) => status::invalid(violations),
            Error::EmailTaken | Error::StaffEmailTaken | Error::InviteeIsActive => {
                status::with_reason(Code::AlreadyExists, "EMAIL_TAKEN", message)
            }
            Error::WrongCredentials | Error::WrongSignIn => {
                status::with_reason(Code::Unauthenticated, "WRONG_CREDENTIALS", message)
            }
            Error::NoSession => status::with_reason(Code::Unauthenticated, "NOT_LOGGED_IN", message),
            Error::NoAccount
            | Error::NoAddress
            | Error::NoData
            | Error::NothingToErase
            | Error::NoStaff
            | Error::NoSuchOwner => Status::new(Code::NotFound, message),
            // The error does not say which one is wrong, so an intruder cannot guess them one by one.
            Error::WrongPassword | Error::WrongReauthentication => {
                status::invalid(vec![Violation::new("password", Rule::Wrong.says(message))])
            }
            Error::WrongResetCodes => {
                status::invalid(vec![Violation::new("mailed_code", Rule::Wrong.says(message))])
            }
            Error::TooManyAddresses { .. } => {
                status::with_reason(Code::FailedPrecondition, "TOO_MANY", message)
            }
            Error::WrongCode => status::invalid(vec![Violation::new("code", Rule::Wrong.says(message))]),
            Error::Busy => status::too_many("BUSY", message, BUSY_RETRY_AFTER),
            Error::TooMany { retry_after, .. } => status::too_many("TOO_OFTEN", message, retry_after),
            Error::HasOwner => status::with_reason(Code::FailedPrecondition, "HAS_OWNER", message),
            Error::NoInvitation => status::with_reason(Code::NotFound, "NO_INVITATION", message),
            Error::NotSignedIn => status::with_reason(Code::Unauthenticated, "NOT_SIGNED_IN", message),
            Error::Reauthenticate | Error::ShowAgain => {
                status::with_reason(Code::PermissionDenied, "REAUTHENTICATE", message)
            }
            Error::LastOwner => status::with_reason(Code::FailedPrecondition, "LAST_OWNER", message),
            Error::NoTokenKey => status::unavailable(message, UNSET_RETRY_AFTER),
            Error::Hash(error) | Error::TotpSecret(error) => status::internal(error),
            Error::Database(error) => database::status(error, message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_has_its_code() {
        let too_many = Error::TooMany {
            message: "Please wait.".to_owned(),
            retry_after: Duration::from_mins(1),
        };
        let table = [
            (
                Error::Invalid(vec![Violation::new("email", Rule::Malformed.says("x"))]),
                Code::InvalidArgument,
                None,
            ),
            (Error::EmailTaken, Code::AlreadyExists, Some("EMAIL_TAKEN")),
            (
                Error::WrongCredentials,
                Code::Unauthenticated,
                Some("WRONG_CREDENTIALS"),
            ),
            (Error::NoSession, Code::Unauthenticated, Some("NOT_LOGGED_IN")),
            (Error::NoAccount, Code::NotFound, None),
            (Error::NoAddress, Code::NotFound, None),
            (Error::NoData, Code::NotFound, None),
            (Error::NothingToErase, Code::NotFound, None),
            (Error::WrongPassword, Code::InvalidArgument, None),
            (
                Error::TooManyAddresses { most: 10 },
                Code::FailedPrecondition,
                Some("TOO_MANY"),
            ),
            (Error::WrongCode, Code::InvalidArgument, None),
            (Error::HasOwner, Code::FailedPrecondition, Some("HAS_OWNER")),
            (Error::StaffEmailTaken, Code::AlreadyExists, Some("EMAIL_TAKEN")),
            (Error::InviteeIsActive, Code::AlreadyExists, Some("EMAIL_TAKEN")),
            (Error::NoInvitation, Code::NotFound, Some("NO_INVITATION")),
            (
                Error::WrongSignIn,
                Code::Unauthenticated,
                Some("WRONG_CREDENTIALS"),
            ),
            (Error::WrongReauthentication, Code::InvalidArgument, None),
            (Error::WrongResetCodes, Code::InvalidArgument, None),
            (Error::ShowAgain, Code::PermissionDenied, Some("REAUTHENTICATE")),
            (Error::NotSignedIn, Code::Unauthenticated, Some("NOT_SIGNED_IN")),
            (Error::NoStaff, Code::NotFound, None),
            (Error::NoSuchOwner, Code::NotFound, None),
            (Error::LastOwner, Code::FailedPrecondition, Some("LAST_OWNER")),
            (Error::NoTokenKey, Code::Unavailable, None),
            (Error::TotpSecret("no secret".into()), Code::Internal, None),
            (Error::Busy, Code::ResourceExhausted, Some("BUSY")),
            (too_many, Code::ResourceExhausted, Some("TOO_OFTEN")),
            (Error::Hash("not a hash".into()), Code::Internal, None),
            (Error::from(sqlx::Error::PoolTimedOut), Code::Unavailable, None),
            (Error::from(sqlx::Error::RowNotFound), Code::Internal, None),
        ];
        for (error, code, reason) in table {
            let status = Status::from(error);
            assert_eq!(status.code(), code, "{status}");
            assert_eq!(status::details(&status).reason.as_deref(), reason, "{status}");
            let waits = matches!(code, Code::ResourceExhausted | Code::Unavailable);
            assert_eq!(status::details(&status).retry_after.is_some(), waits, "{status}");
        }
    }
}
