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
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
