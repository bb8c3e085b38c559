//! Whose session it is, and the token for a call: written to the log before it is given out, since what cannot be logged must not
//! be done.

use runtime::{StaffClaims, status::field};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    error::Error,
    identity::Identity,
    session::token::Token,
    staff::{
        details,
        signing_in::staff_sessions::{self, StaffSession},
        staff_log,
        staff_store::StaffRecord,
    },
};

/// The methods whose answers tell of no person but what colleagues are called, or only how far a file is
/// that they brought in, whose beginning is in the log. Only these leave no line in the log when the office
/// says so: it could say so of any.
const IMPERSONAL: [&str; 12] = [
    "CountOpenOrders",
    "CountTickets",
    "CountWaitingReviews",
    "GetPincodeImport",
    "GetProductImport",
    "GetRemittanceImport",
    "GetStockImport",
    "GetTrackingImport",
    "ListSales",
    "ListStaffNames",
    "ListStockLevels",
    "SumCash",
];

/// A call that somebody of the staff wants to make.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    /// The gRPC service.
    pub service: &'a str,
    /// Its method.
    pub method: &'a str,
    /// What it is about; empty for a list.
    pub subject: &'a str,
    /// Whether it only counts, so that the log needs no entry.
    pub is_impersonal: bool,
}

/// Somebody who is signed in.
pub struct Authorized {
    /// Who.
    pub staff: StaffRecord,
    /// Whether they showed a moment ago that it is they.
    pub is_reauthenticated: bool,
    /// The token for the call; none when none was named.
    pub token: Option<CallToken>,
}

/// A token for a call.
pub struct CallToken {
    /// As the service takes it.
    pub token: String,
    /// The call's entry of the log; none when it needs none.
    pub log_id: Option<Uuid>,
}

impl Identity {
    /// Finds out whose session it is, notes now and then that it was used, and gives out the token for a call.
    pub async fn authorize_staff(&self, token: &str, call: Option<Call<'_>>) -> Result<Authorized, Error> {
        let token_hash = Token::read(token).ok_or(Error::NotSignedIn)?.hash();
        let session = staff_sessions::find(&self.db, &token_hash).await?;
        let session = session.ok_or(Error::NotSignedIn)?;
        if session.is_due
            && let Err(error) = staff_sessions::touch(&self.db, &token_hash).await
        {
            tracing::warn!(%error, "the use of a session of staff could not be noted");
        }
        let token = match call {
            Some(call) => Some(self.token_for(&session, call).await?),
            None => None,
        };
        Ok(Authorized {
            staff: session.staff,
            is_reauthenticated: session.is_reauthenticated,
            token,
        })
    }

    async fn token_for(&self, session: &StaffSession, call: Call<'_>) -> Result<CallToken, Error> {
        let mut violations = Vec::new();
        let service = field("service", details::path(call.service), &mut violations);
        let method = field("method", details::path(call.method), &mut violations);
        let subject = field("subject", details::subject(call.subject), &mut violations);
        let (Some(service), Some(method), Some(subject)) = (service, method, subject) else {
            return Err(Error::Invalid(violations));
        };
        let key = self.office.token_key.as_ref().ok_or(Error::NoTokenKey)?;
        let staff = &session.staff;
        let log_id = if call.is_impersonal && IMPERSONAL.contains(&method) {
            None
        } else {
            Some(staff_log::append(&self.db, staff.id, method, &subject).await?)
        };
        let permissions = staff.role.permissions().iter();
        let claims = StaffClaims {
            staff_id: staff.id.to_string(),
            permissions: permissions.map(|permission| (*permission).to_owned()).collect(),
            audience: service.to_owned(),
            method: method.to_owned(),
            is_reauthenticated: session.is_reauthenticated,
        };
        metrics::counter!("staff_tokens_total").increment(1);
        let token = key.sign(&claims, OffsetDateTime::now_utc().unix_timestamp());
        Ok(CallToken { token, log_id })
    }
}
