//! The settings of the office gateway.

use std::path::PathBuf;

use crate::{clients::ServiceUrls, request::rate_limits::Rates};

/// The settings of the office gateway.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Settings common to all HTTP servers.
    #[command(flatten)]
    pub web: web::Settings,
    /// The addresses of the services behind the office.
    #[command(flatten)]
    pub services: ServiceUrls,
    /// The rate limits of one client.
    #[command(flatten)]
    pub rates: Rates,
    /// Folder with the built pages of the office
    #[arg(long, env = "OFFICE_SITE_DIR", default_value = "frontend/office/dist")]
    pub site_dir: PathBuf,
    /// File with the last check of `shop-admin watch`, shown to the owner; unset if another tool monitors the
    /// server
    #[arg(long, env = "SERVER_STATUS")]
    pub server_status: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
