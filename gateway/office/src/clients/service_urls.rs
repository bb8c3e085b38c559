//! The addresses of the services behind the office.

use runtime::Target;

/// The addresses of the services behind the office.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct ServiceUrls {
    /// Address of the billing service
    #[arg(long, env, default_value = "http://127.0.0.1:7009")]
    pub billing_url: Target,
    /// Address of the catalog service
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// Address of the contact service
    #[arg(long, env, default_value = "http://127.0.0.1:7005")]
    pub contact_url: Target,
    /// Address of the identity service
    #[arg(long, env, default_value = "http://127.0.0.1:7003")]
    pub identity_url: Target,
    /// Address of the inventory service
    #[arg(long, env, default_value = "http://127.0.0.1:7007")]
    pub inventory_url: Target,
    /// Address of the order service
    #[arg(long, env, default_value = "http://127.0.0.1:7002")]
    pub order_url: Target,
    /// Address of the payment service
    #[arg(long, env, default_value = "http://127.0.0.1:7008")]
    pub payment_url: Target,
    /// Address of the review service
    #[arg(long, env, default_value = "http://127.0.0.1:7004")]
    pub review_url: Target,
}
