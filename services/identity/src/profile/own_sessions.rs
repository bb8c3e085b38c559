//! Lists a shopper's sessions and ends the other ones.

use uuid::Uuid;

use crate::{
    account::accounts,
    error::Error,
    identity::Identity,
    login::known_device::Client,
    mails::mail_job::{self, SESSIONS_ENDED},
    session::{
        sessions::{self, SessionRecord},
        token::Token,
    },
};

impl Identity {
    /// Lists the live sessions of an account, newest first; `current` is the caller's session.
    pub async fn sessions(&self, account_id: Uuid, current: &Token) -> Result<Vec<SessionRecord>, Error> {
        Ok(sessions::of_account(&self.db, account_id, &current.hash()).await?)
    }

    /// Ends the other sessions of an account and returns their number. If there were any, notifies the
    /// account's address by mail.
    pub async fn end_other_sessions(
        &self,
        account_id: Uuid,
        password: String,
        current: &Token,
        client: &Client,
    ) -> Result<u64, Error> {
        let (_, email) = self.reauthenticate(account_id, password, client).await?;
        let mut transaction = database::begin(&self.db).await?;
        // Serialises two sessions that do this at the same time. Otherwise they would deadlock, because each
        // deletes the other.
        if !accounts::lock(&mut transaction, account_id).await? {
            return Err(Error::NoAccount);
        }
        let ended = sessions::remove_others(&mut transaction, account_id, &current.hash()).await?;
        if ended > 0 {
            mail_job::enqueue(&mut *transaction, SESSIONS_ENDED, &email).await?;
        }
        transaction.commit().await?;
        self.mails.wake();
        tracing::info!(%account_id, ended, "other sessions were ended");
        Ok(ended)
    }
}
