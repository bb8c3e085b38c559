//! A payment provider that moves no money. It implements Razorpay's REST API and webhooks over HTTP, so that
//! the production adapter for Razorpay can run against it on a laptop and in tests. It can misbehave on
//! request.
//!
//! **It is a developer's tool and in no image**: images contain the programs in
//! `deploy/local/src/registry.rs`, and a test here checks that. It listens on this machine only, keeps
//! everything in memory, and has no real secrets. It asks for no card number and no UPI id, and those in its
//! responses are made up: the page has buttons where the real one has fields.
//!
//! # The sources of each part
//! The pages are those of Razorpay's documentation, as stored copies had them in November 2026; `markdown/…`
//! stands for `https://raw.githubusercontent.com/razorpay/markdown-docs/master/…`, their own Markdown of the
//! same pages.
//!
//! | here | page |
//! |---|---|
//! | basic authentication by key id and secret | `markdown/api/authentication.md` |
//! | error format (`error.code`, `description`, `source`, `step`, `reason`, `metadata`, `field`) | `markdown/errors.md` |
//! | `POST /v1/orders` | `markdown/api/orders/create.md` |
//! | `GET /v1/orders/{id}` | `markdown/api/orders/fetch-with-id.md` |
//! | `GET /v1/orders/{id}/payments` | `markdown/api/orders/fetch-payments.md` |
//! | `POST /v1/payment_links` | `markdown/api/payments/payment-links/create-standard.md` |
//! | `GET /v1/payment_links?reference_id=&payment_id=` | `markdown/api/payments/payment-links/fetch-all-standard.md` |
//! | `GET /v1/payment_links/{id}` | `markdown/api/payments/payment-links/fetch-id-standard.md`, `entity.md` there |
//! | `POST /v1/payment_links/{id}/cancel` | `markdown/api/payments/payment-links/cancel-standard.md` |
//! | `GET /v1/payments/{id}` | `markdown/api/payments/fetch-with-id.md` |
//! | `GET /v1/payments?from=&to=&count=&skip=` | `markdown/api/payments/fetch-all-payments.md` |
//! | `POST /v1/payments/{id}/refund` | `markdown/api/refunds/create-normal.md` |
//! | its header `X-Refund-Idempotency` | `markdown/api/refunds/normal-refunds-idempotent.md` |
//! | `GET /v1/payments/{id}/refunds/{id}` | `markdown/api/refunds/fetch-specific-refund-payment.md` |
//! | `GET /v1/payments/{id}/refunds` | `markdown/api/refunds/fetch-multiple-refund-payment.md` |
//! | `GET /v1/refunds?from=&to=&count=&skip=` | `markdown/api/refunds/fetch-all.md` |
//! | `GET /v1/settlements?from=&to=&count=&skip=` | `markdown/api/settlements/fetch-all.md` |
//! | `GET /v1/settlements/recon/combined?year=&month=&day=&count=&skip=` | `markdown/api/settlements/fetch-recon.md` |
//! | `GET /v1/disputes`, `GET /v1/disputes/{id}` | `markdown/api/disputes/fetch-all.md`, `fetch.md` and `entity.md` there |
//! | the return to `callback_url`, and its signature | `markdown/payments/payment-links/apis.md` |
//! | `payment.*` events | `markdown/webhooks/payments.md` |
//! | `payment_link.*` events | <https://razorpay.com/docs/webhooks/payment-links.md> |
//! | `refund.*` events | <https://razorpay.com/docs/webhooks/refunds?preferred-country=IN> |
//! | signature, event id, no guaranteed order | `markdown/webhooks/validate-test.md` |
//! | retries with backoff for 24 hours, 5 seconds to answer | `markdown/webhooks/best-practices.md` |
//!
//! # Not implemented
//! - Checkout in the shop's own page and its script. Orders without a payment link are paid only by `POST
//!   /simulator/pay`.
//! - Partial payments, UPI payment links, offers, transfers, EMI, other currencies, reminders, mails and
//!   messages to the shopper.
//! - Capturing by hand and `payment.authorized`: an account here captures at once unless a scenario leaves the
//!   payment authorized. It is subscribed neither to that event nor to `order.paid`.
//! - A balance for refunds, unless `POST /simulator/balance` sets one.
//! - Automatic settlements after two days: `POST /simulator/settle` makes one at once. Pending, failed and
//!   instant settlements and their fees.
//! - Automatic disputes, their evidence and their deductions from the balance; instant refunds; `PATCH`
//!   requests.
//! - Rate limits, HTTPS, IP addresses for a firewall, and disabling a webhook after a day of failures.
//! - Form requests; only JSON is read.
//! - Real fees: they are 2 % plus 18 % GST of that for every method, as in the samples of
//!   `markdown/api/payments/fetch-with-id.md`.
//!
//! # Choices where the documentation is unclear
//! - A link without payments has `"payments": null`, as `create-standard.md` says; another page has an empty
//!   list. In a list of links it is empty also for paid links, as in the sample of
//!   <https://www.razorpay.com/docs/api/payments/payment-links/fetch-all-standard>; fetch the link to see
//!   them.
//! - A wrong key is answered with 401 (the pages say 400 or 4xx), a known idempotency key with another body
//!   with 409 (one part of its page says `BAD_REQUEST`, another 409; here it is both).
//! - A payment has the notes of its link, as events of real accounts show.
//! - A failed refund is subtracted from the payment's `amount_refunded` again.
//! - A link that was paid with a wrong amount has the status `paid`.
//! - A refund of a payment with an open dispute is refused with 400.
//!
//! # For tests
//! `/simulator/…` is not part of Razorpay's API. [`PaymentScenario`] lists the behaviours;
//! `src/http/control.rs` describes the calls.

mod api_error;
mod clock;
mod http;
mod id;
mod provider;
mod records;
mod scenario;
mod settings;
pub mod signature;
mod tasks;
mod webhooks;

use std::sync::Arc;

use anyhow::{Context as _, ensure};
use tokio::net::TcpListener;
use url::Url;

use crate::{provider::Provider, tasks::Tasks};
pub use crate::{scenario::PaymentScenario, settings::Settings};

/// A simulated provider that runs until it is dropped.
pub struct Simulator {
    url: Url,
    provider: Arc<Provider>,
    tasks: Tasks,
}

impl Simulator {
    /// Starts the provider. Port 0 chooses a free port. Fails for an address that is not loopback.
    pub async fn start(settings: Settings) -> anyhow::Result<Self> {
        let wanted = settings.listen;
        ensure!(wanted.ip().is_loopback(), "{wanted} is not on this machine only");
        let listener = TcpListener::bind(wanted)
            .await
            .with_context(|| format!("listen on {wanted}"))?;
        let url = Url::parse(&format!("http://{}/", listener.local_addr()?))?;
        let tasks = Tasks::default();
        let provider = Provider::new(settings, url.clone(), tasks.clone())?;
        let router = http::router(Arc::clone(&provider));
        tasks.serve(listener, router);
        Ok(Self { url, provider, tasks })
    }

    /// Its URL, with a slash at the end.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// Sends webhooks to another URL from now on, for example a gateway that started later.
    pub fn send_webhooks_to(&self, url: Url) {
        self.provider.webhooks.send_to(url, None);
    }

    /// The same, and also to a second URL by a second sender at the same time.
    pub fn send_webhooks_to_both(&self, first: Url, second: Url) {
        self.provider.webhooks.send_to(first, Some(second));
    }

    /// Sets the scenario of future links that name this order as `order` in their notes.
    pub fn set_order_scenario(&self, order: &str, scenario: PaymentScenario) {
        self.provider.records().set_order_scenario(order, scenario);
    }

    /// Creates links whose notes name this order, but holds the response until [`Self::release_response`]. They
    /// can be paid meanwhile.
    pub fn hold_response(&self, order: &str) {
        self.provider.held_responses.hold(order);
    }

    /// Sends the held responses for these links.
    pub fn release_response(&self, order: &str) {
        self.provider.held_responses.release(order);
    }

    /// Stops, and waits until all tasks have ended.
    pub async fn stop(self) {
        self.tasks.stop().await;
    }
}

impl Drop for Simulator {
    fn drop(&mut self) {
        self.tasks.end();
    }
}
