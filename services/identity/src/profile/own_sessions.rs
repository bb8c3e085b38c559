//! Where an account is logged in, as its shopper sees it, and an end to that everywhere else.

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
    /// The sessions of an account, the newest first; `current` is the one that asks.
    pub async fn sessions(&self, account_id: Uuid, current: &Token) -> Result<Vec<SessionRecord>, Error> {
        Ok(sessions::of_account(&self.db, account_id, &current.hash()).await?)
    }

    /// Ends every session of an account but the one that asks; answers how many there were. A mail tells the account's address
    /// when there were any.
    pub async fn end_other_sessions(
        &self,
        account_id: Uuid,
        password: String,
        current: &Token,
        client: &Client,
    ) -> Result<u64, Error> {
        let (_, email) = self.reauthenticate(account_id, password, client).await?;
        let mut transaction = database::begin(&self.db).await?;
        // Two sessions that do this at once are handled one after the other, for each ends what the other would lock.
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
