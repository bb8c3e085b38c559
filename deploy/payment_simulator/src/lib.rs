//! A payment provider that moves no money: it speaks Razorpay's REST API and webhooks over HTTP, so that the adapter
//! that production runs against Razorpay can be run against this on a laptop and in tests, and it can be told to
//! misbehave.
//!
//! **It is a developer's tool and in no image**: images carry the programs that `deploy/local/src/registry.rs` names,
//! and a test here holds that against it. It listens on this machine only, keeps everything in memory, and knows no
//! secret worth the name. It asks for no card number and no UPI id, and those in its answers are made up: the page has
//! buttons where the real one has fields.
//!
//! # What follows which page
//! Pages are those of Razorpay's documentation, as stored copies had them in November 2026; `markdown/…` stands for
//! `https://raw.githubusercontent.com/razorpay/markdown-docs/master/…`, their own Markdown of the same pages.
//!
//! | here | page |
//! |---|---|
//! | basic authentication by key id and secret | `markdown/api/authentication.md` |
//! | error shape (`error.code`, `description`, `source`, `step`, `reason`, `metadata`, `field`) | `markdown/errors.md` |
//! | `POST /v1/orders` | `markdown/api/orders/create.md` |
//! | `GET /v1/orders/{id}` | `markdown/api/orders/fetch-with-id.md` |
//! | `GET /v1/orders/{id}/payments` | `markdown/api/orders/fetch-payments.md` |
//! | `POST /v1/payment_links` | `markdown/api/payments/payment-links/create-standard.md` |
//! | `GET /v1/payment_links?reference_id=&payment_id=` | `markdown/api/payments/payment-links/fetch-all-standard.md` |
//! | `GET /v1/payment_links/{id}` | `markdown/api/payments/payment-links/fetch-id-standard.md`, `entity.md` beside it |
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
//! | `GET /v1/disputes`, `GET /v1/disputes/{id}` | `markdown/api/disputes/fetch-all.md`, `fetch.md` and `entity.md` beside it |
//! | the way back to `callback_url`, and its signature | `markdown/payments/payment-links/apis.md` |
//! | `payment.*` events | `markdown/webhooks/payments.md` |
//! | `payment_link.*` events | <https://razorpay.com/docs/webhooks/payment-links.md> |
//! | `refund.*` events | <https://razorpay.com/docs/webhooks/refunds?preferred-country=IN> |
//! | signature, event id, no promised order | `markdown/webhooks/validate-test.md` |
//! | retries with backoff for 24 hours, 5 seconds to answer | `markdown/webhooks/best-practices.md` |
//!
//! # What of the real thing is not here
//! - Checkout in the shop's own page and its script; orders without a payment link are paid by `POST /simulator/pay`
//!   only.
//! - Partial payments, UPI payment links, offers, transfers, EMI, other currencies, reminders, mails and messages to
//!   the shopper.
//! - Capturing by hand and `payment.authorized`: an account here captures at once unless a script leaves money authorized, and has subscribed
//!   neither to that event nor to `order.paid`.
//! - A balance that refunds are taken from, unless `POST /simulator/balance` sets one.
//! - Settlements by themselves, two days later: `POST /simulator/settle` makes one at once. Those that are on their way or failed,
//!   instant ones and their fees.
//! - Disputes by themselves, their evidence and what they take from the balance; instant refunds, `PATCH` of anything.
//! - Limits of rate, HTTPS, addresses that a firewall can name, and a webhook that is disabled after a day of failures.
//! - Requests as forms; only JSON is read.
//! - Fees are 2 % and 18 % GST of them, as in the samples of `markdown/api/payments/fetch-with-id.md`, for every
//!   method.
//!
//! # What the documentation leaves open, and is so here
//! - A link without payments has `"payments": null`, as `create-standard.md` says; another page has an empty list. In a
//!   list of links it is empty also when they are paid, as in the sample of
//!   <https://www.razorpay.com/docs/api/payments/payment-links/fetch-all-standard>: who wants them asks for the link.
//! - A wrong key is answered with 401 (the pages say 400 or 4xx), a known idempotency key with another body with 409
//!   (one part of its page says `BAD_REQUEST`, another 409; here it is both).
//! - A payment has the notes of its link, as events of real accounts show.
//! - A refund that fails is taken out of the payment's `amount_refunded` again.
//! - A link that was paid with a wrong amount says `paid`.
//! - A refund of a payment with an open dispute is refused with 400.
//!
//! # For tests
//! `/simulator/…` is the part that Razorpay has not: [`Script`] says what can be made to happen; `src/http/control.rs`
//! says how.

mod books;
mod clock;
mod http;
mod id;
mod provider;
mod refusal;
mod script;
mod settings;
pub mod signature;
mod tasks;
mod webhooks;

use std::sync::Arc;

use anyhow::{Context as _, ensure};
use tokio::net::TcpListener;
use url::Url;

use crate::{provider::Provider, tasks::Tasks};
pub use crate::{script::Script, settings::Settings};

/// A simulated provider that answers until it is dropped.
pub struct Simulator {
    url: Url,
    provider: Arc<Provider>,
    tasks: Tasks,
}

impl Simulator {
    /// Starts to answer. Port 0 is a free one; an address that others can reach is refused.
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

    /// Where it answers, with a slash at the end.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// Sends webhooks to another address from now on, such as that of a gateway that started after this.
    pub fn send_webhooks_to(&self, url: Url) {
        self.provider.webhooks.send_to(url, None);
    }

    /// The same, and by a second sender at the same moment to a second address.
    pub fn send_webhooks_to_both(&self, first: Url, second: Url) {
        self.provider.webhooks.send_to(first, Some(second));
    }

    /// Chooses the script of links that are made from now on and name this order in their notes, as `order`.
    pub fn script_order(&self, order: &str, script: Script) {
        self.provider.books().script_order(order, script);
    }

    /// Makes links whose notes name this order, and does not say so before [`Self::release_answer`]: they can be paid meanwhile.
    pub fn hold_answer(&self, order: &str) {
        self.provider.held_answers.hold(order);
    }

    /// Answers the calls that made these links.
    pub fn release_answer(&self, order: &str) {
        self.provider.held_answers.release(order);
    }

    /// Stops, and waits until nothing of it runs any more.
    pub async fn stop(self) {
        self.tasks.stop().await;
    }
}

impl Drop for Simulator {
    fn drop(&mut self) {
        self.tasks.end();
    }
}
