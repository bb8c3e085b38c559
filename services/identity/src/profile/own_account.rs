//! What a shopper sees and changes of their own account.

use runtime::status::{Rule, Violation};
use uuid::Uuid;
use values::{Email, MobileNumber};

use crate::{
    account::{
        accounts::{self, Account, AccountRecord},
        details,
    },
    error::Error,
    identity::Identity,
    login::known_device::Client,
    mails::mail_job::{self, MOBILE_NUMBER_CHANGED},
    password::Verdict,
};

impl Identity {
    /// An account.
    pub async fn account(&self, id: Uuid) -> Result<AccountRecord, Error> {
        accounts::by_id(&self.db, id).await?.ok_or(Error::NoAccount)
    }

    /// Changes the mobile number, if the shopper knows the password, and tells the account's address by mail.
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
        if password.is_empty() {
            let broken = Rule::Required.says("Password is required");
            return Err(Error::Invalid(vec![Violation::new("password", broken)]));
        }
        let whole = self.account(account_id).await?;
        let email = details::check_email(&whole.email)?;
        let account = self.verified(whole, &email, password, client).await?;
        let mut transaction = database::begin(&self.db).await?;
        if !accounts::change_mobile_number(&mut transaction, &account, mobile_number.as_str()).await? {
            // The password was changed after the account was looked up.
            return Err(Error::WrongPassword);
        }
        mail_job::enqueue(&mut *transaction, MOBILE_NUMBER_CHANGED, &email).await?;
        transaction.commit().await?;
        self.mails.wake();
        tracing::info!(%account_id, "a mobile number was changed");
        Ok(())
    }

    /// The account, if this is its password. A wrong one is counted with the logins that failed: a stranger at a shopper's
    /// browser has no more tries than at the login.
    async fn verified(
        &self,
        whole: AccountRecord,
        email: &Email,
        password: String,
        client: &Client,
    ) -> Result<Account, Error> {
        let account = Account {
            id: whole.id,
            password_hash: whole.password_hash,
        };
        let place = self.passwords.place()?;
        let counted = self.count_log_in(email, client).await?;
        let kept = Some(account.password_hash.clone());
        match self.passwords.verify(place, password, kept).await {
            Ok(Verdict::Wrong) => Err(Error::WrongPassword),
            // A better hash of it comes with the next login.
            Ok(Verdict::Right | Verdict::Rehashed(_)) => {
                self.uncount_log_in(&counted).await;
                Ok(account)
            }
            Err(Error::Busy) => {
                self.take_back_log_in(&counted).await;
                Err(Error::Busy)
            }
            Err(error) => Err(error),
        }
    }
}
