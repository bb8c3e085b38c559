//! Reauthentication of logged-in shoppers by password, before sensitive changes.

use runtime::status::{Rule, Violation};
use uuid::Uuid;
use values::Email;

use crate::{
    account::{
        accounts::{Account, AccountRecord},
        details,
    },
    error::Error,
    hash_queue::Queue,
    identity::Identity,
    login::known_device::Client,
    password::PasswordVerification,
};

impl Identity {
    /// Verifies the account's password. Returns the account and its address.
    pub(crate) async fn reauthenticate(
        &self,
        account_id: Uuid,
        password: String,
        client: &Client,
    ) -> Result<(Account, Email), Error> {
        if password.is_empty() {
            let broken = Rule::Required.says("Password is required");
            return Err(Error::Invalid(vec![Violation::new("password", broken)]));
        }
        let whole = self.account(account_id).await?;
        let email = details::check_email(&whole.email)?;
        let account = self.verified(whole, &email, password, client).await?;
        Ok((account, email))
    }

    /// Verifies the password. A wrong one counts as a failed login. A known device has its own limit, so the
    /// owner can end a thief's sessions while strangers guess.
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
        let slot = self.passwords.acquire_slot(Queue::Shoppers, &client.networks)?;
        let device = self.known_device(email, client).await?;
        let counted = self.count_log_in(email, device, &client.networks).await?;
        let stored_hash = Some(account.password_hash.clone());
        match self.passwords.verify(slot, password, stored_hash).await {
            Ok(PasswordVerification::Wrong) => Err(Error::WrongPassword),
            // The next login stores a stronger hash.
            Ok(PasswordVerification::Right | PasswordVerification::Rehashed(_)) => {
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
