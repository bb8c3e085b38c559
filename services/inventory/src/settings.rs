use runtime::Target;

/// The settings of the service.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// The database of stock.
    #[command(flatten)]
    pub database: database::Settings,
    /// The event stream.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// Add sample batches of the sample products to a new shop, once
    #[arg(long, env, default_value_t = false, action = clap::ArgAction::Set)]
    pub sample_stock: bool,
    /// URL of the catalog service, which has the packs, their names and prices
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// URL of the identity service, which finds the person of a data request
    #[arg(long, env, default_value = "http://127.0.0.1:7003")]
    pub identity_url: Target,
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
