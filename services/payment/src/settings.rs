use runtime::Target;

use crate::provider::ProviderSettings;

/// What can be set from outside.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Where payments are kept.
    #[command(flatten)]
    pub database: database::Settings,
    /// Where events come from and go.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// Where the order service answers, which knows what orders cost and decides what money is for
    #[arg(long, env, default_value = "http://127.0.0.1:7002")]
    pub order_url: Target,
    /// Where the catalog answers, which knows what the shop is called
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// Whom shoppers pay
    #[command(flatten)]
    pub provider: ProviderSettings,
    /// What the provider's page sends shoppers back to begins with
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
