//! The mails that are sent behind the requests, as jobs.

use std::time::Duration;

use jobs::Kind;
use serde::{Deserialize, Serialize};
use sqlx::PgExecutor;
use values::Email;

const MINUTE: Duration = Duration::from_mins(1);

/// A code, if the address has an account. Whoever wants one asks again after half an hour.
pub const ONE_TIME_CODE: Kind = Kind {
    name: "one-time-code",
    // A mail server that is away.
    retry_after: &[
        Duration::from_secs(15),
        Duration::from_secs(30),
        MINUTE,
        Duration::from_mins(2),
        Duration::from_mins(4),
        Duration::from_mins(8),
        Duration::from_mins(10),
    ],
    // A mail server that may have taken it.
    repeat_after: &[MINUTE, Duration::from_mins(5)],
    // More than two days have room for.
    max_attempts: 300,
    useful_for: Duration::from_mins(30),
};

/// The account's password was changed. The notice is old after two days.
pub const PASSWORD_CHANGED: Kind = Kind {
    name: "password-changed",
    useful_for: Duration::from_hours(48),
    ..ONE_TIME_CODE
};

/// Whom a mail goes to.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Addressee {
    /// The account's address, or what was typed for one.
    pub email: String,
    /// Whether the mail's code stands for the account already: every copy of the mail has the same.
    #[serde(default)]
    pub has_code: bool,
}

/// Enqueues a mail.
pub async fn enqueue(db: impl PgExecutor<'_>, kind: Kind, email: &Email) -> sqlx::Result<()> {
    let addressee = Addressee {
        email: email.as_str().to_owned(),
        has_code: false,
    };
    jobs::enqueue(db, &kind, &addressee).await.map(drop)
}
