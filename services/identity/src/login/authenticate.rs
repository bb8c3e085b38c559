//! Finds the account of a session, and ends sessions.

use crate::{
    error::Error,
    identity::Identity,
    session::{sessions, token::Token},
};

impl Identity {
    /// Ends a session. A missing session is not an error.
    pub async fn log_out(&self, token: &str) -> Result<(), Error> {
        let Some(token) = Token::parse(token) else {
            return Ok(());
        };
        if let Some(account_id) = sessions::remove(&self.db, &token.hash()).await? {
            tracing::info!(%account_id, "logged out");
        }
        Ok(())
    }

    /// Returns the account of a session, and occasionally records the session's use.
    pub async fn authenticate(&self, token: &str) -> Result<uuid::Uuid, Error> {
        let hash = Token::parse(token).ok_or(Error::NoSession)?.hash();
        let session = sessions::find(&self.db, &hash).await?.ok_or(Error::NoSession)?;
        if session.is_due
            && let Err(error) = sessions::touch(&self.db, &hash).await
        {
            tracing::warn!(%error, "the use of a session could not be noted");
        }
        Ok(session.account_id)
    }
}
