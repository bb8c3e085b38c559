//! What a developer can set.

use std::{
    net::{Ipv4Addr, SocketAddr},
    time::Duration,
};

use clap::Args;
use url::Url;

const KEY_ID: &str = "rzp_test_simulator";
const KEY_SECRET: &str = "simulated-key-secret";
const WEBHOOK_SECRET: &str = "simulated-webhook-secret";

/// How the simulator answers and signs. Its secrets guard nothing, and are the same for everybody who starts it
/// unchanged.
#[derive(Debug, Clone, Args)]
pub struct Settings {
    /// Where it answers: an address of this machine only, port 0 for a free one.
    #[arg(long, env = "PAYMENT_SIMULATOR_LISTEN", default_value = "127.0.0.1:8090")]
    pub listen: SocketAddr,
    /// The key id that a shop signs in with.
    #[arg(long, env = "PAYMENT_SIMULATOR_KEY_ID", default_value = KEY_ID)]
    pub key_id: String,
    /// The secret of that key, which also signs the way back from the page.
    #[arg(long, env = "PAYMENT_SIMULATOR_KEY_SECRET", default_value = KEY_SECRET)]
    pub key_secret: String,
    /// The secret that signs webhooks.
    #[arg(long, env = "PAYMENT_SIMULATOR_WEBHOOK_SECRET", default_value = WEBHOOK_SECRET)]
    pub webhook_secret: String,
    /// Where webhooks are sent. Without it every attempt fails, and is made again later like any other.
    #[arg(long, env = "PAYMENT_SIMULATOR_WEBHOOK_URL")]
    pub webhook_url: Option<Url>,
    /// Milliseconds before a webhook that was not taken is sent again; twice as long each further time.
    #[arg(long, env = "PAYMENT_SIMULATOR_FIRST_RETRY_MS", default_value_t = 1_000)]
    pub first_retry_ms: u32,
    /// How long a receiver may take to answer a webhook.
    #[arg(skip = ANSWER_WITHIN)]
    pub answer_within: Duration,
    /// How late is what a script has come late.
    #[arg(skip = LATE_BY)]
    pub late_by: Duration,
}

const LATE_BY: Duration = Duration::from_mins(1);

/// `markdown/webhooks/best-practices.md`: an answer that takes longer than 5 seconds is none.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);

impl Settings {
    /// On a free port, with the usual keys, and quick to send again what was not taken: for tests in the same process.
    pub fn on_a_free_port(webhook_url: Option<Url>) -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            key_id: KEY_ID.to_owned(),
            key_secret: KEY_SECRET.to_owned(),
            webhook_secret: WEBHOOK_SECRET.to_owned(),
            webhook_url,
            first_retry_ms: 20,
            answer_within: ANSWER_WITHIN,
            late_by: LATE_BY,
        }
    }
}
