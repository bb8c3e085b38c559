use runtime::Target;

use crate::provider::ProviderSettings;

/// The settings of the service.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// The database.
    #[command(flatten)]
    pub database: database::Settings,
    /// The event broker.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// URL of the order service, which knows the orders' totals and decides about payments
    #[arg(long, env, default_value = "http://127.0.0.1:7002")]
    pub order_url: Target,
    /// URL of the catalog service, which has the shop's name
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// The payment provider
    #[command(flatten)]
    pub provider: ProviderSettings,
    /// Base of the URLs to which the provider's page sends shoppers back
    #[arg(long, env, default_value = "http://localhost:8080")]
    pub site_url: String,
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
