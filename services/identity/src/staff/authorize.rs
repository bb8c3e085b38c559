//! Whose session it is, and the token for a call: written to the log before it is given out, since what cannot be logged must not
//! be done.

use runtime::{
    StaffClaims, StaffTokenKey,
    status::{Rule, Violation, field},
};
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

/// Calls that one request may name: the orders of a round on paper, and more.
const MOST_CALLS: usize = 100;

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
    /// The token for each call that was named, in their order.
    pub tokens: Vec<CallToken>,
}

/// A token for a call.
pub struct CallToken {
    /// As the service takes it.
    pub token: String,
    /// The call's entry of the log; none when it needs none.
    pub log_id: Option<Uuid>,
}

/// A call whose names and subject are some.
struct CheckedCall<'a> {
    service: &'a str,
    method: &'a str,
    subject: String,
    is_logged: bool,
}

impl Identity {
    /// Finds out whose session it is, notes now and then that it was used, and gives out the tokens for calls.
    pub async fn authorize_staff(&self, token: &str, calls: &[Call<'_>]) -> Result<Authorized, Error> {
        let token_hash = Token::read(token).ok_or(Error::NotSignedIn)?.hash();
        let session = staff_sessions::find(&self.db, &token_hash).await?;
        let session = session.ok_or(Error::NotSignedIn)?;
        if session.is_due
            && let Err(error) = staff_sessions::touch(&self.db, &token_hash).await
        {
            tracing::warn!(%error, "the use of a session of staff could not be noted");
        }
        let tokens = if calls.is_empty() {
            Vec::new()
        } else {
            self.tokens_for(&session, calls).await?
        };
        Ok(Authorized {
            staff: session.staff,
            is_reauthenticated: session.is_reauthenticated,
            tokens,
        })
    }

    async fn tokens_for(&self, session: &StaffSession, calls: &[Call<'_>]) -> Result<Vec<CallToken>, Error> {
        if calls.len() > MOST_CALLS {
            let broken = Rule::TooMany { max: MOST_CALLS };
            let broken = broken.says(format!("At most {MOST_CALLS} calls can be named at once"));
            return Err(Error::Invalid(vec![Violation::new("more_calls", broken)]));
        }
        let calls: Vec<_> = calls.iter().map(Call::check).collect::<Result<_, _>>()?;
        let key = self.office.token_key.as_ref().ok_or(Error::NoTokenKey)?;
        let logged = calls.iter().filter(|call| call.is_logged);
        let logged: Vec<_> = logged.map(|call| (call.method, call.subject.as_str())).collect();
        let log_ids = staff_log::append_all(&self.db, session.staff.id, &logged).await?;
        let mut log_ids = log_ids.into_iter();
        let tokens = calls.iter().map(|call| {
            metrics::counter!("staff_tokens_total").increment(1);
            CallToken {
                token: sign(key, session, call),
                log_id: if call.is_logged { log_ids.next() } else { None },
            }
        });
        Ok(tokens.collect())
    }
}

impl<'a> Call<'a> {
    fn check(&self) -> Result<CheckedCall<'a>, Error> {
        let mut violations = Vec::new();
        let service = field("service", details::path(self.service), &mut violations);
        let method = field("method", details::path(self.method), &mut violations);
        let subject = field("subject", details::subject(self.subject), &mut violations);
        let (Some(service), Some(method), Some(subject)) = (service, method, subject) else {
            return Err(Error::Invalid(violations));
        };
        Ok(CheckedCall {
            service,
            method,
            subject,
            is_logged: !(self.is_impersonal && IMPERSONAL.contains(&method)),
        })
    }
}

fn sign(key: &StaffTokenKey, session: &StaffSession, call: &CheckedCall<'_>) -> String {
    let permissions = session.staff.role.permissions().iter();
    let claims = StaffClaims {
        staff_id: session.staff.id.to_string(),
        permissions: permissions.map(|permission| (*permission).to_owned()).collect(),
        audience: call.service.to_owned(),
        method: call.method.to_owned(),
        is_reauthenticated: session.is_reauthenticated,
    };
    key.sign(&claims, OffsetDateTime::now_utc().unix_timestamp())
}
