//! The security headers of every response.

use std::str::FromStr;

use http::{HeaderMap, HeaderName, HeaderValue, header};

/// With [`Hsts`] and a strict `Content-Security-Policy`, these headers score A+ at the MDN HTTP Observatory.
const HEADERS: [(HeaderName, HeaderValue); 4] = [
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("strict-origin-when-cross-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
];

/// The value of `Strict-Transport-Security` (RFC 6797): by default two years, for this host alone. Subdomains
/// and preload lists are the owner's decision, because they cannot be undone for months.
#[derive(Debug, Clone)]
pub struct Hsts(HeaderValue);

impl Hsts {
    /// The default value.
    pub const DEFAULT: &str = "max-age=63072000";
}

impl Default for Hsts {
    fn default() -> Self {
        Self(HeaderValue::from_static(Self::DEFAULT))
    }
}

/// A value that browsers would ignore.
#[derive(Debug, thiserror::Error)]
#[error("it is not of the form max-age=SECONDS, with `; includeSubDomains` and `; preload` where wanted")]
pub struct InvalidHsts;

impl FromStr for Hsts {
    type Err = InvalidHsts;

    fn from_str(text: &str) -> Result<Self, InvalidHsts> {
        let mut directives = text.split(';').map(str::trim);
        let max_age = directives.next().and_then(|first| first.strip_prefix("max-age="));
        let is_age = max_age.is_some_and(|age| age.parse::<u32>().is_ok());
        let are_known = directives.all(|directive| ["includeSubDomains", "preload"].contains(&directive));
        let value = HeaderValue::try_from(text).map_err(|_| InvalidHsts)?;
        if is_age && are_known {
            Ok(Self(value))
        } else {
            Err(InvalidHsts)
        }
    }
}

/// Browsers honour this header over TLS only, and log a warning otherwise.
const OPENER_POLICY: (HeaderName, HeaderValue) = (
    HeaderName::from_static("cross-origin-opener-policy"),
    HeaderValue::from_static("same-origin"),
);

/// Makes browsers load a page's files over TLS. Over plain HTTP a page would lose its styles and scripts.
const UPGRADE: &str = "; upgrade-insecure-requests";

/// The content policy of a site's pages, and the endpoint for violation reports.
#[derive(Debug, Clone)]
pub struct PagePolicy {
    content_security_policy: String,
    permissions_policy: HeaderValue,
    reporting_endpoints: Option<HeaderValue>,
}

impl PagePolicy {
    /// The policy of pages with this `Content-Security-Policy`, which must be ASCII.
    pub fn new(content_security_policy: &str) -> Self {
        Self {
            content_security_policy: content_security_policy.to_owned(),
            permissions_policy: HeaderValue::from_static(
                "camera=(), microphone=(), geolocation=(), payment=()",
            ),
            reporting_endpoints: None,
        }
    }

    /// Allows the site's own pages to use the camera, to scan codes.
    #[must_use]
    pub fn with_camera(mut self) -> Self {
        self.permissions_policy =
            HeaderValue::from_static("camera=(self), microphone=(), geolocation=(), payment=()");
        self
    }

    /// Sets `Reporting-Endpoints`, the endpoints that the policy's `report-to` names.
    #[must_use]
    pub fn reporting_to(mut self, endpoints: &str) -> Self {
        self.reporting_endpoints = Some(ascii(endpoints));
        self
    }
}

fn ascii(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).expect("a site's own policy is ASCII")
}

/// The security headers of every response.
#[derive(Debug)]
pub struct SecurityHeaders(Vec<(HeaderName, HeaderValue)>);

impl SecurityHeaders {
    /// The headers of a site with this page policy. A site on plain HTTP has no `hsts` and no other header
    /// that needs TLS.
    pub fn new(policy: PagePolicy, hsts: Option<Hsts>) -> Self {
        let mut content_security_policy = policy.content_security_policy;
        if hsts.is_some() {
            content_security_policy.push_str(UPGRADE);
        }
        let always = [
            (header::CONTENT_SECURITY_POLICY, ascii(&content_security_policy)),
            (
                HeaderName::from_static("permissions-policy"),
                policy.permissions_policy,
            ),
        ];
        let reports = policy.reporting_endpoints;
        let reports = reports.map(|value| (HeaderName::from_static("reporting-endpoints"), value));
        let over_tls = hsts.map(|Hsts(hsts)| [(header::STRICT_TRANSPORT_SECURITY, hsts), OPENER_POLICY]);
        let headers = always.into_iter().chain(HEADERS).chain(reports);
        Self(headers.chain(over_tls.into_iter().flatten()).collect())
    }

    /// Adds the headers that a response does not set itself.
    pub(crate) fn add(&self, answer: &mut HeaderMap) {
        answer.reserve(self.0.len());
        for (name, value) in &self.0 {
            answer.entry(name).or_insert_with(|| value.clone());
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &(HeaderName, HeaderValue)> {
        self.0.iter()
    }
}
