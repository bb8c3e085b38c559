//! Making an account.

use uuid::Uuid;

use crate::{
    account::Details,
    error::Error,
    identity::Identity,
    limit::{self, REGISTRATIONS},
    network::Networks,
    store::accounts,
};

impl Identity {
    /// Makes an account. That an address is taken is told; the limit keeps that from becoming a list of customers.
    pub async fn register(&self, details: Details, networks: &Networks) -> Result<(), Error> {
        let account = details.check(&self.email_domains)?;
        limit::count(&self.db, &REGISTRATIONS.of(&self.keys, networks, &[])).await?;
        let password_hash = self.passwords.hash(account.password).await?;
        let id = Uuid::now_v7();
        let email = account.email.as_str();
        match accounts::insert(&self.db, id, email, &password_hash, &account.mobile_number).await {
            Ok(()) => {
                metrics::counter!("accounts_registered_total").increment(1);
                tracing::info!(account_id = %id, "an account was made");
                Ok(())
            }
            Err(error) if database::violated_constraint(&error) == Some(accounts::EMAIL_TAKEN) => {
                Err(Error::EmailTaken)
            }
            Err(error) => Err(error.into()),
        }
    }
}
