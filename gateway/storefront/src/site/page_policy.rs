//! The content policy of the pages.

use web::answer::security_headers::PagePolicy;

use crate::site::client_errors::POLICY_REPORTS;

/// Only own files, no inline scripts or styles; the one frame is the map on the contact page.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    frame-src https://www.google.com; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
    object-src 'none'";

/// Adds the report endpoints. The Reporting API, which disables the older format, works over https only.
pub(crate) fn site_policy(is_over_tls: bool) -> PagePolicy {
    let reports = POLICY_REPORTS;
    let policy = format!("{CONTENT_SECURITY_POLICY}; report-uri {reports}");
    if is_over_tls {
        PagePolicy::new(&format!("{policy}; report-to policy")).reporting_to(&format!("policy=\"{reports}\""))
    } else {
        PagePolicy::new(&policy)
    }
}
