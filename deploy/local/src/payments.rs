//! The payment provider of a shop on this machine: none, a simulated one, or the test account of a real one.

use std::io;

use anyhow::Context as _;
use payment::ProviderSettings;
use payment_simulator::Simulator;
use url::Url;

/// The payment window of an order, in minutes, as the design requires.
const MINUTES: u32 = 30;

/// The default port of the simulated provider; any free one if it is in use.
const SIMULATOR_PORT: u16 = 8090;

/// The payment provider.
#[derive(Debug, Clone, Default)]
pub enum Payments {
    /// None: orders are paid later, or by COD.
    #[default]
    Nobody,
    /// A simulated provider that moves no money, started with the shop.
    Simulated,
    /// A real provider.
    Provider(Box<ProviderSettings>),
}

/// The provider, once it runs.
pub(crate) struct RunningPayments {
    provider: ProviderSettings,
    simulator: Option<Simulator>,
}

impl Payments {
    /// Starts the simulated provider, if requested. It uses any free port if the shop does.
    pub(crate) async fn start(self, shop_url: &str, shop_port: u16) -> anyhow::Result<RunningPayments> {
        match self {
            Self::Nobody => Ok(RunningPayments::of(ProviderSettings::default())),
            Self::Provider(provider) => Ok(RunningPayments::of(*provider)),
            Self::Simulated => simulated(shop_url, shop_port).await,
        }
    }
}

impl RunningPayments {
    fn of(provider: ProviderSettings) -> Self {
        Self {
            provider,
            simulator: None,
        }
    }

    /// The provider's settings for the payment service.
    pub(crate) fn provider(&self) -> ProviderSettings {
        self.provider.clone()
    }

    /// The payment window of an order, in minutes; 0 without online payment.
    pub(crate) fn minutes(&self) -> u32 {
        if self.provider.is_set() { MINUTES } else { 0 }
    }

    /// The URL of the simulated provider.
    pub(crate) fn simulator_url(&self) -> Option<&Url> {
        self.simulator.as_ref().map(Simulator::url)
    }

    pub(crate) async fn stop(self) {
        if let Some(simulator) = self.simulator {
            simulator.stop().await;
        }
    }
}

impl std::fmt::Debug for RunningPayments {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunningPayments")
            .field("simulator", &self.simulator_url().map(Url::as_str))
            .finish_non_exhaustive()
    }
}

async fn simulated(shop_url: &str, shop_port: u16) -> anyhow::Result<RunningPayments> {
    let webhooks = Url::parse(shop_url)?.join("/api/v1/payments/webhooks/razorpay")?;
    let mut settings = payment_simulator::Settings::on_a_free_port(Some(webhooks));
    if shop_port != 0 {
        settings.listen.set_port(SIMULATOR_PORT);
    }
    let (key_id, key_secret) = (settings.key_id.clone(), settings.key_secret.clone());
    let webhook_secret = settings.webhook_secret.clone();
    let mut started = Simulator::start(settings.clone()).await;
    if started.as_ref().is_err_and(is_taken) {
        settings.listen.set_port(0);
        started = Simulator::start(settings).await;
    }
    let simulator = started
        .context("the simulated payment provider does not start; PAYMENTS=none opens the shop without it")?;
    let provider = ProviderSettings {
        razorpay_key_id: Some(key_id),
        razorpay_key_secret: Some(key_secret.into()),
        razorpay_webhook_secret: Some(webhook_secret.into()),
        razorpay_url: Some(simulator.url().to_string()),
        upi_address: None,
    };
    Ok(RunningPayments {
        provider,
        simulator: Some(simulator),
    })
}

/// Returns true if the port is in use.
fn is_taken(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::AddrInUse)
}
