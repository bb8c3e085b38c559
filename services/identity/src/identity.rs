//! What every operation works with.

use jobs::Waker;
use sqlx::PgPool;

use crate::{error::Error, keys::Keys, password::Passwords, session::Token, store::sessions};

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
    /// Told when a mail waits to be sent.
    pub mails: Waker,
    /// Told when an event waits to be published.
    pub relay: outbox::Waker,
}

impl Identity {
    /// Ends a session; one that is not there is as good as ended.
    pub async fn log_out(&self, token: &str) -> Result<(), Error> {
        let Some(token) = Token::read(token) else {
            return Ok(());
        };
        if let Some(account_id) = sessions::remove(&self.db, &token.hash()).await? {
            tracing::info!(%account_id, "logged out");
        }
        Ok(())
    }

    /// Answers whose session it is, and notes now and then that it was used.
    pub async fn authenticate(&self, token: &str) -> Result<uuid::Uuid, Error> {
        let hash = Token::read(token).ok_or(Error::NoSession)?.hash();
        let session = sessions::find(&self.db, &hash).await?.ok_or(Error::NoSession)?;
        if session.is_due
            && let Err(error) = sessions::touch(&self.db, &hash).await
        {
            tracing::warn!(%error, "the use of a session could not be noted");
        }
        Ok(session.account_id)
    }
}

/// Prometheus sees an increase only from a number that was there before.
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
