use lettre::transport::smtp::{
    SMTP_PORT, SUBMISSION_PORT, SUBMISSIONS_PORT,
    authentication::Credentials,
    client::{Tls, TlsParameters},
    extension::ClientId,
};
use percent_encoding::percent_decode_str;
use url::Url;

/// The address of a mail server, and how to connect.
pub(crate) struct Address {
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) tls: Tls,
    /// The client's name in the greeting.
    pub(crate) hello: ClientId,
    pub(crate) credentials: Option<Credentials>,
}

impl Address {
    /// Parses a URL like `lettre::AsyncSmtpTransport::from_url`, which does not give access to single
    /// connections:
    /// `smtp://user:password@host:587/our-name?tls=required`.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let host = url.host_str()?.to_owned();
        let asked: Vec<_> = url.query_pairs().collect();
        let asked: Vec<_> = asked.iter().map(|(name, value)| (&**name, &**value)).collect();
        let parameters = || TlsParameters::new(host.clone()).ok();
        let (tls, port) = match (url.scheme(), &asked[..]) {
            ("smtp", []) => (Tls::None, SMTP_PORT),
            ("smtp", [("tls", "required")]) => (Tls::Required(parameters()?), SUBMISSION_PORT),
            ("smtp", [("tls", "opportunistic")]) => (Tls::Opportunistic(parameters()?), SUBMISSION_PORT),
            ("smtps", _) => (Tls::Wrapper(parameters()?), SUBMISSIONS_PORT),
            _ => return None,
        };
        let decoded = |text| percent_decode_str(text).decode_utf8().ok().map(String::from);
        let credentials = match url.password() {
            Some(password) => Some(Credentials::new(decoded(url.username())?, decoded(password)?)),
            None => None,
        };
        let name = url.path().trim_matches('/');
        let hello = if name.is_empty() {
            ClientId::default()
        } else {
            ClientId::Domain(name.to_owned())
        };
        Some(Self {
            port: url.port().unwrap_or(port),
            host,
            tls,
            hello,
            credentials,
        })
    }
}
