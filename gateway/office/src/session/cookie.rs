//! The cookie of a session, which no script reads and no other site has sent along.

use http::{HeaderMap, HeaderValue};
use web::{Error, request::token_cookie::TokenCookie};

const NAME: &str = "office_session";

/// The cookie of a session. It lives as long as the browser is open; the session itself ends sooner.
#[derive(Debug)]
pub(crate) struct SessionCookie {
    name: String,
    attributes: &'static str,
    /// The same cookie as the web crate reads it.
    sent: TokenCookie,
}

impl SessionCookie {
    /// Over TLS a prefix of the name makes browsers refuse a cookie that another host or plain HTTP set.
    pub(crate) fn new(over_tls: bool) -> Self {
        let (prefix, attributes) = if over_tls {
            ("__Host-", "Path=/; Secure; HttpOnly; SameSite=Strict")
        } else {
            ("", "Path=/; HttpOnly; SameSite=Strict")
        };
        Self {
            name: format!("{prefix}{NAME}"),
            attributes,
            sent: TokenCookie::new(NAME, over_tls),
        }
    }

    /// `Set-Cookie` for a session that begins.
    pub(crate) fn begin(&self, token: &str) -> Result<HeaderValue, Error> {
        let cookie = format!("{}={token}; {}", self.name, self.attributes);
        HeaderValue::try_from(cookie).map_err(|_| Error::internal("a session token is no cookie"))
    }

    /// `Set-Cookie` for a session that has ended.
    pub(crate) fn expired(&self) -> HeaderValue {
        let cookie = format!("{}=; {}; Max-Age=0", self.name, self.attributes);
        HeaderValue::try_from(cookie).expect("our own text is a valid header value")
    }

    /// The token that the browser sent; empty when there is none.
    pub(crate) fn read(&self, headers: &HeaderMap) -> String {
        self.sent.read(headers)
    }
}

#[cfg(test)]
mod tests {
    use http::header;

    use super::*;

    #[test]
    fn no_script_reads_the_cookie_and_no_other_site_has_it_sent() {
        let cookie = SessionCookie::new(true);
        assert_eq!(
            cookie.begin("token").unwrap(),
            "__Host-office_session=token; Path=/; Secure; HttpOnly; SameSite=Strict"
        );
        assert_eq!(
            cookie.expired(),
            "__Host-office_session=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0"
        );
        assert_eq!(
            SessionCookie::new(false).begin("token").unwrap(),
            "office_session=token; Path=/; HttpOnly; SameSite=Strict"
        );
    }

    #[test]
    fn what_is_set_is_what_is_read() {
        for over_tls in [true, false] {
            let cookie = SessionCookie::new(over_tls);
            let begun = cookie.begin("token").unwrap();
            let pair = begun.to_str().unwrap().split(';').next().unwrap();
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::try_from(pair).unwrap());
            assert_eq!(cookie.read(&headers), "token");
        }
    }
}
