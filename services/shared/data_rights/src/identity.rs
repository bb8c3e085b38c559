use std::time::Duration;

use outbox::Failure;
use proto::identity::v1::{
    DataPart, GetAccountRequest, GetErasureRequest, PutDataPartRequest, ReportErasedRequest,
};
use runtime::{Client, Frame, Target};
use serde_json::Value;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::data_source::Person;

const DEADLINE: Duration = Duration::from_secs(5);

/// The pause before an identity service that failed is asked again.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(5);

/// The client of the identity service, which identifies shoppers and tracks the handling of their data.
#[derive(Debug, Clone)]
pub struct Identity(Client);

impl Identity {
    /// Creates the client without connecting. The first call connects.
    pub fn new(at: Target, frame: &Frame) -> Self {
        Self(frame.client(at, DEADLINE))
    }

    /// The shopper of an account. `None` if the account is gone.
    pub(crate) async fn account(&self, account_id: Uuid) -> Result<Option<Person>, Failure> {
        let request = GetAccountRequest {
            account_id: account_id.to_string(),
        };
        let Some(account) = known(self.0.call(request).await)? else {
            return Ok(None);
        };
        Ok(Some(Person {
            account_id,
            email: account.email_is_proven.then_some(account.email),
            until: OffsetDateTime::now_utc(),
        }))
    }

    /// The shopper whose data must be erased. `None` if nothing is left to do.
    pub(crate) async fn erasure(&self, account_id: Uuid) -> Result<Option<Person>, Failure> {
        let request = GetErasureRequest {
            account_id: account_id.to_string(),
        };
        let Some(erasure) = known(self.0.call(request).await)? else {
            return Ok(None);
        };
        let until = OffsetDateTime::parse(&erasure.deleted_at, &Rfc3339);
        Ok(Some(Person {
            account_id,
            email: erasure.email_is_proven.then_some(erasure.email),
            until: until
                .map_err(|_| Failure::Poison("no time says when the account was deleted".to_owned()))?,
        }))
    }

    pub(crate) async fn put_part(
        &self,
        request_id: Uuid,
        service: &str,
        part: &Value,
    ) -> Result<(), Failure> {
        let request = PutDataPartRequest {
            request_id: request_id.to_string(),
            part: Some(DataPart {
                service: service.to_owned(),
                json: part.to_string(),
            }),
        };
        known(self.0.call(request).await).map(drop)
    }

    /// Reports that a service has erased everything.
    ///
    /// Fails while the identity service does not answer.
    pub async fn report_erased(&self, account_id: Uuid, service: &str) -> Result<(), Failure> {
        let request = ReportErasedRequest {
            account_id: account_id.to_string(),
            service: service.to_owned(),
        };
        known(self.0.call(request).await).map(drop)
    }
}

/// The answer. `None` if its subject is gone. Postpones if the identity service failed.
fn known<T>(answer: Result<T, Status>) -> Result<Option<T>, Failure> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(status) if status.code() == Code::NotFound => Ok(None),
        Err(status) if status.code() == Code::InvalidArgument => Err(Failure::Poison(format!(
            "identity refuses it: {}",
            status.message()
        ))),
        Err(status) => {
            tracing::warn!(%status, "a shopper's data waits for the identity service");
            Err(Failure::Postponed(ASK_AGAIN_AFTER))
        }
    }
}
