//! Making an account.

use uuid::Uuid;

use crate::{
    account::{accounts, details::Details, new_password},
    error::Error,
    identity::Identity,
    limits::{
        limit::{self, REGISTRATIONS},
        network::Networks,
    },
};

impl Identity {
    /// Makes an account. The answer tells when an address is taken; the limit keeps that from becoming a list of customers.
    pub async fn register(&self, details: Details, networks: &Networks) -> Result<(), Error> {
        let mut checked = details.check(&self.email_domains);
        if let Some((password, email)) = checked.unestimated() {
            limit::count(&self.db, &REGISTRATIONS.of(&self.keys, networks, &[])).await?;
            let estimate = move || new_password::is_common(&password, email.as_ref());
            checked.estimated(self.passwords.estimate(estimate).await?);
        }
        let account = checked.finish()?;
        let password_hash = self.passwords.hash(account.password).await?;
        let id = Uuid::now_v7();
        let email = account.email.as_str();
        if !accounts::insert(
            &self.db,
            id,
            email,
            &password_hash,
            account.mobile_number.as_str(),
        )
        .await?
        {
            return Err(Error::EmailTaken);
        }
        metrics::counter!("accounts_registered_total").increment(1);
        tracing::info!(account_id = %id, "an account was made");
        Ok(())
    }
}
