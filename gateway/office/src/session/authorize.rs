//! Authorizes calls for staff members. For each call, the identity service checks the browser's session,
//! writes the audit log and issues a token. The call follows with that token.

use std::sync::Arc;

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use proto::identity::v1::{AuthorizeStaffRequest, StaffCall as NamedCall};
use runtime::Call;
use tonic::{Code, Status};

use crate::{
    clients::{
        Clients,
        staff_token::{SessionCredentials, about},
    },
    request::errors::ApiError,
    session::{
        authorization::{Authorization, Authorizations},
        cookie::SessionCookie,
        me::Me,
    },
};

/// The header of requests that a page sends without user action, such as polls for new orders. They do not
/// extend the session.
const UNATTENDED: &str = "x-unattended";

/// The session token of the browser, not yet verified; empty if there is none.
#[derive(Debug)]
pub(crate) struct SessionToken(pub(crate) String);

/// The browser's session, verified anew with every call. A request without a session token is refused before
/// its body is read.
#[derive(Debug)]
pub(crate) struct Session {
    credentials: SessionCredentials,
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
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let cookie = Arc::<SessionCookie>::from_ref(state);
        let token = cookie.read(&parts.headers);
        if token.is_empty() {
            return Err(ApiError::SignedOut(cookie.expired()));
        }
        let is_unattended = parts.headers.contains_key(UNATTENDED);
        Ok(Self {
            credentials: SessionCredentials { token, is_unattended },
            clients: Arc::<Clients>::from_ref(state),
            cookie,
        })
    }
}

impl Session {
    /// A session that has just begun.
    pub(crate) fn new(token: String, clients: Arc<Clients>, cookie: Arc<SessionCookie>) -> Self {
        let is_unattended = false;
        Self {
            credentials: SessionCredentials { token, is_unattended },
            clients,
            cookie,
        }
    }

    /// The session token.
    pub(crate) fn token(&self) -> &str {
        &self.credentials.token
    }

    /// The signed-in staff member.
    pub(crate) async fn me(&self) -> Result<Me, ApiError> {
        let request = AuthorizeStaffRequest {
            session_token: self.credentials.token.clone(),
            is_unattended: self.credentials.is_unattended,
            ..AuthorizeStaffRequest::default()
        };
        let response = self.clients.call(request).await;
        Ok(Me::from_contract(
            response.map_err(|status| self.refused(status))?,
        )?)
    }

    /// Gets the token for a call about `subject`: the number or id of one thing, or empty for a list.
    pub(crate) async fn authorize<C: Call>(&self, subject: &str) -> Result<Authorization<C>, ApiError> {
        Ok(self.authorize_all(&[about::<C>(subject)]).await?.take()?)
    }

    /// Gets the tokens for several calls in one request; at most 100. Each call has its own log entry.
    pub(crate) async fn authorize_all(&self, calls: &[NamedCall]) -> Result<Authorizations, ApiError> {
        let authorized = self.authorize_forwarded(calls).await;
        authorized.map_err(|status| self.refused(status))
    }

    /// The same with the identity service's own error.
    pub(crate) async fn authorize_forwarded(&self, calls: &[NamedCall]) -> Result<Authorizations, Status> {
        let (who, tokens) = self.clients.staff_tokens(&self.credentials, calls).await?;
        let clients = Arc::clone(&self.clients);
        Ok(Authorizations::new(clients, who, calls.iter().zip(tokens)))
    }

    /// Makes one call about `subject`.
    pub(crate) async fn call<C: Call>(&self, subject: &str, call: C) -> Result<C::Answer, ApiError> {
        let authorization = self.authorize(subject).await?;
        Ok(authorization.call(call).await?)
    }

    /// Converts an error of the identity service. If the session has ended, the response deletes the
    /// browser's cookie.
    pub(crate) fn refused(&self, status: Status) -> ApiError {
        if status.code() == Code::Unauthenticated {
            return ApiError::SignedOut(self.cookie.expired());
        }
        status.into()
    }
}
