//! Account deletion: the account is deleted at once, other services erase their data on an event, the address
//! is deleted last.

use runtime::status::{Rule, Violation};
use sqlx::PgConnection;
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
    /// Deletes an account with its sessions, addresses, codes and devices, and writes the event for the other
    /// services.
    pub async fn delete_account(&self, account_id: Uuid, code: &str, client: &Client) -> Result<(), Error> {
        let proof = self.proof(account_id, code, client).await?;
        let mut transaction = database::begin(&self.db).await?;
        let account_id = proof.consume(&mut transaction).await?;
        if !remove(&mut transaction, account_id).await? {
            return Err(Error::NoAccount);
        }
        transaction.commit().await?;
        self.removed();
        tracing::info!(%account_id, "an account was deleted");
        Ok(())
    }

    /// Deletes an account on behalf of its shopper; `by` is the staff member's id. Repeating it during the
    /// erasure changes nothing.
    pub async fn delete_account_for_shopper(&self, account_id: Uuid, by: Option<&str>) -> Result<(), Error> {
        let mut transaction = database::begin(&self.db).await?;
        if !remove(&mut transaction, account_id).await? {
            drop(transaction);
            let is_under_way = erasures::find(&self.db, account_id).await?.is_some();
            return is_under_way.then_some(()).ok_or(Error::NoAccount);
        }
        transaction.commit().await?;
        self.removed();
        tracing::info!(%account_id, by, "an account was deleted for its shopper");
        Ok(())
    }

    /// Wakes the relay and counts the deletion.
    fn removed(&self) {
        self.relay.wake();
        metrics::counter!("accounts_deleted_total").increment(1);
    }

    /// Returns the erasure of a deleted account, for a service that erases its data.
    pub async fn erasure(&self, account_id: Uuid) -> Result<Erasure, Error> {
        let found = erasures::find(&self.db, account_id).await?;
        found.ok_or(Error::NothingToErase)
    }

    /// Records that a service has erased its data. After the last service, mails the address and deletes it.
    pub async fn report_erased(&self, account_id: Uuid, service: &str) -> Result<(), Error> {
        if !HOLDERS.contains(&service) {
            let broken = Rule::Malformed.says("This service keeps no personal data");
            return Err(Error::Invalid(vec![Violation::new("service", broken)]));
        }
        let mut transaction = database::begin(&self.db).await?;
        // Serialises services that report at the same time.
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
            erasures::finish(&mut transaction, account_id).await?;
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

/// Deletes an account and starts its erasure. Returns false if the account is gone.
async fn remove(db: &mut PgConnection, account_id: Uuid) -> Result<bool, Error> {
    let Some(account) = accounts::remove(db, account_id).await? else {
        return Ok(false);
    };
    erasures::begin(db, account_id, &account).await?;
    outbox::write(db, events::account_deleted(account_id, OffsetDateTime::now_utc())).await?;
    Ok(true)
}
