//! What can be set from outside.

use std::path::PathBuf;

use crate::{changes::Changes, clients::ServiceUrls, request::rate_limits::Rates};

/// What can be set from outside.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// What every HTTP server has.
    #[command(flatten)]
    pub web: web::Settings,
    /// Where the services behind the gateway answer.
    #[command(flatten)]
    pub services: ServiceUrls,
    /// How changes of products, their stock and the shop itself are heard of.
    #[command(flatten)]
    pub changes: Changes,
    /// What one client may do.
    #[command(flatten)]
    pub rates: Rates,
    /// Folder with the built front end
    #[arg(long, env, default_value = "frontend/storefront/dist")]
    pub site_dir: PathBuf,
    /// Take messages to the shop only from shoppers who are logged in
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
