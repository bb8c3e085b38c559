//! What every operation works with.

use jobs::Waker;
use sqlx::PgPool;

use crate::{codes::keys::Keys, password::Passwords};

/// Accounts, sessions and codes, with what it takes to work on them.
#[derive(Debug, Clone)]
pub struct Identity {
    /// Hosts whose addresses may register.
    pub email_domains: Vec<String>,
    /// Hashes passwords.
    pub passwords: Passwords,
    /// Hashes codes and the names of counters.
    pub keys: Keys,
    /// The accounts.
    pub db: PgPool,
    /// Woken when a mail waits to be sent.
    pub mails: Waker,
    /// Woken when an event waits to be published.
    pub relay: outbox::Waker,
}

/// Creates the counters at 0, for Prometheus sees an increase only from a number that was there before.
pub fn count_from_zero() {
    for outcome in ["success", "failure", "refused"] {
        metrics::counter!("logins_total", "outcome" => outcome).absolute(0);
    }
    for name in [
        "accounts_deleted_total",
        "accounts_registered_total",
        "data_requests_total",
        "erasures_completed_total",
        "codes_sent_total",
        "password_resets_total",
        "wrong_codes_total",
    ] {
        metrics::counter!(name).absolute(0);
    }
}
