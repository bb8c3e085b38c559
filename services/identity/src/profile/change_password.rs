//! A new password for a shopper who is logged in and knows the present one.

use uuid::Uuid;

use crate::{
    account::{accounts, new_password},
    error::Error,
    hash_queue::Queue,
    identity::Identity,
    login::{known_device::Client, known_devices},
    mails::mail_job::{self, PASSWORD_CHANGED},
    session::{sessions, token::Token},
};

impl Identity {
    /// Sets a new password, ends every session of the account but the one that asks, forgets its devices but this one, and tells
    /// its address by mail.
    pub async fn change_password(
        &self,
        account_id: Uuid,
        present: String,
        new: String,
        session: &Token,
        client: &Client,
    ) -> Result<(), Error> {
        new_password::check_length("new_password", &new)?;
        // The present password is verified before the new one is looked at, so that whoever does not know it causes no more work
        // than at the login.
        let (account, email) = self.reauthenticate(account_id, present, client).await?;
        self.refuse_common(&new, &email, client).await?;
        let place = self.passwords.place(Queue::Shoppers, &client.networks)?;
        let password_hash = self.passwords.hash(place, new).await?;
        let mut transaction = database::begin(&self.db).await?;
        if !accounts::change_password(&mut transaction, &account, &password_hash).await? {
            // The password was changed after the account was looked up.
            return Err(Error::WrongPassword);
        }
        sessions::remove_others(&mut transaction, account_id, &session.hash()).await?;
        match &client.device {
            Some(device) => {
                known_devices::forget_others(&mut transaction, account_id, &device.hash()).await?;
            }
            None => known_devices::forget_all(&mut transaction, account_id).await?,
        }
        mail_job::enqueue(&mut *transaction, PASSWORD_CHANGED, &email).await?;
        transaction.commit().await?;
        self.mails.wake();
        tracing::info!(%account_id, "a password was changed");
        Ok(())
    }
}
