//! What every operation works with.

use jobs::Waker;
use runtime::StaffTokenKey;
use shop_facts::KnownShop;
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
    /// The shop, as its owner names it.
    shop: KnownShop,
    /// What it is called while its owner has not said so.
    sender: String,
}

impl Office {
    /// The office of this shop, which is called as its mails are until its owner names it.
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

    /// Under which name authenticator apps list the codes; holds no colon, which parts it from the address in an app.
    pub fn issuer(&self) -> String {
        let said = self.shop.get();
        let name = said.as_ref().map_or(&self.sender, |said| &said.name);
        format!("{} office", name.replace(':', " "))
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
