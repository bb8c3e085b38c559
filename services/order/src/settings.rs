use runtime::{Secret, Target};

/// The settings of the service.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// The database of orders.
    #[command(flatten)]
    pub database: database::Settings,
    /// The connection for events.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// URL of the catalog
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// Milliseconds to wait for the catalog before an order is refused
    #[arg(long, env, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub catalog_deadline_ms: u64,
    /// URL of the inventory
    #[arg(long, env, default_value = "http://127.0.0.1:7007")]
    pub inventory_url: Target,
    /// Milliseconds to wait for the inventory before an order is refused
    #[arg(long, env, default_value_t = 900, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub inventory_deadline_ms: u64,
    /// Take orders while the inventory is unavailable; oversold packs are reported
    #[arg(long, env, default_value_t = false, action = clap::ArgAction::Set)]
    pub sell_without_stock: bool,
    /// Maximum number of packs in unconfirmed orders of one account; 0 for no limit
    #[arg(long, env, default_value_t = 300)]
    pub max_unconfirmed_packs: u32,
    /// Maximum number of packs in unconfirmed orders of all guests of one network; 0 for no limit
    #[arg(long, env, default_value_t = 1_000)]
    pub max_unconfirmed_network_packs: u32,
    /// Maximum number of packs in a guest's order that is not paid online; 0 for no limit
    #[arg(long, env, default_value_t = 99)]
    pub guest_order_packs: u32,
    /// Maximum price of the goods in a guest's order that is not paid online, in rupees; 0 for no limit
    #[arg(long, env, default_value_t = 50_000)]
    pub guest_order_rupees: u32,
    /// Hours after which an unconfirmed order is cancelled, with a warning by mail after half of them; 0 for
    /// never
    #[arg(long, env, default_value_t = 48, value_parser = clap::value_parser!(u32).range(0..=8_760))]
    pub unconfirmed_order_hours: u32,
    /// Minutes that an online order waits for its payment before it is cancelled; 0 turns online payment off
    #[arg(long, env, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1_440))]
    pub online_payment_minutes: u32,
    /// Maximum price of the goods for cash on delivery, in rupees, until the shop sets its own; 0 for no
    /// limit
    #[arg(long, env, default_value_t = 10_000)]
    pub cod_up_to_rupees: u32,
    /// URL of the identity service, for requests about personal data
    #[arg(long, env, default_value = "http://127.0.0.1:7003")]
    pub identity_url: Target,
    /// Key for the links in mails that open an order, the same for every replica: at least 32 random
    /// characters
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
