//! Registration.

use runtime::Networks;
use tracing::Instrument as _;
use uuid::Uuid;

use crate::{
    account::{accounts, details::RegistrationDetails, new_password},
    error::Error,
    hash_queue::Queue,
    identity::Identity,
    limits::limit::{self, REGISTRATIONS},
};

impl Identity {
    /// Creates an account, even if the caller stops waiting. On a busy machine, a shopper who comes back
    /// finds the account, instead of starting again.
    #[expect(
        clippy::disallowed_methods,
        reason = "one that a drain cuts short is as if it was never asked for"
    )]
    pub async fn register_to_the_end(
        &self,
        details: RegistrationDetails,
        networks: Networks,
    ) -> Result<(), Error> {
        let identity = self.clone();
        let registering = async move { identity.register(details, &networks).await };
        let registering = tokio::spawn(registering.in_current_span());
        registering.await.map_err(|error| Error::Hash(error.into()))?
    }

    /// Creates an account. The response reveals whether an address is taken; the rate limit prevents listing
    /// customers.
    async fn register(&self, details: RegistrationDetails, networks: &Networks) -> Result<(), Error> {
        let mut checked = details.validate(&self.email_domains);
        if let Some((password, email)) = checked.unestimated() {
            let slot = self.passwords.acquire_slot(Queue::Strangers, networks)?;
            let counters = REGISTRATIONS.counters(&self.keys, networks, &[]);
            limit::count(&self.db, &counters).await?;
            let estimate = move || new_password::is_common(&password, email.as_ref());
            let estimate = self.passwords.estimate(slot, estimate).await;
            if let Err(Error::Busy) = estimate {
                // The shopper is told to retry, so this was no try.
                limit::uncount(&self.db, &counters).await?;
            }
            checked.estimated(estimate?);
        }
        let account = checked.finish()?;
        let slot = self.passwords.acquire_slot(Queue::Strangers, networks)?;
        let password_hash = self.passwords.hash(slot, account.password).await?;
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
