//! The settings of the simulator.

use std::{
    net::{Ipv4Addr, SocketAddr},
    time::Duration,
};

use clap::Args;
use url::Url;

const KEY_ID: &str = "rzp_test_simulator";
const KEY_SECRET: &str = "simulated-key-secret";
const WEBHOOK_SECRET: &str = "simulated-webhook-secret";

/// The settings of the simulator. Its secrets protect nothing, and their defaults are the same everywhere.
#[derive(Debug, Clone, Args)]
pub struct Settings {
    /// The address to listen on, on this machine only; port 0 chooses a free port
    #[arg(long, env = "PAYMENT_SIMULATOR_LISTEN", default_value = "127.0.0.1:8090")]
    pub listen: SocketAddr,
    /// The key id that a shop uses
    #[arg(long, env = "PAYMENT_SIMULATOR_KEY_ID", default_value = KEY_ID)]
    pub key_id: String,
    /// The secret of that key, which also signs the return from the page
    #[arg(long, env = "PAYMENT_SIMULATOR_KEY_SECRET", default_value = KEY_SECRET)]
    pub key_secret: String,
    /// The secret that signs webhooks
    #[arg(long, env = "PAYMENT_SIMULATOR_WEBHOOK_SECRET", default_value = WEBHOOK_SECRET)]
    pub webhook_secret: String,
    /// The URL for webhooks; without it every attempt fails and is retried like any other
    #[arg(long, env = "PAYMENT_SIMULATOR_WEBHOOK_URL")]
    pub webhook_url: Option<Url>,
    /// Milliseconds before a webhook that was not accepted is sent again; doubled each time
    #[arg(long, env = "PAYMENT_SIMULATOR_FIRST_RETRY_MS", default_value_t = 1_000)]
    pub first_retry_ms: u32,
    /// The longest time for a receiver to answer a webhook.
    #[arg(skip = ANSWER_WITHIN)]
    pub answer_within: Duration,
    /// The delay of scenarios with a delay.
    #[arg(skip = SCENARIO_DELAY)]
    pub scenario_delay: Duration,
}

const SCENARIO_DELAY: Duration = Duration::from_mins(1);

/// `markdown/webhooks/best-practices.md`: a response after more than 5 seconds does not count.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);

impl Settings {
    /// Settings for tests in the same process: a free port, the default keys, and quick retries.
    pub fn on_a_free_port(webhook_url: Option<Url>) -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            key_id: KEY_ID.to_owned(),
            key_secret: KEY_SECRET.to_owned(),
            webhook_secret: WEBHOOK_SECRET.to_owned(),
            webhook_url,
            first_retry_ms: 20,
            answer_within: ANSWER_WITHIN,
            scenario_delay: SCENARIO_DELAY,
        }
    }
}
