//! The mails that are sent behind the requests, as jobs.

use std::time::Duration;

use jobs::Kind;
use serde::{Deserialize, Serialize};
use sqlx::PgExecutor;
use uuid::Uuid;
use values::Email;

const MINUTE: Duration = Duration::from_mins(1);

/// A code, if the address has an account. A shopper who still wants one after half an hour asks again.
pub const ONE_TIME_CODE: Kind = Kind {
    name: "one-time-code",
    // The pauses while a mail server is away.
    retry_after: &[
        Duration::from_secs(15),
        Duration::from_secs(30),
        MINUTE,
        Duration::from_mins(2),
        Duration::from_mins(4),
        Duration::from_mins(8),
        Duration::from_mins(10),
    ],
    // The pauses when a mail server may have taken the mail.
    repeat_after: &[MINUTE, Duration::from_mins(5)],
    // More tries than two days have room for.
    max_attempts: 300,
    useful_for: Duration::from_mins(30),
};

/// The account's password was changed. The notice is old after two days.
pub const PASSWORD_CHANGED: Kind = Kind {
    name: "password-changed",
    useful_for: Duration::from_hours(48),
    ..ONE_TIME_CODE
};

/// A code that proves the account's address. It lives as long as the mail is tried.
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

/// A code that proves the address that an account is to have; it goes there.
pub const EMAIL_CHANGE_CODE: Kind = Kind {
    name: "email-change-code",
    ..ACCOUNT_CODE
};

/// The account has another address; this goes to the old one.
pub const EMAIL_CHANGED: Kind = Kind {
    name: "email-changed",
    ..PASSWORD_CHANGED
};

/// The account's other sessions were ended.
pub const SESSIONS_ENDED: Kind = Kind {
    name: "sessions-ended",
    ..PASSWORD_CHANGED
};

/// The data that a shopper asked for can be looked at.
pub const DATA_READY: Kind = Kind {
    name: "data-ready",
    ..PASSWORD_CHANGED
};

/// Nothing of a shopper is left but what the books need.
pub const ACCOUNT_DELETED: Kind = Kind {
    name: "account-deleted",
    ..PASSWORD_CHANGED
};

/// A link by which somebody becomes staff. The link ends a day after the last try.
pub const STAFF_INVITATION: Kind = Kind {
    name: "staff-invitation",
    ..PASSWORD_CHANGED
};

/// Wrong codes came after the right password of a member of staff.
pub const STAFF_WRONG_CODES: Kind = Kind {
    name: "staff-wrong-codes",
    ..PASSWORD_CHANGED
};

/// A code for a new password of somebody of the staff, if the address is one of theirs.
pub const STAFF_PASSWORD_CODE: Kind = Kind {
    name: "staff-password-code",
    ..ONE_TIME_CODE
};

/// The office password of somebody of the staff was changed.
pub const STAFF_PASSWORD_CHANGED: Kind = Kind {
    name: "staff-password-changed",
    ..PASSWORD_CHANGED
};

/// Somebody of the staff has another phone, or other recovery codes.
pub const STAFF_SIGN_IN_CHANGED: Kind = Kind {
    name: "staff-sign-in-changed",
    ..PASSWORD_CHANGED
};

/// Every kind.
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

/// The addressee of a mail.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Addressee {
    /// The account's address, what was typed for one, the one that the account is to have, or that of somebody who is invited.
    pub email: String,
    /// Whether the mail's code stands for the account already: every copy of the mail has the same.
    #[serde(default)]
    pub has_code: bool,
}

/// Enqueues a mail; answers its id.
pub async fn enqueue(db: impl PgExecutor<'_>, kind: Kind, email: &Email) -> sqlx::Result<Uuid> {
    let addressee = Addressee {
        email: email.as_str().to_owned(),
        has_code: false,
    };
    jobs::enqueue(db, &kind, &addressee).await
}
