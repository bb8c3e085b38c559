//! What can be set from outside.

use std::{num::NonZeroU32, path::PathBuf};

use anyhow::Context as _;
use http::Uri;
use runtime::Target;

use crate::{client_address::TrustedProxies, limits::Limits, security_headers::Hsts};

/// What can be set from outside.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Where the services behind the gateway answer.
    #[command(flatten)]
    pub services: ServiceUrls,
    /// What one client may do.
    #[command(flatten)]
    pub rates: Rates,
    /// What all clients together may take.
    #[command(flatten)]
    pub limits: Limits,
    /// Folder with the built front end
    #[arg(long, env, default_value = "frontend/dist")]
    pub site_dir: PathBuf,
    /// Address that shoppers type; with https, cookies are sent over TLS only
    #[arg(long, env, default_value = "http://localhost:8080", value_parser = site_url)]
    pub site_url: Uri,
    /// What `Strict-Transport-Security` says; add `; includeSubDomains; preload` only for a domain that is all https
    #[arg(long, env, default_value = Hsts::DEFAULT)]
    pub hsts: Hsts,
    /// Take messages to the shop only from shoppers who are logged in
    #[arg(long, env, default_value_t = false, action = clap::ArgAction::Set)]
    pub contact_requires_login: bool,
    /// Networks of the proxies in front of the gateway, whose `X-Forwarded-For` is believed, such as `10.0.0.0/8`
    #[arg(long, env, default_value = "")]
    pub trusted_proxies: TrustedProxies,
    /// Join the traces that trusted proxies name in `traceparent`; only where they never pass on a client's
    #[arg(long, env, default_value_t = false, action = clap::ArgAction::Set)]
    pub join_traces: bool,
}

/// Where the services behind the gateway answer.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct ServiceUrls {
    /// Where the catalog answers
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// Where the order service answers
    #[arg(long, env, default_value = "http://127.0.0.1:7002")]
    pub order_url: Target,
    /// Where the identity service answers
    #[arg(long, env, default_value = "http://127.0.0.1:7003")]
    pub identity_url: Target,
    /// Where the review service answers
    #[arg(long, env, default_value = "http://127.0.0.1:7004")]
    pub review_url: Target,
    /// Where the contact service answers
    #[arg(long, env, default_value = "http://127.0.0.1:7005")]
    pub contact_url: Target,
}

/// What one client, told by its network address, may do. Many phones in India share one address, so these are wide; the
/// identity service has narrower ones for each account.
#[derive(Debug, Clone, Copy, clap::Args)]
#[group(skip)]
pub struct Rates {
    /// Logins, registrations and codes that one client may try in a minute
    #[arg(long, env, default_value = "30")]
    pub credential_tries_per_minute: NonZeroU32,
    /// Orders, reviews and messages that one client may send in a minute
    #[arg(long, env, default_value = "60")]
    pub submissions_per_minute: NonZeroU32,
}

impl Settings {
    /// Whether shoppers come over TLS.
    pub(crate) fn is_over_tls(&self) -> bool {
        self.site_url.scheme() == Some(&http::uri::Scheme::HTTPS)
    }

    /// The origin of the shop's pages, as browsers write it.
    pub(crate) fn origin(&self) -> anyhow::Result<String> {
        origin(&self.site_url).context("SITE_URL is wrong")
    }
}

/// An address that cannot be that of a site.
#[derive(Debug, thiserror::Error)]
enum WrongAddress {
    #[error("it is not an address such as https://shop.example")]
    NoAddress,
    #[error("nothing may follow the host and its port")]
    HasPath,
}

fn site_url(text: &str) -> Result<Uri, WrongAddress> {
    let url = text.parse::<Uri>().map_err(|_| WrongAddress::NoAddress)?;
    origin(&url).map(|_| url)
}

fn origin(url: &Uri) -> Result<String, WrongAddress> {
    let (scheme, authority) = (url.scheme_str(), url.authority());
    let (Some(scheme @ ("http" | "https")), Some(authority)) = (scheme, authority) else {
        return Err(WrongAddress::NoAddress);
    };
    let has_port = authority.as_str().len() > authority.host().len();
    let is_port = authority.port_u16().is_some_and(|port| port > 0);
    if authority.host().is_empty() || authority.as_str().contains('@') || (has_port && !is_port) {
        return Err(WrongAddress::NoAddress);
    }
    let origin = format!("{scheme}://{authority}");
    let ends_here = url.path() == "/" && url.query().is_none();
    ends_here.then_some(origin).ok_or(WrongAddress::HasPath)
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
