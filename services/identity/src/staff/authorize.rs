//! Authorises calls of staff and issues a token per call. The log entry is written before the token is
//! issued, so no call is unlogged.

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
        staff_log::{self, LoggedCall},
        staff_store::StaffRecord,
    },
};

/// Methods that return a page of shoppers with names, addresses or numbers.
const PAGES_OF_PEOPLE: [&str; 4] = [
    "ListTickets",
    "ListUnconfirmedOrders",
    "SearchOrders",
    "SearchShoppers",
];

/// The maximum number of pages of one of these lists per hour, or since the last reauthentication. Normal
/// work needs some twenty.
const MOST_PAGES: i64 = 50;

/// The maximum number of calls per request: more than the orders of one printed packing round.
const MOST_CALLS: usize = 100;

/// A call that a staff member wants to make.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    /// The gRPC service.
    pub service: &'a str,
    /// The method.
    pub method: &'a str,
    /// The subject of the call; empty for a list.
    pub subject: &'a str,
    /// True if the contract says that the answer shows no person. The call has no log entry.
    pub is_impersonal: bool,
    /// The id of the single thing that the request names; empty if it is the subject.
    pub about: &'a str,
}

/// The session of the browser.
#[derive(Debug, Clone, Copy)]
pub struct BrowserSession<'a> {
    /// The session token.
    pub token: &'a str,
    /// True if the browser sends the request by itself, without user activity. It does not extend the
    /// session. A browser that sets this wrongly only signs its user out sooner.
    pub is_unattended: bool,
}

/// A signed-in staff member.
pub struct StaffAuthorization {
    /// The staff member.
    pub staff: StaffRecord,
    /// True if they reauthenticated recently.
    pub is_reauthenticated: bool,
    /// The tokens for the calls, in order.
    pub tokens: Vec<CallToken>,
}

/// A token for a call.
pub struct CallToken {
    /// The signed token.
    pub token: String,
    /// The id of the call's log entry; `None` if it is not logged.
    pub log_id: Option<Uuid>,
}

/// A validated call.
struct CheckedCall<'a> {
    service: &'a str,
    method: &'a str,
    subject: String,
    /// See [`Call::about`].
    about: &'a str,
    is_logged: bool,
}

impl Identity {
    /// Finds the session, occasionally records its use, and issues the tokens for the calls.
    pub async fn authorize_staff(
        &self,
        browser: BrowserSession<'_>,
        calls: &[Call<'_>],
    ) -> Result<StaffAuthorization, Error> {
        let token_hash = Token::parse(browser.token).ok_or(Error::NotSignedIn)?.hash();
        let session = staff_sessions::find(&self.db, &token_hash).await?;
        let session = session.ok_or(Error::NotSignedIn)?;
        if session.is_due
            && !browser.is_unattended
            && let Err(error) = staff_sessions::touch(&self.db, &token_hash).await
        {
            tracing::warn!(%error, "the use of a session of staff could not be noted");
        }
        let tokens = if calls.is_empty() {
            Vec::new()
        } else {
            self.tokens_for(&session, calls).await?
        };
        Ok(StaffAuthorization {
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
        let calls: Vec<_> = calls.iter().map(Call::validate).collect::<Result<_, _>>()?;
        let key = self.office.token_key.as_ref().ok_or(Error::NoTokenKey)?;
        self.check_pages(session, &calls).await?;
        let logged = calls.iter().filter(|call| call.is_logged);
        let logged = logged.map(|call| LoggedCall {
            method: call.method,
            subject: &call.subject,
            about: if call.about == call.subject {
                ""
            } else {
                call.about
            },
        });
        let logged: Vec<_> = logged.collect();
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

impl Identity {
    /// Refuses a page of personal data after [`MOST_PAGES`] pages of its list without reauthentication. One
    /// page is normal work, fifty are an export.
    async fn check_pages(&self, session: &StaffSession, calls: &[CheckedCall<'_>]) -> Result<(), Error> {
        if session.is_reauthenticated {
            return Ok(());
        }
        let pages = calls.iter().filter(|call| call.subject.is_empty());
        for call in pages.filter(|call| PAGES_OF_PEOPLE.contains(&call.method)) {
            if staff_log::count_pages(&self.db, session.staff.id, call.method).await? >= MOST_PAGES {
                return Err(Error::Reauthenticate);
            }
        }
        Ok(())
    }
}

impl<'a> Call<'a> {
    fn validate(&self) -> Result<CheckedCall<'a>, Error> {
        let mut violations = Vec::new();
        let service = field("service", details::path(self.service), &mut violations);
        let method = field("method", details::path(self.method), &mut violations);
        let subject = field("subject", details::subject(self.subject), &mut violations);
        let about = field("about", details::about(self.about), &mut violations);
        let (Some(service), Some(method), Some(subject), Some(about)) = (service, method, subject, about)
        else {
            return Err(Error::Invalid(violations));
        };
        Ok(CheckedCall {
            service,
            method,
            subject,
            about,
            is_logged: !self.is_impersonal,
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
        about: if call.about.is_empty() {
            &call.subject
        } else {
            call.about
        }
        .to_owned(),
        is_reauthenticated: session.is_reauthenticated,
    };
    key.sign(&claims, OffsetDateTime::now_utc().unix_timestamp())
}
