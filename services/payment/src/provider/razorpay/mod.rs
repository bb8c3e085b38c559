//! Razorpay's Payment Links over REST. `markdown/…` stands for
//! `https://raw.githubusercontent.com/razorpay/markdown-docs/master/…`, the Markdown of Razorpay's
//! documentation.

mod api;
mod disputes;
mod entities;
mod links;
mod lists;
mod payments;
mod refunds;
mod settlements;
mod webhook;

use std::sync::Arc;

use runtime::Secret;
use url::Url;

use self::api::Api;
pub(super) use self::webhook::parse_webhook;

/// A shop's account at Razorpay.
#[derive(Debug, Clone)]
pub struct Razorpay {
    api: Arc<Api>,
    webhook_secrets: Vec<Secret>,
    is_simulated: bool,
}

impl Razorpay {
    /// Creates the client without connecting. The first call connects.
    pub(super) fn new(
        url: Url,
        key_id: String,
        key_secret: Secret,
        webhook_secret: Secret,
        is_simulated: bool,
    ) -> reqwest::Result<Self> {
        Ok(Self {
            api: Arc::new(Api::new(url, key_id, key_secret)?),
            webhook_secrets: webhook::secrets(webhook_secret),
            is_simulated,
        })
    }

    pub(super) fn is_simulated(&self) -> bool {
        self.is_simulated
    }

    pub(super) fn verify(&self, body: &[u8], signature: &str) -> bool {
        let mut secrets = self.webhook_secrets.iter();
        secrets.any(|secret| webhook::is_signed(secret, body, signature))
    }
}
