//! For whom a call is made. Whatever services answer for staff goes through here: the identity service says whose session the
//! browser shows, writes the call to the log and gives the token for it, and only then is the call made.

use std::sync::Arc;

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use proto::identity::v1::{AuthorizeStaffRequest, StaffCall as NamedCall};
use tonic::{Code, Status};

use crate::{
    clients::{
        Clients,
        staff_calls::StaffCall,
        staff_token::{ShownSession, about, counting},
    },
    request::refusal::Refused,
    session::{
        cookie::SessionCookie,
        me::Me,
        permit::{Permit, Permits},
    },
};

/// What a page says that asks by itself, such as whether there are new orders, while nobody is at it: the session is not kept from ending.
const UNATTENDED: &str = "x-unattended";

/// The token that the browser sent, good or not; empty when there is none.
#[derive(Debug)]
pub(crate) struct SessionToken(pub(crate) String);

/// The session that the browser shows; every call finds out anew whether it is one. A request without any is refused before its
/// body is read.
#[derive(Debug)]
pub(crate) struct Session {
    shown: ShownSession,
    clients: Arc<Clients>,
    cookie: Arc<SessionCookie>,
}

impl<S> FromRequestParts<S> for SessionToken
where
    S: Send + Sync,
    Arc<SessionCookie>: FromRef<S>,
{
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let cookie = Arc::<SessionCookie>::from_ref(state);
        Ok(Self(cookie.read(&parts.headers)))
    }
}

impl<S> FromRequestParts<S> for Session
where
    S: Send + Sync,
    Arc<SessionCookie>: FromRef<S>,
    Arc<Clients>: FromRef<S>,
{
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let cookie = Arc::<SessionCookie>::from_ref(state);
        let token = cookie.read(&parts.headers);
        if token.is_empty() {
            return Err(Refused::SignedOut(cookie.expired()));
        }
        let is_unattended = parts.headers.contains_key(UNATTENDED);
        Ok(Self {
            shown: ShownSession { token, is_unattended },
            clients: Arc::<Clients>::from_ref(state),
            cookie,
        })
    }
}

impl Session {
    /// A session that has just begun.
    pub(crate) fn begun(token: String, clients: Arc<Clients>, cookie: Arc<SessionCookie>) -> Self {
        let is_unattended = false;
        Self {
            shown: ShownSession { token, is_unattended },
            clients,
            cookie,
        }
    }

    /// What proves the session.
    pub(crate) fn token(&self) -> &str {
        &self.shown.token
    }

    /// Who is signed in.
    pub(crate) async fn me(&self) -> Result<Me, Refused> {
        let request = AuthorizeStaffRequest {
            session_token: self.shown.token.clone(),
            is_unattended: self.shown.is_unattended,
            ..AuthorizeStaffRequest::default()
        };
        let told = self.clients.authorize_staff(request).await;
        Ok(Me::read(told.map_err(|status| self.refused(status))?)?)
    }

    /// Gets the token for a call about `subject`: the number or id of one thing, or nothing for a list.
    pub(crate) async fn permit<Call: StaffCall>(&self, subject: &str) -> Result<Permit<Call>, Refused> {
        Ok(self.permits(&[about::<Call>(subject)]).await?.take()?)
    }

    /// Gets the token for a call that only counts and tells of no person, which the log leaves out.
    pub(crate) async fn permit_count<Call: StaffCall>(&self) -> Result<Permit<Call>, Refused> {
        Ok(self.permits(&[counting::<Call>()]).await?.take()?)
    }

    /// Gets the tokens for several calls at once, which is asked and logged as one; at most 100.
    pub(crate) async fn permits(&self, calls: &[NamedCall]) -> Result<Permits, Refused> {
        let authorized = self.clients.staff_tokens(&self.shown, calls).await;
        let (who, tokens) = authorized.map_err(|status| self.refused(status))?;
        let clients = Arc::clone(&self.clients);
        Ok(Permits::new(clients, who, calls.iter().zip(tokens)))
    }

    /// Makes one call about `subject`.
    pub(crate) async fn call<Call: StaffCall>(
        &self,
        subject: &str,
        call: Call,
    ) -> Result<Call::Answer, Refused> {
        let permit = self.permit(subject).await?;
        Ok(permit.call(call).await?)
    }

    /// Asks for a page of a list; the log is told the numbers or ids of what the page shows.
    pub(crate) async fn page<Call: StaffCall>(
        &self,
        call: Call,
        ids: impl Fn(&Call::Answer) -> Vec<String>,
    ) -> Result<Call::Answer, Refused> {
        let permit = self.permit("").await?;
        let page = permit.call(call).await?;
        permit.shows(ids(&page));
        Ok(page)
    }

    /// What the identity service says of the session. One that has ended is forgotten by the browser, too.
    pub(crate) fn refused(&self, status: Status) -> Refused {
        if status.code() == Code::Unauthenticated {
            return Refused::SignedOut(self.cookie.expired());
        }
        status.into()
    }
}
