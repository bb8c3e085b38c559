//! The settings of every HTTP server.

use anyhow::{Context as _, ensure};
use http::Uri;

use crate::{
    answer::security_headers::Hsts,
    connection::{client_address::TrustedProxies, limits::Limits},
};

/// The settings of every HTTP server.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// The limits of all clients together.
    #[command(flatten)]
    pub limits: Limits,
    /// Address that shoppers type; with https, browsers keep to TLS and send cookies over TLS only
    #[arg(long, env, default_value = "http://localhost:8080", value_parser = site_url)]
    pub site_url: Uri,
    /// Value of `Strict-Transport-Security` if the address begins with https; add
    /// `; includeSubDomains; preload` only for a domain that is all https
    #[arg(long, env, default_value = Hsts::DEFAULT)]
    pub hsts: Hsts,
    /// Networks of the proxies in front of the gateway, whose `X-Forwarded-For` is trusted, such as
    /// `10.0.0.0/8`
    #[arg(long, env, default_value = "")]
    pub trusted_proxies: TrustedProxies,
    /// Join the traces that trusted proxies send in `traceparent`; only if they never forward a client's
    #[arg(long, env, default_value_t = false, action = clap::ArgAction::Set)]
    pub join_traces: bool,
}

impl Settings {
    /// The default settings of a gateway at this address.
    pub fn at(site_url: Uri) -> Self {
        Self {
            limits: Limits::default(),
            site_url,
            hsts: Hsts::default(),
            trusted_proxies: TrustedProxies::default(),
            join_traces: false,
        }
    }

    /// Whether browsers connect over TLS.
    pub fn is_over_tls(&self) -> bool {
        self.site_url.scheme() == Some(&http::uri::Scheme::HTTPS)
    }

    /// Fails if a proxy must stand before the gateway and none is configured. Gateways speak plain HTTP, so a
    /// proxy ends TLS; without the setting all clients would share one address and its limits.
    pub fn require_proxies(&self) -> anyhow::Result<()> {
        ensure!(
            !self.is_over_tls() || !self.trusted_proxies.is_empty(),
            "TRUSTED_PROXIES is missing: SITE_URL begins with https, so name the network of the proxy that ends TLS"
        );
        Ok(())
    }

    /// The origin of the site's pages, as browsers write it.
    pub fn origin(&self) -> anyhow::Result<String> {
        origin(&self.site_url).context("SITE_URL is wrong")
    }
}

/// An address that is not valid for a site.
#[derive(Debug, thiserror::Error)]
enum SiteUrlError {
    #[error("it is not an address such as https://shop.example")]
    NoAddress,
    #[error("nothing may follow the host and its port")]
    HasPath,
}

fn site_url(text: &str) -> Result<Uri, SiteUrlError> {
    let url = text.parse::<Uri>().map_err(|_| SiteUrlError::NoAddress)?;
    origin(&url).map(|_| url)
}

fn origin(url: &Uri) -> Result<String, SiteUrlError> {
    let (scheme, authority) = (url.scheme_str(), url.authority());
    let (Some(scheme @ ("http" | "https")), Some(authority)) = (scheme, authority) else {
        return Err(SiteUrlError::NoAddress);
    };
    let has_port = authority.as_str().len() > authority.host().len();
    let is_port = authority.port_u16().is_some_and(|port| port > 0);
    if authority.host().is_empty() || authority.as_str().contains('@') || (has_port && !is_port) {
        return Err(SiteUrlError::NoAddress);
    }
    let origin = format!("{scheme}://{authority}");
    let ends_here = url.path() == "/" && url.query().is_none();
    ends_here.then_some(origin).ok_or(SiteUrlError::HasPath)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requires_the_proxys_network_with_https() {
        let at = |site: &'static str| Settings::at(Uri::from_static(site));
        assert!(at("http://shop.lan:8080").require_proxies().is_ok());
        let mut settings = at("https://shop.example");
        let refused = settings.require_proxies().unwrap_err();
        assert!(refused.to_string().contains("TRUSTED_PROXIES"), "{refused}");
        settings.trusted_proxies = "10.4.0.0/16".parse().unwrap();
        assert!(settings.require_proxies().is_ok());
    }
}
