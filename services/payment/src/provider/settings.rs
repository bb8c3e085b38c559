use runtime::Secret;

/// The payment provider. Without it, shoppers pay later or on delivery.
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
    /// The secret that signs its webhooks. During a change: the new and the old one, separated by a comma
    #[arg(long, env, hide_env_values = true)]
    pub razorpay_webhook_secret: Option<Secret>,
    /// The URL of Razorpay's API. Any other URL is a simulator, and the shop shows that it is
    #[arg(long, env)]
    pub razorpay_url: Option<String>,
    /// The shop's own UPI address, such as shop@bank, for a shop without a provider
    #[arg(long, env)]
    pub upi_address: Option<String>,
}

impl ProviderSettings {
    /// True if a provider is set.
    pub fn is_set(&self) -> bool {
        self.razorpay_key_id.is_some() || self.upi_address.is_some()
    }
}
