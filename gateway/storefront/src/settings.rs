//! The settings of the storefront gateway.

use std::path::PathBuf;

use crate::{changes::Changes, clients::ServiceUrls, request::rate_limits::Rates};

/// The settings of the storefront gateway.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Settings common to all HTTP servers.
    #[command(flatten)]
    pub web: web::Settings,
    /// The addresses of the services behind the gateway.
    #[command(flatten)]
    pub services: ServiceUrls,
    /// The source of change events for products, stock and the shop profile.
    #[command(flatten)]
    pub changes: Changes,
    /// The rate limits of one client.
    #[command(flatten)]
    pub rates: Rates,
    /// Folder with the built front end
    #[arg(long, env, default_value = "frontend/storefront/dist")]
    pub site_dir: PathBuf,
    /// Accept messages to the shop only from logged-in shoppers
    #[arg(long, env, default_value_t = false, action = clap::ArgAction::Set)]
    pub contact_requires_login: bool,
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
