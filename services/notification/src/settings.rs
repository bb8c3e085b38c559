use runtime::{Secret, Target};

use crate::{pace::RetryPace, site_url::SiteUrl};

/// Where notices go while nothing else is set.
pub const SAMPLE_SHOP_EMAIL: &str = "care@vanmool.example";

/// Where `make run` opens the shop, unless an operator decides otherwise.
pub const SAMPLE_SITE_URL: &str = "http://localhost:8080";

/// What can be set from outside.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Where it notes which events were handled.
    #[command(flatten)]
    pub database: database::Settings,
    /// Where events come from.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// Where mails go.
    #[command(flatten)]
    pub mail: mail::Settings,
    /// The shop's own address while its owner has said none in the office: told of orders and messages, and where answers go
    #[arg(long, env, default_value = SAMPLE_SHOP_EMAIL)]
    pub shop_email: mail::Address,
    /// Address that shoppers type, as the gateway has it: what links in mails begin with
    #[arg(long, env, default_value = SAMPLE_SITE_URL)]
    pub site_url: SiteUrl,
    /// Key for the hashes of addresses that mails went to, the same for every replica: at least 32 random characters
    #[arg(long, env, hide_env_values = true)]
    pub recipient_key: Secret,
    /// Where the order service answers, which knows whose order it is
    #[arg(long, env, default_value = "http://127.0.0.1:7002")]
    pub order_url: Target,
    /// Where the contact service answers, which knows who wrote what
    #[arg(long, env, default_value = "http://127.0.0.1:7005")]
    pub contact_url: Target,
    /// Where the inventory answers, which knows who waits for a pack
    #[arg(long, env, default_value = "http://127.0.0.1:7007")]
    pub inventory_url: Target,
    /// Where the catalog answers, which knows what a product is called
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// Where billing answers, which issues the documents of orders
    #[arg(long, env, default_value = "http://127.0.0.1:7009")]
    pub billing_url: Target,
    /// When mails are tried again.
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
