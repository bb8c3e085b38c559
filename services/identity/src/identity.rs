//! The shared state of all operations.

use jobs::Waker;
use runtime::StaffTokenKey;
use shop_facts::KnownShop;
use sqlx::PgPool;

use crate::{codes::keys::Keys, limits::full_counters::FullCounters, password::Passwords};

/// The database, keys and helpers that the operations use.
#[derive(Debug, Clone)]
pub struct Identity {
    /// Email hosts that may register.
    pub email_domains: Vec<String>,
    /// Hashes passwords.
    pub passwords: Passwords,
    /// Hashes codes and the keys of counters.
    pub keys: Keys,
    /// Rate limit counters that this replica knows to be full.
    pub full_counters: FullCounters,
    /// The database.
    pub db: PgPool,
    /// Wakes the mail worker.
    pub mails: Waker,
    /// Wakes the outbox relay.
    pub relay: outbox::Waker,
    /// The state for staff.
    pub office: Office,
}

/// The state for staff sign-in and service calls.
#[derive(Debug, Clone)]
pub struct Office {
    /// Signs the tokens with which staff call services. Without it, staff cannot call any.
    pub token_key: Option<StaffTokenKey>,
    /// The shop profile, set by the owner.
    shop: KnownShop,
    /// The shop's name until the owner sets one.
    sender: String,
}

impl Office {
    /// Creates the state. Until the owner names the shop, its name is the sender name of mails.
    pub fn new(token_key: Option<StaffTokenKey>, mail: &mail::Settings, shop: KnownShop) -> Self {
        if token_key.is_none() {
            tracing::warn!("STAFF_TOKEN_KEY is not set: staff can sign in, and call no service");
        }
        let sender = mail.mail_from.name.as_deref();
        let sender = sender.unwrap_or_else(|| mail.mail_from.email.domain());
        Self {
            token_key,
            shop,
            sender: sender.to_owned(),
        }
    }

    /// The issuer that authenticator apps show. Colons are replaced, because apps separate issuer and address
    /// by one.
    pub fn issuer(&self) -> String {
        let said = self.shop.get();
        let name = said.as_ref().map_or(&self.sender, |said| &said.name);
        format!("{} office", name.replace(':', " "))
    }
}

/// Creates the counters at 0, because Prometheus sees an increase only from an existing value.
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
