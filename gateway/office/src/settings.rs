//! What can be set from outside.

use std::path::PathBuf;

use crate::{clients::ServiceUrls, request::rate_limits::Rates};

/// What can be set from outside.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// What every HTTP server has.
    #[command(flatten)]
    pub web: web::Settings,
    /// Where the services behind the office answer.
    #[command(flatten)]
    pub services: ServiceUrls,
    /// What one client may do.
    #[command(flatten)]
    pub rates: Rates,
    /// Folder with the built pages of the office
    #[arg(long, env = "OFFICE_SITE_DIR", default_value = "frontend/office/dist")]
    pub site_dir: PathBuf,
    /// File with what the server's own look at itself saw last, which the owner is shown; none where something else watches
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
