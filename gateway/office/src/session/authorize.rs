//! For whom a call is made. Whatever services answer for staff goes through here: the identity service says whose session the
//! browser shows, writes the call to the log and gives the token for it, and only then is the call made.

use std::sync::Arc;

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use proto::identity::v1::{AuthorizeStaffRequest, AuthorizeStaffResponse};
use tonic::{Code, Status};
use web::Error;

use crate::{
    clients::{
        Clients,
        outcomes::Watched,
        staff_calls::StaffCall,
        staff_token::{Purpose, StaffToken},
    },
    request::refusal::Refused,
    session::{cookie::SessionCookie, me::Me},
};

/// The token that the browser sent, good or not; empty when there is none.
#[derive(Debug)]
pub(crate) struct SessionToken(pub(crate) String);

/// The session that the browser shows; every call finds out anew whether it is one. A request without any is refused before its
/// body is read.
#[derive(Debug)]
pub(crate) struct Session {
    token: String,
    clients: Arc<Clients>,
    cookie: Arc<SessionCookie>,
}

/// Somebody of the staff with the token for the call `Call`, which may be made several times, such as for each page of a list.
pub(crate) struct Permit<Call> {
    clients: Arc<Clients>,
    who: AuthorizeStaffResponse,
    token: StaffToken<Call>,
    outcome: Watched,
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
        Ok(Self {
            token,
            clients: Arc::<Clients>::from_ref(state),
            cookie,
        })
    }
}

impl Session {
    /// A session that has just begun.
    pub(crate) fn begun(token: String, clients: Arc<Clients>, cookie: Arc<SessionCookie>) -> Self {
        Self {
            token,
            clients,
            cookie,
        }
    }

    /// What proves the session.
    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// Who is signed in.
    pub(crate) async fn me(&self) -> Result<Me, Refused> {
        let request = AuthorizeStaffRequest {
            session_token: self.token.clone(),
            ..AuthorizeStaffRequest::default()
        };
        let told = self.clients.authorize_staff(request).await;
        Ok(Me::read(told.map_err(|status| self.refused(status))?)?)
    }

    /// Gets the token for a call about `subject`: the number or id of one thing, or nothing for a list.
    pub(crate) async fn permit<Call: StaffCall>(&self, subject: &str) -> Result<Permit<Call>, Refused> {
        self.permit_for(Purpose {
            subject,
            is_impersonal: false,
        })
        .await
    }

    /// Gets the token for a call that only counts and tells of no person, which the log leaves out.
    pub(crate) async fn permit_count<Call: StaffCall>(&self) -> Result<Permit<Call>, Refused> {
        self.permit_for(Purpose {
            subject: "",
            is_impersonal: true,
        })
        .await
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

    async fn permit_for<Call: StaffCall>(&self, purpose: Purpose<'_>) -> Result<Permit<Call>, Refused> {
        let authorized = self.clients.staff_token(self.token.clone(), purpose).await;
        let (mut who, token) = authorized.map_err(|status| self.refused(status))?;
        let outcome = self.clients.outcomes.watch(std::mem::take(&mut who.log_id));
        Ok(Permit {
            clients: Arc::clone(&self.clients),
            who,
            token,
            outcome,
        })
    }

    /// What the identity service says of the session. One that has ended is forgotten by the browser, too.
    pub(crate) fn refused(&self, status: Status) -> Refused {
        if status.code() == Code::Unauthenticated {
            return Refused::SignedOut(self.cookie.expired());
        }
        status.into()
    }
}

impl<Call: StaffCall> Permit<Call> {
    /// Makes the call; the log is told what came of it.
    pub(crate) async fn call(&self, call: Call) -> Result<Call::Answer, Status> {
        self.outcome.begin();
        let answer = self.clients.call_for_staff(&self.token, call).await;
        self.outcome.end(&answer);
        answer
    }

    /// Reads a list to its end: `call` asks for the page of a token, and `page` takes out of an answer what is in it and the token
    /// of the next page.
    pub(crate) async fn read_all<Item>(
        &self,
        call: impl Fn(String) -> Call,
        page: impl Fn(Call::Answer) -> (Vec<Item>, String),
    ) -> Result<Vec<Item>, Status> {
        let (mut all, mut next) = page(self.call(call(String::new())).await?);
        while !next.is_empty() {
            let items;
            (items, next) = page(self.call(call(next)).await?);
            all.extend(items);
        }
        Ok(all)
    }

    /// The id of whoever is signed in, a UUID.
    pub(crate) fn staff_id(&self) -> Result<String, Error> {
        let nobody = || Error::internal("the identity service did not say who is signed in");
        let staff = self.who.staff.as_ref().ok_or_else(nobody)?;
        Ok(staff.staff_id.clone())
    }

    /// Whether their role permits this, such as `sales.read`: to leave out of an answer what would be refused. What they may do is
    /// decided by the services.
    pub(crate) fn may(&self, permission: &str) -> bool {
        self.who.permissions.iter().any(|known| known == permission)
    }
}
