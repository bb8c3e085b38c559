//! The cookies of a session and of a known device, and who is behind a session.

use std::sync::Arc;

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts},
};
use proto::identity::v1::AuthenticateRequest;
use runtime::repeatable;
use tonic::Code;

use crate::{app::App, error::Error};

/// What a shopper reads who must log in first (product specification; it is the same for messages to the shop).
const LOG_IN_FIRST: &str = "Please login to submit a review.";

/// A known device's cookie lives for 180 days after its last login, as long as the identity service knows the device.
const DEVICE_SECONDS: u32 = 180 * 24 * 60 * 60;

/// How a token travels to the browser and back, out of reach of scripts.
#[derive(Debug)]
pub(crate) struct TokenCookie {
    name: &'static str,
    attributes: String,
}

impl TokenCookie {
    /// The session's. It lives as long as the browser is open, as the front end's login flag does.
    pub(crate) fn of_session(over_tls: bool) -> Self {
        let name = if over_tls { "__Host-sid" } else { "sid" };
        Self::new(name, over_tls, "")
    }

    /// That of a device which has logged in: it gets in while strangers guess.
    pub(crate) fn of_device(over_tls: bool) -> Self {
        let name = if over_tls { "__Host-device" } else { "device" };
        Self::new(name, over_tls, &format!("; Max-Age={DEVICE_SECONDS}"))
    }

    /// Over TLS the name's prefix makes browsers refuse a cookie that another host or an open line set.
    fn new(name: &'static str, over_tls: bool, life: &str) -> Self {
        let secure = if over_tls { " Secure;" } else { "" };
        Self {
            name,
            attributes: format!("Path=/;{secure} HttpOnly; SameSite=Lax{life}"),
        }
    }

    /// `Set-Cookie` for a token that begins.
    pub(crate) fn begin(&self, token: &str) -> Result<HeaderValue, Error> {
        let cookie = format!("{}={token}; {}", self.name, self.attributes);
        HeaderValue::try_from(cookie).map_err(|_| Error::internal("a token is no cookie"))
    }

    /// `Set-Cookie` for a session that has ended.
    pub(crate) fn end(&self) -> HeaderValue {
        let cookie = format!("{}=; {}; Max-Age=0", self.name, self.attributes);
        HeaderValue::try_from(cookie).expect("our own text is a valid header value")
    }

    /// The token that the browser sent; empty when there is none.
    fn read(&self, headers: &HeaderMap) -> String {
        let values = headers.get_all(header::COOKIE).into_iter();
        let mut pairs = values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        let token = pairs.find_map(|(name, value)| (name == self.name).then_some(value));
        token.unwrap_or_default().to_owned()
    }
}

/// The token that the browser sent, good or not; empty when there is none.
#[derive(Debug)]
pub(crate) struct SessionToken(pub(crate) String);

/// What the browser keeps of earlier logins, good or not; empty when there is nothing.
#[derive(Debug)]
pub(crate) struct DeviceToken(pub(crate) String);

/// A shopper who is logged in.
#[derive(Debug)]
pub(crate) struct Shopper {
    /// The account's id, a UUID.
    pub(crate) account_id: String,
}

impl FromRequestParts<Arc<App>> for SessionToken {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Self::Rejection> {
        Ok(Self(app.session_cookie.read(&parts.headers)))
    }
}

impl FromRequestParts<Arc<App>> for DeviceToken {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Self::Rejection> {
        Ok(Self(app.device_cookie.read(&parts.headers)))
    }
}

impl FromRequestParts<Arc<App>> for Shopper {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        let Ok(token) = SessionToken::from_request_parts(parts, app).await;
        Self::of(app, token).await
    }
}

impl Shopper {
    /// Who is behind a token.
    pub(crate) async fn of(app: &App, SessionToken(session_token): SessionToken) -> Result<Self, Error> {
        let log_in_first = || Error::new(StatusCode::UNAUTHORIZED, LOG_IN_FIRST);
        if session_token.is_empty() {
            return Err(log_in_first());
        }
        let request = AuthenticateRequest { session_token };
        let answer = app
            .clients
            .identity
            .call(async |mut identity| identity.authenticate(repeatable(request)).await)
            .await;
        match answer {
            Ok(answer) => Ok(Self {
                account_id: answer.account_id,
            }),
            Err(status) if status.code() == Code::Unauthenticated => Err(log_in_first()),
            Err(status) => Err(status.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn over_tls_no_other_host_can_set_the_cookie() {
        let cookie = TokenCookie::of_session(true);
        assert_eq!(
            cookie.begin("token").unwrap(),
            "__Host-sid=token; Path=/; Secure; HttpOnly; SameSite=Lax"
        );
        assert_eq!(
            cookie.end(),
            "__Host-sid=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0"
        );
        assert_eq!(
            TokenCookie::of_session(false).begin("token").unwrap(),
            "sid=token; Path=/; HttpOnly; SameSite=Lax"
        );
        assert_eq!(
            TokenCookie::of_device(true).begin("token").unwrap(),
            "__Host-device=token; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=15552000"
        );
    }

    #[test]
    fn the_token_is_found_among_other_cookies() {
        let cookie = TokenCookie::of_session(false);
        for (sent, expected) in [
            ("sid=a-b_c", "a-b_c"),
            ("theme=dark; sid=abc;lang=hi", "abc"),
            ("xsid=no; sid=yes", "yes"),
            ("__Host-sid=no", ""),
            ("sid", ""),
            ("", ""),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_static(sent));
            assert_eq!(cookie.read(&headers), expected, "{sent}");
        }
    }
}
