use runtime::Secret;

/// Whom shoppers pay. Without any of it, nobody: orders are paid later, or at the door.
#[derive(Debug, Clone, Default, clap::Args)]
#[group(skip)]
pub struct ProviderSettings {
    /// The key id of the shop's account at Razorpay
    #[arg(
        long,
        env,
        requires = "razorpay_key_secret",
        requires = "razorpay_webhook_secret",
        conflicts_with = "upi_address"
    )]
    pub razorpay_key_id: Option<String>,
    /// The secret of that key
    #[arg(long, env, hide_env_values = true)]
    pub razorpay_key_secret: Option<Secret>,
    /// The secret that signs its webhooks; while it is changed, the new one and the old one with a comma between them
    #[arg(long, env, hide_env_values = true)]
    pub razorpay_webhook_secret: Option<Secret>,
    /// Where Razorpay answers; another address is a simulator's, and the shop says so
    #[arg(long, env)]
    pub razorpay_url: Option<String>,
    /// The shop's own UPI address, such as shop@bank, for a shop without a provider
    #[arg(long, env)]
    pub upi_address: Option<String>,
}

impl ProviderSettings {
    /// Whether there is somebody whom shoppers pay.
    pub fn is_set(&self) -> bool {
        self.razorpay_key_id.is_some() || self.upi_address.is_some()
    }
}
