//! The kinds of mail, which are sent as jobs after the request.

use std::time::Duration;

use jobs::Kind;
use serde::{Deserialize, Serialize};
use sqlx::PgExecutor;
use uuid::Uuid;
use values::Email;

const MINUTE: Duration = Duration::from_mins(1);

/// A password reset code, if the address has an account. After half an hour, a shopper who still wants one
/// requests it again.
pub const ONE_TIME_CODE: Kind = Kind {
    name: "one-time-code",
    // The delays while a mail server is unavailable.
    retry_after: &[
        Duration::from_secs(15),
        Duration::from_secs(30),
        MINUTE,
        Duration::from_mins(2),
        Duration::from_mins(4),
        Duration::from_mins(8),
        Duration::from_mins(10),
    ],
    // The delays after an unknown outcome.
    repeat_after: &[MINUTE, Duration::from_mins(5)],
    // More attempts than fit into two days.
    max_attempts: 300,
    useful_for: Duration::from_mins(30),
};

/// The account's password was changed. The notice is useless after two days.
pub const PASSWORD_CHANGED: Kind = Kind {
    name: "password-changed",
    useful_for: Duration::from_hours(48),
    ..ONE_TIME_CODE
};

/// A code that proves the account's address. The mail is tried for as long as the code lives.
pub const ACCOUNT_CODE: Kind = Kind {
    name: "account-code",
    useful_for: Duration::from_mins(10),
    ..ONE_TIME_CODE
};

/// The account's mobile number was changed.
pub const MOBILE_NUMBER_CHANGED: Kind = Kind {
    name: "mobile-number-changed",
    ..PASSWORD_CHANGED
};

/// A code that proves the account's new address; sent to that address.
pub const EMAIL_CHANGE_CODE: Kind = Kind {
    name: "email-change-code",
    ..ACCOUNT_CODE
};

/// The account's address was changed; sent to the old address.
pub const EMAIL_CHANGED: Kind = Kind {
    name: "email-changed",
    ..PASSWORD_CHANGED
};

/// The account's other sessions were ended.
pub const SESSIONS_ENDED: Kind = Kind {
    name: "sessions-ended",
    ..PASSWORD_CHANGED
};

/// The data that a shopper requested is ready.
pub const DATA_READY: Kind = Kind {
    name: "data-ready",
    ..PASSWORD_CHANGED
};

/// All of a shopper's data was erased, except for what accounting needs.
pub const ACCOUNT_DELETED: Kind = Kind {
    name: "account-deleted",
    ..PASSWORD_CHANGED
};

/// An invitation link for staff. The link expires a day after the last attempt.
pub const STAFF_INVITATION: Kind = Kind {
    name: "staff-invitation",
    ..PASSWORD_CHANGED
};

/// Wrong codes followed the right password of a staff member.
pub const STAFF_WRONG_CODES: Kind = Kind {
    name: "staff-wrong-codes",
    ..PASSWORD_CHANGED
};

/// A password reset code of a staff member, if the address belongs to one.
pub const STAFF_PASSWORD_CODE: Kind = Kind {
    name: "staff-password-code",
    ..ONE_TIME_CODE
};

/// A staff member's password was changed.
pub const STAFF_PASSWORD_CHANGED: Kind = Kind {
    name: "staff-password-changed",
    ..PASSWORD_CHANGED
};

/// A staff member's phone or recovery codes were changed.
pub const STAFF_SIGN_IN_CHANGED: Kind = Kind {
    name: "staff-sign-in-changed",
    ..PASSWORD_CHANGED
};

/// All kinds.
pub const ALL: &[Kind] = &[
    ONE_TIME_CODE,
    PASSWORD_CHANGED,
    ACCOUNT_CODE,
    MOBILE_NUMBER_CHANGED,
    EMAIL_CHANGE_CODE,
    EMAIL_CHANGED,
    SESSIONS_ENDED,
    DATA_READY,
    ACCOUNT_DELETED,
    STAFF_INVITATION,
    STAFF_WRONG_CODES,
    STAFF_PASSWORD_CODE,
    STAFF_PASSWORD_CHANGED,
    STAFF_SIGN_IN_CHANGED,
];

/// The payload of a mail job.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Addressee {
    /// The recipient's address, as stored or as typed.
    pub email: String,
    /// True once the mail's code is stored for the account. Every copy of the mail has the same code.
    #[serde(default)]
    pub has_code: bool,
}

/// Enqueues a mail and returns its id.
pub async fn enqueue(db: impl PgExecutor<'_>, kind: Kind, email: &Email) -> sqlx::Result<Uuid> {
    let addressee = Addressee {
        email: email.as_str().to_owned(),
        has_code: false,
    };
    jobs::enqueue(db, &kind, &addressee).await
}
