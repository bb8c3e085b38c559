use runtime::{Secret, Target};

use crate::{pace::RetryPace, site_url::SiteUrl};

/// The shop's address until the operator or the owner sets one.
pub const SAMPLE_SHOP_EMAIL: &str = "care@vanmool.example";

/// The URL of the shop under `make run`.
pub const SAMPLE_SITE_URL: &str = "http://localhost:8080";

/// The settings of the notification service.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// The database with the inbox.
    #[command(flatten)]
    pub database: database::Settings,
    /// The event stream.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// The mail server.
    #[command(flatten)]
    pub mail: mail::Settings,
    /// Shop's email address until the owner sets one in the office: receives notices of orders and messages,
    /// and replies to mails
    #[arg(long, env, default_value = SAMPLE_SHOP_EMAIL)]
    pub shop_email: mail::Address,
    /// Public URL of the shop, as set for the gateway: the base of links in mails
    #[arg(long, env, default_value = SAMPLE_SITE_URL)]
    pub site_url: SiteUrl,
    /// Key for hashing recipient addresses, the same for every replica: at least 32 random characters
    #[arg(long, env, hide_env_values = true)]
    pub recipient_key: Secret,
    /// URL of the order service, which knows the orders
    #[arg(long, env, default_value = "http://127.0.0.1:7002")]
    pub order_url: Target,
    /// URL of the contact service, which knows messages and answers
    #[arg(long, env, default_value = "http://127.0.0.1:7005")]
    pub contact_url: Target,
    /// URL of the inventory, which knows the stock alerts
    #[arg(long, env, default_value = "http://127.0.0.1:7007")]
    pub inventory_url: Target,
    /// URL of the catalog, which knows products and the shop profile
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// URL of the billing service, which issues the documents of orders
    #[arg(long, env, default_value = "http://127.0.0.1:7009")]
    pub billing_url: Target,
    /// The retry delays of mails.
    #[arg(skip)]
    pub pace: RetryPace,
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
