//! What pages may load and do.

use web::answer::security_headers::PagePolicy;

use crate::site::client_errors::POLICY_REPORTS;

/// Only our own files, no inline script or style; the one frame is the map on the contact page.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    frame-src https://www.google.com; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
    object-src 'none'";

/// Browsers tell what the policy refused. The newer form, which puts the older one out of use, goes to https alone.
pub(crate) fn of_site(is_over_tls: bool) -> PagePolicy {
    let reports = POLICY_REPORTS;
    let policy = format!("{CONTENT_SECURITY_POLICY}; report-uri {reports}");
    if is_over_tls {
        PagePolicy::new(&format!("{policy}; report-to policy")).reporting_to(&format!("policy=\"{reports}\""))
    } else {
        PagePolicy::new(&policy)
    }
}
