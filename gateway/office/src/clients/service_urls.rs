//! Where the services behind the office answer.

use runtime::Target;

/// Where the services behind the office answer.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct ServiceUrls {
    /// Where the billing service answers
    #[arg(long, env, default_value = "http://127.0.0.1:7009")]
    pub billing_url: Target,
    /// Where the catalog answers
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// Where the contact service answers
    #[arg(long, env, default_value = "http://127.0.0.1:7005")]
    pub contact_url: Target,
    /// Where the identity service answers
    #[arg(long, env, default_value = "http://127.0.0.1:7003")]
    pub identity_url: Target,
    /// Where the inventory answers
    #[arg(long, env, default_value = "http://127.0.0.1:7007")]
    pub inventory_url: Target,
    /// Where the order service answers
    #[arg(long, env, default_value = "http://127.0.0.1:7002")]
    pub order_url: Target,
    /// Where the payment service answers
    #[arg(long, env, default_value = "http://127.0.0.1:7008")]
    pub payment_url: Target,
    /// Where the review service answers
    #[arg(long, env, default_value = "http://127.0.0.1:7004")]
    pub review_url: Target,
}
