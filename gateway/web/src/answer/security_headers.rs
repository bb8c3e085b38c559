//! What browsers may do with any answer of ours.

use std::str::FromStr;

use http::{HeaderMap, HeaderName, HeaderValue, header};

/// With [`Hsts`] and a site's strict `Content-Security-Policy`, the set that scores A+ at the MDN HTTP Observatory.
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

/// What `Strict-Transport-Security` says (RFC 6797): by default two years, for this host alone. Other hosts of the
/// owner's domain, and the lists that browsers carry, are the owner's decision: it cannot be taken back for months.
#[derive(Debug, Clone)]
pub struct Hsts(HeaderValue);

impl Hsts {
    /// What is said unless the owner decides otherwise.
    pub const DEFAULT: &str = "max-age=63072000";
}

impl Default for Hsts {
    fn default() -> Self {
        Self(HeaderValue::from_static(Self::DEFAULT))
    }
}

/// A text that browsers would pass over.
#[derive(Debug, thiserror::Error)]
#[error("it is not of the form max-age=SECONDS, with `; includeSubDomains` and `; preload` where wanted")]
pub struct NotHsts;

impl FromStr for Hsts {
    type Err = NotHsts;

    fn from_str(text: &str) -> Result<Self, NotHsts> {
        let mut directives = text.split(';').map(str::trim);
        let max_age = directives.next().and_then(|first| first.strip_prefix("max-age="));
        let is_age = max_age.is_some_and(|age| age.parse::<u32>().is_ok());
        let are_known = directives.all(|directive| ["includeSubDomains", "preload"].contains(&directive));
        let value = HeaderValue::try_from(text).map_err(|_| NotHsts)?;
        if is_age && are_known {
            Ok(Self(value))
        } else {
            Err(NotHsts)
        }
    }
}

/// Browsers honour it over TLS only, and complain of it elsewhere.
const OPENER_POLICY: (HeaderName, HeaderValue) = (
    HeaderName::from_static("cross-origin-opener-policy"),
    HeaderValue::from_static("same-origin"),
);

/// Has browsers load the files of a page over TLS. On plain HTTP a page would lose its styles and scripts to it.
const UPGRADE: &str = "; upgrade-insecure-requests";

/// What the pages of a site may do, and where browsers tell what they refused.
#[derive(Debug, Clone)]
pub struct PagePolicy {
    content_security_policy: String,
    permissions_policy: HeaderValue,
    reporting_endpoints: Option<HeaderValue>,
}

impl PagePolicy {
    /// Pages that may do what this `Content-Security-Policy` says, which must be ASCII.
    pub fn new(content_security_policy: &str) -> Self {
        Self {
            content_security_policy: content_security_policy.to_owned(),
            permissions_policy: HeaderValue::from_static(
                "camera=(), microphone=(), geolocation=(), payment=()",
            ),
            reporting_endpoints: None,
        }
    }

    /// Lets the site's own pages ask for the camera, by which codes are read.
    #[must_use]
    pub fn with_camera(mut self) -> Self {
        self.permissions_policy =
            HeaderValue::from_static("camera=(self), microphone=(), geolocation=(), payment=()");
        self
    }

    /// Names the endpoints that the policy's `report-to` means, as `Reporting-Endpoints` does.
    #[must_use]
    pub fn reporting_to(mut self, endpoints: &str) -> Self {
        self.reporting_endpoints = Some(ascii(endpoints));
        self
    }
}

fn ascii(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).expect("a site's own policy is ASCII")
}

/// The headers of every answer.
#[derive(Debug)]
pub struct SecurityHeaders(Vec<(HeaderName, HeaderValue)>);

impl SecurityHeaders {
    /// The headers of a site whose pages may do what this policy says. A site on plain HTTP has no `hsts`, nor
    /// what else browsers take over TLS only.
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

    /// Adds those that an answer does not set itself.
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
