//! Token cookies, which scripts cannot read.

use http::{HeaderMap, HeaderValue, header};

use crate::answer::error::Error;

/// A cookie that holds a token.
#[derive(Debug)]
pub struct TokenCookie {
    name: String,
    attributes: String,
}

impl TokenCookie {
    /// A cookie that the browser keeps until it closes. Over TLS a prefix of the name makes browsers refuse a
    /// cookie that another host or plain HTTP set.
    pub fn new(name: &str, over_tls: bool) -> Self {
        let (prefix, secure) = if over_tls {
            ("__Host-", " Secure;")
        } else {
            ("", "")
        };
        Self {
            name: format!("{prefix}{name}"),
            attributes: format!("Path=/;{secure} HttpOnly; SameSite=Lax"),
        }
    }

    /// The same cookie, not sent with any cross-site request, including links.
    #[must_use]
    pub fn same_site_only(self) -> Self {
        Self {
            attributes: self.attributes.replace("SameSite=Lax", "SameSite=Strict"),
            ..self
        }
    }

    /// The same cookie with a lifetime in seconds.
    #[must_use]
    pub fn with_max_age(self, seconds: u32) -> Self {
        Self {
            attributes: format!("{}; Max-Age={seconds}", self.attributes),
            ..self
        }
    }

    /// The `Set-Cookie` value for a new token.
    pub fn begin(&self, token: &str) -> Result<HeaderValue, Error> {
        let cookie = format!("{}={token}; {}", self.name, self.attributes);
        HeaderValue::try_from(cookie).map_err(|_| Error::internal("a token is no cookie"))
    }

    /// The `Set-Cookie` value for an ended session.
    pub fn expired(&self) -> HeaderValue {
        let cookie = format!("{}=; {}; Max-Age=0", self.name, self.attributes);
        HeaderValue::try_from(cookie).expect("our own text is a valid header value")
    }

    /// The token that the browser sent; empty if there is none.
    pub fn read(&self, headers: &HeaderMap) -> String {
        let values = headers.get_all(header::COOKIE).into_iter();
        let mut pairs = values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        let token = pairs.find_map(|(name, value)| (name == self.name).then_some(value));
        token.unwrap_or_default().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn over_tls_no_other_host_can_set_the_cookie() {
        let cookie = TokenCookie::new("sid", true);
        assert_eq!(
            cookie.begin("token").unwrap(),
            "__Host-sid=token; Path=/; Secure; HttpOnly; SameSite=Lax"
        );
        assert_eq!(
            cookie.expired(),
            "__Host-sid=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0"
        );
        assert_eq!(
            TokenCookie::new("sid", false).begin("token").unwrap(),
            "sid=token; Path=/; HttpOnly; SameSite=Lax"
        );
        assert_eq!(
            TokenCookie::new("device", true)
                .with_max_age(60)
                .begin("token")
                .unwrap(),
            "__Host-device=token; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=60"
        );
    }

    #[test]
    fn the_token_is_found_among_other_cookies() {
        let cookie = TokenCookie::new("sid", false);
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

    #[test]
    fn fuzz_of_cookies() {
        let cookie = TokenCookie::new("sid", true);
        let corpus: [&[u8]; 4] = [
            b"__Host-sid=abc",
            b"theme=dark; __Host-sid=abc; lang=hi",
            b"; ;=;",
            b"__Host-sid=a=b",
        ];
        fuzz::feed("cookies", &corpus, |input| {
            let Ok(value) = HeaderValue::from_bytes(input) else {
                return;
            };
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, value);
            let token = cookie.read(&headers);
            assert!(!token.contains(';'));
        });
    }
}
