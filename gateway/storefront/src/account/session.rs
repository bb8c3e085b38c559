//! The cookies of sessions and known devices, and the shopper of a session.

use std::sync::Arc;

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{HeaderMap, StatusCode, request::Parts},
};
use proto::identity::v1::{AuthenticateRequest, RecognizeDeviceRequest};
use tonic::Code;
use web::{Error, request::token_cookie::TokenCookie};

use crate::clients::Clients;

/// The message for a shopper who must log in first (product specification; also used for messages to the
/// shop).
const LOG_IN_FIRST: &str = "Please login to submit a review.";

/// The message for a shopper who must log in to reach their account.
const LOG_IN_FOR_ACCOUNT: &str = "Please login to see your account.";

/// The lifetime of a known device's cookie: 180 days after its last login, as long as the identity service
/// remembers the device.
const DEVICE_SECONDS: u32 = 180 * 24 * 60 * 60;

/// The cookies of the shop.
#[derive(Debug)]
pub(crate) struct Cookies {
    /// The session cookie. Browsers keep it until they close, like the front end's login flag.
    pub(crate) session: TokenCookie,
    /// The cookie of a known device. It lets the shopper log in while other clients guess the password.
    pub(crate) device: TokenCookie,
}

impl Cookies {
    pub(crate) fn new(over_tls: bool) -> Self {
        Self {
            session: TokenCookie::new("sid", over_tls),
            device: TokenCookie::new("device", over_tls).with_max_age(DEVICE_SECONDS),
        }
    }
}

/// The session token of the browser, not yet verified; empty if there is none.
#[derive(Debug)]
pub(crate) struct SessionToken(pub(crate) String);

/// The device token of the browser, not yet verified; empty if there is none.
#[derive(Debug)]
pub(crate) struct DeviceToken(pub(crate) String);

/// A logged-in shopper.
#[derive(Debug)]
pub(crate) struct Shopper {
    /// The account's id, a UUID.
    pub(crate) account_id: String,
}

impl<S> FromRequestParts<S> for SessionToken
where
    S: Send + Sync,
    Arc<Cookies>: FromRef<S>,
{
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let cookies = Arc::<Cookies>::from_ref(state);
        Ok(Self(cookies.session.read(&parts.headers)))
    }
}

impl<S> FromRequestParts<S> for DeviceToken
where
    S: Send + Sync,
    Arc<Cookies>: FromRef<S>,
{
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        let cookies = Arc::<Cookies>::from_ref(state);
        Ok(Self(cookies.device.read(&parts.headers)))
    }
}

impl<S> FromRequestParts<S> for Shopper
where
    S: Send + Sync,
    Arc<Cookies>: FromRef<S>,
    Arc<Clients>: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Ok(token) = SessionToken::from_request_parts(parts, state).await;
        Self::load(&Arc::<Clients>::from_ref(state), token).await
    }
}

/// The account of the logged-in shopper. A request without a valid session is refused before its body is
/// read.
#[derive(Debug)]
pub(crate) struct Account {
    /// The account's id, a UUID.
    pub(crate) id: String,
}

impl<S> FromRequestParts<S> for Account
where
    S: Send + Sync,
    Arc<Cookies>: FromRef<S>,
    Arc<Clients>: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Ok(token) = SessionToken::from_request_parts(parts, state).await;
        let clients = Arc::<Clients>::from_ref(state);
        let shopper = Shopper::load_or(&clients, token, LOG_IN_FOR_ACCOUNT).await?;
        Ok(Self {
            id: shopper.account_id,
        })
    }
}

impl Shopper {
    /// The shopper of a session token.
    pub(crate) async fn load(clients: &Clients, token: SessionToken) -> Result<Self, Error> {
        Self::load_or(clients, token, LOG_IN_FIRST).await
    }

    /// The shopper of a session token; fails with this message if the token is not valid.
    pub(crate) async fn load_or(
        clients: &Clients,
        SessionToken(session_token): SessionToken,
        message: &'static str,
    ) -> Result<Self, Error> {
        let log_in_first = || Error::new(StatusCode::UNAUTHORIZED, message);
        if session_token.is_empty() || clients.ended_sessions.know(&session_token) {
            return Err(log_in_first());
        }
        let request = AuthenticateRequest {
            session_token: session_token.clone(),
        };
        let answer = clients.identity.call(request).await;
        match answer {
            Ok(answer) => Ok(Self {
                account_id: answer.account_id,
            }),
            Err(status) if status.code() == Code::Unauthenticated => {
                clients.ended_sessions.remember(session_token);
                Err(log_in_first())
            }
            Err(status) => Err(status.into()),
        }
    }
}

/// A name for the account of the session, or else for the known device. `None` for an unknown client, and
/// while the identity service is down.
pub(crate) async fn owner(clients: &Clients, cookies: &Cookies, headers: &HeaderMap) -> Option<String> {
    let session = SessionToken(cookies.session.read(headers));
    if let Ok(shopper) = Shopper::load(clients, session).await {
        return Some(format!("account {}", shopper.account_id));
    }
    let device_token = cookies.device.read(headers);
    if device_token.is_empty() {
        return None;
    }
    let name = format!("device {device_token}");
    let request = RecognizeDeviceRequest { device_token };
    let answer = clients.identity.call(request).await;
    answer.is_ok_and(|answer| answer.is_known).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_ends_with_the_browser_and_a_device_is_known_for_180_days() {
        let cookies = Cookies::new(true);
        assert_eq!(
            cookies.session.begin("token").unwrap(),
            "__Host-sid=token; Path=/; Secure; HttpOnly; SameSite=Lax"
        );
        assert_eq!(
            cookies.device.begin("token").unwrap(),
            "__Host-device=token; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=15552000"
        );
    }
}
