//! A shopper leaves: the account goes at once, what other services keep when they have heard of it, and the address last.

use runtime::status::{Rule, Violation};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    account::{accounts, details},
    error::Error,
    events,
    identity::Identity,
    login::known_device::Client,
    mails::mail_job::{self, ACCOUNT_DELETED},
    personal_data::{
        data_request::HOLDERS,
        erasures::{self, Erasure},
    },
};

impl Identity {
    /// Deletes an account with its sessions, addresses, codes and devices, and has everybody told.
    pub async fn delete_account(&self, account_id: Uuid, code: &str, client: &Client) -> Result<(), Error> {
        let proof = self.proof(account_id, code, client).await?;
        let now = OffsetDateTime::now_utc();
        let mut transaction = database::begin(&self.db).await?;
        let account_id = proof.use_up(&mut transaction).await?;
        erasures::begin(&mut transaction, account_id, proof.email.as_str()).await?;
        accounts::remove(&mut transaction, account_id).await?;
        outbox::write(&mut transaction, events::account_deleted(account_id, now)).await?;
        transaction.commit().await?;
        self.relay.wake();
        metrics::counter!("accounts_deleted_total").increment(1);
        tracing::info!(%account_id, "an account was deleted");
        Ok(())
    }

    /// Whose traces are to be erased.
    pub async fn erasure(&self, account_id: Uuid) -> Result<Erasure, Error> {
        let found = erasures::find(&self.db, account_id).await?;
        found.ok_or(Error::NothingToErase)
    }

    /// A service has erased everything. Whoever is last has the address forgotten, after a mail to it.
    pub async fn report_erased(&self, account_id: Uuid, service: &str) -> Result<(), Error> {
        if !HOLDERS.contains(&service) {
            let broken = Rule::Malformed.says("This service keeps no personal data");
            return Err(Error::Invalid(vec![Violation::new("service", broken)]));
        }
        let mut transaction = database::begin(&self.db).await?;
        // Two who report at once follow each other.
        let Some(erasure) = erasures::lock(&mut transaction, account_id).await? else {
            return Ok(());
        };
        let reported = erasures::report(&mut transaction, account_id, service).await?;
        let is_done = HOLDERS
            .iter()
            .all(|keeper| reported.iter().any(|name| name == keeper));
        if is_done {
            let email = details::check_email(&erasure.email)?;
            mail_job::enqueue(&mut *transaction, ACCOUNT_DELETED, &email).await?;
            erasures::end(&mut transaction, account_id).await?;
        }
        transaction.commit().await?;
        if is_done {
            self.mails.wake();
            metrics::counter!("erasures_completed_total").increment(1);
            tracing::info!(%account_id, "every service has erased what it kept");
        }
        Ok(())
    }
}
