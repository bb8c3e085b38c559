use runtime::Target;

/// What can be set from outside.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Where stock is kept.
    #[command(flatten)]
    pub database: database::Settings,
    /// Where events come from and go.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// Fill the shelves of a new shop with sample batches of the sample products, once
    #[arg(long, env, default_value_t = false, action = clap::ArgAction::Set)]
    pub sample_stock: bool,
    /// Where the catalog answers, which knows which packs there are, what they are called and what they cost
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// Where the identity service answers, which knows whose data is asked for
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
