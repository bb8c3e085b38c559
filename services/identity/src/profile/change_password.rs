//! Password change by a logged-in shopper who knows the current password.

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
    /// Sets a new password, ends the account's other sessions, forgets its other devices, and notifies its
    /// address by mail.
    pub async fn change_password(
        &self,
        account_id: Uuid,
        present: String,
        new: String,
        session: &Token,
        client: &Client,
    ) -> Result<(), Error> {
        new_password::check_length("new_password", &new)?;
        // The current password is verified first, so a caller without it causes no more work than a login.
        let (account, email) = self.reauthenticate(account_id, present, client).await?;
        self.refuse_common(&new, &email, client).await?;
        let slot = self.passwords.acquire_slot(Queue::Shoppers, &client.networks)?;
        let password_hash = self.passwords.hash(slot, new).await?;
        let mut transaction = database::begin(&self.db).await?;
        if !accounts::change_password(&mut transaction, &account, &password_hash).await? {
            // The password was changed in the meantime.
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
