//! The session cookie. Scripts cannot read it, and browsers do not send it with cross-site requests.

use web::request::token_cookie::TokenCookie;

/// The session cookie. The browser keeps it until it closes; the session itself ends sooner.
pub(crate) type SessionCookie = TokenCookie;

/// The session cookie; `over_tls` is true if browsers connect over TLS.
pub(crate) fn session_cookie(over_tls: bool) -> SessionCookie {
    TokenCookie::new("office_session", over_tls).same_site_only()
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderValue, header};

    use super::*;

    #[test]
    fn no_script_reads_the_cookie_and_no_other_site_has_it_sent() {
        let cookie = session_cookie(true);
        assert_eq!(
            cookie.begin("token").unwrap(),
            "__Host-office_session=token; Path=/; Secure; HttpOnly; SameSite=Strict"
        );
        assert_eq!(
            cookie.expired(),
            "__Host-office_session=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0"
        );
        assert_eq!(
            session_cookie(false).begin("token").unwrap(),
            "office_session=token; Path=/; HttpOnly; SameSite=Strict"
        );
    }

    #[test]
    fn the_cookie_that_was_set_is_read_back() {
        for over_tls in [true, false] {
            let cookie = session_cookie(over_tls);
            let begun = cookie.begin("token").unwrap();
            let pair = begun.to_str().unwrap().split(';').next().unwrap();
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::try_from(pair).unwrap());
            assert_eq!(cookie.read(&headers), "token");
        }
    }
}
