//! Sends events, and retries until they are accepted.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reqwest::{Client, redirect::Policy};
use serde_json::Value;
use url::Url;

use super::{
    event::{Delivery, Event},
    log::{Log, is_accepted},
};
use crate::{clock::Clock, settings::Settings, tasks::Tasks};

/// `markdown/webhooks/best-practices.md`: retried for 24 hours after the event was created.
const RETRIED_FOR_MS: i64 = 24 * 60 * 60 * 1000;

/// The longest pause between two attempts, so that a shop after a long outage does not wait longer.
const LONGEST_PAUSE_MS: i64 = 60 * 60 * 1000;

/// The senders, their URLs and the log.
#[derive(Debug)]
pub(crate) struct Webhooks {
    secret: String,
    first_retry_ms: i64,
    clock: Arc<Clock>,
    tasks: Tasks,
    /// Two clients with separate connections.
    senders: [Client; 2],
    /// The URLs of the first and the second sender. If the second has one, it sends each event at the same
    /// time as the first.
    urls: Mutex<[Option<Url>; 2]>,
    log: Mutex<Log>,
}

impl Webhooks {
    pub(crate) fn new(settings: &Settings, clock: Arc<Clock>, tasks: Tasks) -> reqwest::Result<Self> {
        let sender = || {
            let builder = Client::builder()
                .timeout(settings.answer_within)
                .redirect(Policy::none())
                .no_proxy();
            builder.user_agent("Razorpay-Webhook/v1 (simulated)").build()
        };
        Ok(Self {
            secret: settings.webhook_secret.clone(),
            first_retry_ms: i64::from(settings.first_retry_ms.max(1)),
            clock,
            tasks,
            senders: [sender()?, sender()?],
            urls: Mutex::new([settings.webhook_url.clone(), None]),
            log: Mutex::default(),
        })
    }

    /// Sends to another URL from now on, and to a second one at the same time if given.
    pub(crate) fn send_to(&self, url: Url, second: Option<Url>) {
        *self.urls() = [Some(url), second];
    }

    fn urls(&self) -> MutexGuard<'_, [Option<Url>; 2]> {
        self.urls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_second_url(&self) -> bool {
        self.urls()[1].is_some()
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The report of sent webhooks and their responses.
    pub(crate) fn report(&self) -> Value {
        self.log().report()
    }

    /// Sends each event independently, because the provider promises no order.
    pub(crate) fn send(self: &Arc<Self>, events: Vec<Event>) {
        for event in events {
            self.send_in_order(vec![event]);
        }
    }

    /// Sends each event after the previous one was accepted or given up.
    pub(crate) fn send_in_order(self: &Arc<Self>, events: Vec<Event>) {
        for event in &events {
            self.log().add(event);
        }
        let webhooks = Arc::clone(self);
        self.tasks.start(async move {
            for event in &events {
                webhooks.deliver(event).await;
            }
        });
    }

    /// Sends each event, and returns when each was tried once. Events that were not accepted are retried
    /// later.
    pub(crate) async fn send_and_wait(self: &Arc<Self>, events: Vec<Event>) {
        for event in events {
            self.log().add(&event);
            if self.has_second_url() {
                let (webhooks, event) = (Arc::clone(self), event.clone());
                self.tasks
                    .start(async move { webhooks.send_until_accepted(&event, 1).await });
            }
            if !self.attempt(&event, 0).await {
                let webhooks = Arc::clone(self);
                self.tasks
                    .start(async move { webhooks.send_until_accepted(&event, 0).await });
            }
        }
    }

    /// Sends an earlier event again, unchanged. Returns false if it does not exist.
    pub(crate) async fn resend(&self, event_id: &str) -> bool {
        let event = self.log().event(event_id);
        match event {
            Some(event) => {
                self.attempt(&event, 0).await;
                true
            }
            None => false,
        }
    }

    async fn deliver(&self, event: &Event) {
        self.clock.sleep_until(event.due_ms).await;
        match event.delivery {
            Delivery::Once | Delivery::WronglySigned => self.send_by_each(event).await,
            Delivery::Twice => {
                self.send_by_each(event).await;
                self.send_by_each(event).await;
            }
            Delivery::TwiceAtOnce => self.send_by_both(event).await,
        }
    }

    /// Sends by the second sender, too, if that has a URL.
    async fn send_by_each(&self, event: &Event) {
        if self.has_second_url() {
            self.send_by_both(event).await;
        } else {
            self.send_until_accepted(event, 0).await;
        }
    }

    async fn send_by_both(&self, event: &Event) {
        tokio::join!(
            self.send_until_accepted(event, 0),
            self.send_until_accepted(event, 1)
        );
    }

    async fn send_until_accepted(&self, event: &Event, sender: usize) {
        let mut pause = self.first_retry_ms;
        while !self.attempt(event, sender).await {
            let next = self.clock.now_ms() + pause;
            if next > event.created_ms.max(event.due_ms) + RETRIED_FOR_MS {
                self.log().give_up(&event.id);
                return;
            }
            self.clock.sleep_until(next).await;
            pause = (pause * 2).min(LONGEST_PAUSE_MS);
        }
    }

    /// True if the event was accepted.
    async fn attempt(&self, event: &Event, sender: usize) -> bool {
        self.log().count_attempt(&event.id);
        let [first, second] = self.urls().clone();
        let url = if sender == 1 { second.or(first) } else { first };
        let status = match url {
            Some(url) => self.post(url, event, sender).await,
            None => None,
        };
        self.log().record_response(&event.id, self.clock.now(), status);
        is_accepted(status)
    }

    async fn post(&self, url: Url, event: &Event, sender: usize) -> Option<u16> {
        let request = self.senders[sender]
            .post(url)
            .header("content-type", "application/json")
            .header("x-razorpay-signature", event.signature(&self.secret))
            .header("x-razorpay-event-id", &event.id)
            .body(event.body.clone());
        let answer = request.send().await.ok()?;
        let status = answer.status().as_u16();
        // A response without a complete body was cut off.
        answer.bytes().await.ok()?;
        Some(status)
    }
}
