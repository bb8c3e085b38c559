//! What can be set from outside.

use std::{num::NonZeroU32, path::PathBuf};

use runtime::{Secret, Target};

/// What can be set from outside.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// What every door has.
    #[command(flatten)]
    pub web: web::Settings,
    /// Where the services behind the gateway answer.
    #[command(flatten)]
    pub services: ServiceUrls,
    /// How changes of products and their stock are heard of.
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

/// Where the services behind the gateway answer.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct ServiceUrls {
    /// Where the catalog answers
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// Where the inventory answers
    #[arg(long, env, default_value = "http://127.0.0.1:7007")]
    pub inventory_url: Target,
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

/// How changes of products and their stock are heard of.
#[derive(Debug, Clone, Default, clap::Args)]
#[group(skip)]
pub struct Changes {
    /// Address of NATS, with user and password; absent: catalog and inventory are asked again every few seconds
    #[arg(long, env, hide_env_values = true)]
    pub nats_url: Option<Secret>,
    /// File with the certificates that are trusted to sign that of NATS; absent: the system's
    #[arg(long, env = "SSL_CERT_FILE", value_name = "SSL_CERT_FILE", value_parser = nats::read_certificates)]
    pub nats_ca_file: Option<PathBuf>,
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
    /// Pincodes that one client may ask about in a minute
    #[arg(long, env, default_value = "300")]
    pub lookups_per_minute: NonZeroU32,
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
