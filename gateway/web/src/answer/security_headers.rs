//! What browsers may do with any answer of ours.

use std::str::FromStr;

use http::{HeaderMap, HeaderName, HeaderValue, header};

/// With [`Hsts`] and a site's strict `Content-Security-Policy`, the set that scores A+ at the MDN HTTP Observatory.
const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("strict-origin-when-cross-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
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

/// What the pages of a site may do, and where browsers tell what they refused.
#[derive(Debug, Clone)]
pub struct PagePolicy {
    content_security_policy: HeaderValue,
    permissions_policy: HeaderValue,
    reporting_endpoints: Option<HeaderValue>,
}

impl PagePolicy {
    /// Pages that may do what this `Content-Security-Policy` says, which must be ASCII.
    pub fn new(content_security_policy: &str) -> Self {
        Self {
            content_security_policy: ascii(content_security_policy),
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
    /// The headers of a site whose pages may do what this policy says.
    pub fn new(policy: PagePolicy, Hsts(hsts): Hsts) -> Self {
        let reports = policy.reporting_endpoints;
        let reports = reports.map(|value| (HeaderName::from_static("reporting-endpoints"), value));
        let permissions = (
            HeaderName::from_static("permissions-policy"),
            policy.permissions_policy,
        );
        let policy = (header::CONTENT_SECURITY_POLICY, policy.content_security_policy);
        let hsts = (header::STRICT_TRANSPORT_SECURITY, hsts);
        let headers = [policy, permissions].into_iter().chain(HEADERS).chain([hsts]);
        Self(headers.chain(reports).collect())
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
