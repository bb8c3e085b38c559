//! A shopper's own account: viewing it and changing the mobile number.

use runtime::status::Violation;
use uuid::Uuid;
use values::MobileNumber;

use crate::{
    account::accounts::{self, AccountRecord},
    error::Error,
    identity::Identity,
    login::known_device::Client,
    mails::mail_job::{self, MOBILE_NUMBER_CHANGED},
};

impl Identity {
    /// Returns an account.
    pub async fn account(&self, id: Uuid) -> Result<AccountRecord, Error> {
        accounts::by_id(&self.db, id).await?.ok_or(Error::NoAccount)
    }

    /// Changes the mobile number after verifying the password, and notifies the account's address by mail.
    pub async fn change_mobile_number(
        &self,
        account_id: Uuid,
        password: String,
        mobile_number: &str,
        client: &Client,
    ) -> Result<(), Error> {
        let mobile_number = MobileNumber::read(mobile_number).map_err(|rule| {
            let broken = rule.says("Please enter a valid 10-digit mobile number.");
            Error::Invalid(vec![Violation::new("mobile_number", broken)])
        })?;
        let (account, email) = self.reauthenticate(account_id, password, client).await?;
        let mut transaction = database::begin(&self.db).await?;
        if !accounts::change_mobile_number(&mut transaction, &account, mobile_number.as_str()).await? {
            // The password was changed in the meantime.
            return Err(Error::WrongPassword);
        }
        mail_job::enqueue(&mut *transaction, MOBILE_NUMBER_CHANGED, &email).await?;
        transaction.commit().await?;
        self.mails.wake();
        tracing::info!(%account_id, "a mobile number was changed");
        Ok(())
    }
}
