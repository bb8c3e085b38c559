//! Data export: collects everything that the services store about a shopper, and keeps it for a week.

use runtime::status::{Rule, Violation};
use serde_json::{Map, Value};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    account::{accounts, details},
    error::Error,
    events,
    identity::Identity,
    limits::limit::{self, DATA_REQUESTS_BY_STAFF},
    login::known_device::Client,
    mails::mail_job::{self, DATA_READY},
    personal_data::{
        data_requests::{self, DataRequestRecord, ServiceData},
        own_data,
    },
};

/// The other services that store personal data. A test compares them with the registry.
pub const HOLDERS: [&str; 4] = ["contact", "inventory", "order", "review"];

/// The data collected so far.
pub struct DataExport {
    /// The time of the request.
    pub requested_at: OffsetDateTime,
    /// The services whose part is missing.
    pub missing: Vec<&'static str>,
    /// The collected parts, by service name.
    pub parts: Vec<ServiceData>,
}

impl Identity {
    /// Starts a collection, in place of the previous one.
    pub async fn request_data(&self, account_id: Uuid, code: &str, client: &Client) -> Result<(), Error> {
        let proof = self.proof(account_id, code, client).await?;
        let own = self.own_part(account_id).await?;
        let mut transaction = database::begin(&self.db).await?;
        let account_id = proof.consume(&mut transaction).await?;
        begin(&mut transaction, account_id, &own).await?;
        transaction.commit().await?;
        self.collecting();
        tracing::info!(%account_id, "a shopper asked for their data");
        Ok(())
    }

    /// Starts a collection on behalf of a shopper; `by` is the staff member's id. It is rate-limited like
    /// codes, because each collection mails the shopper.
    pub async fn request_data_for_shopper(&self, account_id: Uuid, by: Option<&str>) -> Result<(), Error> {
        let own = self.own_part(account_id).await?;
        let who = account_id.to_string();
        let counters = DATA_REQUESTS_BY_STAFF.map(|limit| limit.counter(&self.keys, &[&who]));
        limit::check(&self.db, &counters).await?;
        limit::count(&self.db, &counters).await?;
        let mut transaction = database::begin(&self.db).await?;
        // The account may have been deleted.
        if !accounts::lock(&mut transaction, account_id).await? {
            return Err(Error::NoAccount);
        }
        begin(&mut transaction, account_id, &own).await?;
        transaction.commit().await?;
        self.collecting();
        tracing::info!(%account_id, by, "a shopper's data was asked for, for them");
        Ok(())
    }

    async fn own_part(&self, account_id: Uuid) -> Result<Map<String, Value>, Error> {
        let own = own_data::collect(&self.db, account_id).await?;
        own.ok_or(Error::NoAccount)
    }

    /// Wakes the relay and counts the request.
    fn collecting(&self) {
        self.relay.wake();
        metrics::counter!("data_requests_total").increment(1);
    }

    /// Returns the collected data. The shopper must give the password again; a session is not enough.
    pub async fn open_data(
        &self,
        account_id: Uuid,
        password: String,
        client: &Client,
    ) -> Result<DataExport, Error> {
        self.reauthenticate(account_id, password, client).await?;
        self.data(account_id).await
    }

    /// Returns the progress of the collection, with its parts.
    pub async fn data(&self, account_id: Uuid) -> Result<DataExport, Error> {
        let DataRequestRecord { id, requested_at } = data_requests::of_account(&self.db, account_id)
            .await?
            .ok_or(Error::NoData)?;
        let parts = data_requests::parts(&self.db, id).await?;
        Ok(DataExport {
            requested_at,
            missing: missing(parts.iter().map(|part| part.service.as_str())),
            parts,
        })
    }

    /// Stores the part of a service. The last part sends a mail to the shopper.
    pub async fn put_data_part(&self, request_id: Uuid, service: &str, json: &str) -> Result<(), Error> {
        let part = part(service, json)?;
        let mut transaction = database::begin(&self.db).await?;
        // Serialises services that deliver the last parts at the same time.
        let request = data_requests::lock(&mut transaction, request_id)
            .await?
            .ok_or(Error::NoData)?;
        data_requests::put_part(&mut transaction, request_id, service, &part).await?;
        let there = data_requests::services(&mut transaction, request_id).await?;
        let is_complete = missing(there.iter().map(String::as_str)).is_empty();
        if is_complete && data_requests::complete(&mut transaction, request_id).await? {
            let email = details::check_email(&request.email)?;
            mail_job::enqueue(&mut *transaction, DATA_READY, &email).await?;
        }
        transaction.commit().await?;
        self.mails.wake();
        Ok(())
    }
}

/// Stores a request with this service's own part, and publishes the event for the other services.
async fn begin(db: &mut PgConnection, account_id: Uuid, own: &Map<String, Value>) -> Result<(), Error> {
    let (id, now) = (Uuid::now_v7(), OffsetDateTime::now_utc());
    data_requests::begin(db, id, account_id).await?;
    data_requests::put_part(db, id, own_data::SERVICE, own).await?;
    outbox::write(db, events::data_requested(id, account_id, now)).await?;
    Ok(())
}

/// The services whose part is missing.
fn missing<'a>(there: impl Iterator<Item = &'a str>) -> Vec<&'static str> {
    let there: Vec<_> = there.collect();
    let missing = HOLDERS.into_iter().filter(|keeper| !there.contains(keeper));
    missing.collect()
}

fn part(service: &str, json: &str) -> Result<Map<String, Value>, Error> {
    let refused = |field, words| Error::Invalid(vec![Violation::new(field, Rule::Malformed.says(words))]);
    if !HOLDERS.contains(&service) {
        return Err(refused("part.service", "This service keeps no personal data"));
    }
    match serde_json::from_str(json) {
        Ok(Value::Object(part)) => Ok(part),
        _ => Err(refused("part.json", "A part is a JSON object")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_an_object_of_a_service_that_keeps_something() {
        assert!(part("order", "{}").is_ok());
        for (service, json) in [
            ("catalog", "{}"),
            ("order", "[]"),
            ("order", "{"),
            ("identity", "{}"),
        ] {
            assert!(part(service, json).is_err(), "{service} {json}");
        }
    }

    #[test]
    fn missing_services_are_named() {
        let there = HOLDERS.into_iter().filter(|keeper| *keeper != "review");
        assert_eq!(missing(there), ["review"]);
        assert_eq!(missing(HOLDERS.into_iter()), Vec::<&str>::new());
    }

    #[test]
    fn fuzz_of_data_parts() {
        fuzz::feed_text("data parts", &["{\"a\": [1]}", "[]", "{\"a\"", ""], |text| {
            if let Ok(part) = part("order", text) {
                let again = Value::Object(part.clone()).to_string();
                assert_eq!(serde_json::from_str::<Map<_, _>>(&again).ok(), Some(part));
            }
        });
    }
}
