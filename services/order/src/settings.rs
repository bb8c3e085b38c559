use runtime::{Secret, Target};

/// What can be set from outside.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Where orders are kept.
    #[command(flatten)]
    pub database: database::Settings,
    /// Where events go.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// Where the catalog answers
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// Milliseconds the catalog has to answer before an order is refused
    #[arg(long, env, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub catalog_deadline_ms: u64,
    /// Where the inventory answers
    #[arg(long, env, default_value = "http://127.0.0.1:7007")]
    pub inventory_url: Target,
    /// Milliseconds the inventory has to answer before an order is refused
    #[arg(long, env, default_value_t = 900, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub inventory_deadline_ms: u64,
    /// Take orders also while the inventory is away; what is sold and not there is reported
    #[arg(long, env, default_value_t = false, action = clap::ArgAction::Set)]
    pub sell_without_stock: bool,
    /// Packs that one account may have in orders that the shop has not confirmed; 0 for any number
    #[arg(long, env, default_value_t = 300)]
    pub max_unconfirmed_packs: u32,
    /// Packs that all guests of one network may have in orders that the shop has not confirmed; 0 for any number
    #[arg(long, env, default_value_t = 1_000)]
    pub max_unconfirmed_network_packs: u32,
    /// Packs that a guest may order without paying online; 0 for any number
    #[arg(long, env, default_value_t = 99)]
    pub guest_order_packs: u32,
    /// Rupees that the goods of a guest's order may cost that is not paid online; 0 for any price
    #[arg(long, env, default_value_t = 50_000)]
    pub guest_order_rupees: u32,
    /// Hours after which an order that the shop has not confirmed is cancelled, half of them after a mail that says so; 0 for never
    #[arg(long, env, default_value_t = 48, value_parser = clap::value_parser!(u32).range(0..=8_760))]
    pub unconfirmed_order_hours: u32,
    /// Minutes that an order which is paid online waits for its money before it is cancelled; 0 where no money is taken online
    #[arg(long, env, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1_440))]
    pub online_payment_minutes: u32,
    /// Rupees that the goods of an order may cost to be paid in cash at the door; 0 for any price
    #[arg(long, env, default_value_t = 10_000)]
    pub cod_up_to_rupees: u32,
    /// Where the identity service answers, which knows whose data is asked for
    #[arg(long, env, default_value = "http://127.0.0.1:7003")]
    pub identity_url: Target,
    /// Key for the links in mails that open an order, the same for every replica: at least 32 random characters
    #[arg(long, env, hide_env_values = true)]
    pub order_link_key: Secret,
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
