//! Change of an account's email address: a code proves the new address, and the old one is notified.

use uuid::Uuid;

use crate::{
    account::{
        accounts::{self, AccountRecord},
        details,
    },
    codes::{account_codes, email_changes, one_time_code},
    error::Error,
    identity::Identity,
    limits::limit,
    login::known_device::Client,
    mails::mail_job::{self, EMAIL_CHANGE_CODE, EMAIL_CHANGED},
    session::{sessions, token::Token},
};

impl Identity {
    /// Mails a code to the new address. Like registration, it reveals whether an account has the address; the
    /// rate limits on codes prevent listing customers.
    pub async fn request_email_change(
        &self,
        account_id: Uuid,
        password: String,
        email: &str,
        client: &Client,
    ) -> Result<(), Error> {
        let email = details::check_new_email(email, &self.email_domains)?;
        self.reauthenticate(account_id, password, client).await?;
        let counters = self.code_counters(&email, client).await?;
        // A request refused by one limit counts towards none.
        limit::check(&self.db, &counters).await?;
        limit::count(&self.db, &counters).await?;
        if accounts::by_email(&self.db, email.as_str()).await?.is_some() {
            return Err(Error::EmailTaken);
        }
        let mut transaction = database::begin(&self.db).await?;
        let mail = mail_job::enqueue(&mut *transaction, EMAIL_CHANGE_CODE, &email).await?;
        let code = self.keys.code_of_mail(mail);
        let code_mac = self.keys.of_email_change(account_id, &code);
        email_changes::store(&mut transaction, account_id, email.as_str(), &code_mac).await?;
        transaction.commit().await?;
        self.mails.wake();
        tracing::info!(%account_id, "a code for another address was asked for");
        Ok(())
    }

    /// Consumes a code, sets the address that it proves, and returns the account. Ends the other sessions and
    /// notifies the old address by mail.
    pub async fn confirm_email_change(
        &self,
        account_id: Uuid,
        code: &str,
        session: &Token,
        client: &Client,
    ) -> Result<AccountRecord, Error> {
        let account = self.account(account_id).await?;
        let old = details::check_email(&account.email)?;
        let code = one_time_code::normalize(code);
        let code_mac = self.keys.of_email_change(account_id, &code);
        self.try_email_change_code(&old, account_id, &code_mac, client)
            .await?;
        let mut transaction = database::begin(&self.db).await?;
        // A code sent to the old address proves nothing about the new one.
        account_codes::remove(&mut transaction, account_id).await?;
        let proven = email_changes::consume(&mut transaction, account_id, &code_mac).await?;
        let email = proven.ok_or(Error::WrongCode)?;
        if !accounts::change_email(&mut transaction, account_id, &email).await? {
            // Another account with the address was registered in the meantime.
            return Err(Error::EmailTaken);
        }
        sessions::remove_others(&mut transaction, account_id, &session.hash()).await?;
        mail_job::enqueue(&mut *transaction, EMAIL_CHANGED, &old).await?;
        transaction.commit().await?;
        self.mails.wake();
        tracing::info!(%account_id, "the address of an account was changed");
        Ok(AccountRecord {
            email,
            email_is_proven: true,
            ..account
        })
    }
}
