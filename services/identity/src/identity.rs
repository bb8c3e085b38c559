//! What every operation works with.

use jobs::Waker;
use runtime::StaffTokenKey;
use sqlx::PgPool;

use crate::{codes::keys::Keys, limits::full_counters::FullCounters, password::Passwords};

/// Accounts, sessions and codes, with what it takes to work on them.
#[derive(Debug, Clone)]
pub struct Identity {
    /// Hosts whose addresses may register.
    pub email_domains: Vec<String>,
    /// Hashes passwords.
    pub passwords: Passwords,
    /// Hashes codes and the names of counters.
    pub keys: Keys,
    /// What this replica knows to be refused.
    pub full_counters: FullCounters,
    /// The accounts.
    pub db: PgPool,
    /// Woken when a mail waits to be sent.
    pub mails: Waker,
    /// Woken when an event waits to be published.
    pub relay: outbox::Waker,
    /// What the office needs besides.
    pub office: Office,
}

/// What signing staff in and letting them call services takes.
#[derive(Debug, Clone)]
pub struct Office {
    /// Signs the tokens with which staff call services; without it they can call none.
    pub token_key: Option<StaffTokenKey>,
    /// Under which name authenticator apps list the codes; holds no colon.
    pub issuer: String,
}

impl Office {
    /// Apps list the codes under the name of the shop as its mails tell it.
    pub fn new(token_key: Option<StaffTokenKey>, mail: &mail::Settings) -> Self {
        if token_key.is_none() {
            tracing::warn!("STAFF_TOKEN_KEY is not set: staff can sign in, and call no service");
        }
        let sender = mail.mail_from.name.as_deref();
        let shop = sender.unwrap_or_else(|| mail.mail_from.email.domain());
        Self {
            token_key,
            // A colon parts it from the address in an app.
            issuer: format!("{} office", shop.replace(':', " ")),
        }
    }
}

/// Creates the counters at 0, for Prometheus sees an increase only from a number that was there before.
pub fn count_from_zero() {
    for outcome in ["success", "failure", "refused"] {
        metrics::counter!("logins_total", "outcome" => outcome).absolute(0);
    }
    for outcome in ["success", "failure", "refused"] {
        metrics::counter!("staff_sign_ins_total", "outcome" => outcome).absolute(0);
    }
    for name in [
        "accounts_deleted_total",
        "accounts_registered_total",
        "data_requests_total",
        "erasures_completed_total",
        "codes_sent_total",
        "password_resets_total",
        "staff_tokens_total",
        "wrong_codes_total",
    ] {
        metrics::counter!(name).absolute(0);
    }
}
