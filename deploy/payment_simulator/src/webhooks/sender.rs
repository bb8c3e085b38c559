//! Sends events, again and again until they are taken.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reqwest::{Client, redirect::Policy};
use serde_json::Value;
use url::Url;

use super::{
    event::{Delivery, Event},
    log::{Log, is_taken},
};
use crate::{clock::Clock, settings::Settings, tasks::Tasks};

/// `markdown/webhooks/best-practices.md`: retried for 24 hours after the event was created.
const RETRIED_FOR_MS: i64 = 24 * 60 * 60 * 1000;

/// Between two attempts at most, so that a shop that was away for long is not left out for longer.
const LONGEST_PAUSE_MS: i64 = 60 * 60 * 1000;

/// What is sent, by whom and how it was answered.
#[derive(Debug)]
pub(crate) struct Webhooks {
    secret: String,
    first_retry_ms: i64,
    clock: Arc<Clock>,
    tasks: Tasks,
    /// Two of them, whose connections have nothing to do with each other.
    senders: [Client; 2],
    /// Where the first and the second send to: the second sends each event at the same moment as the first, where it has an address.
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

    /// Sends to another address from now on, and by a second sender at the same moment where there is a second one.
    pub(crate) fn send_to(&self, url: Url, second: Option<Url>) {
        *self.urls() = [Some(url), second];
    }

    fn urls(&self) -> MutexGuard<'_, [Option<Url>; 2]> {
        self.urls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_second_address(&self) -> bool {
        self.urls()[1].is_some()
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was sent and how it was answered.
    pub(crate) fn report(&self) -> Value {
        self.log().report()
    }

    /// Sends each event on its own: nobody promises an order.
    pub(crate) fn send(self: &Arc<Self>, events: Vec<Event>) {
        for event in events {
            self.send_in_order(vec![event]);
        }
    }

    /// Sends each event once the one before was taken or given up.
    pub(crate) fn send_in_order(self: &Arc<Self>, events: Vec<Event>) {
        for event in &events {
            self.log().begin(event);
        }
        let webhooks = Arc::clone(self);
        self.tasks.start(async move {
            for event in &events {
                webhooks.deliver(event).await;
            }
        });
    }

    /// Sends each event, and returns when each was tried; what was not taken is tried again later.
    pub(crate) async fn send_and_wait(self: &Arc<Self>, events: Vec<Event>) {
        for event in events {
            self.log().begin(&event);
            if self.has_second_address() {
                let (webhooks, event) = (Arc::clone(self), event.clone());
                self.tasks
                    .start(async move { webhooks.until_taken(&event, 1).await });
            }
            if !self.attempt(&event, 0).await {
                let webhooks = Arc::clone(self);
                self.tasks
                    .start(async move { webhooks.until_taken(&event, 0).await });
            }
        }
    }

    /// Sends an event of before once more, as it was; whether there is one.
    pub(crate) async fn repeat(&self, event_id: &str) -> bool {
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
            Delivery::Once | Delivery::WronglySigned => self.by_each_sender(event).await,
            Delivery::Twice => {
                self.by_each_sender(event).await;
                self.by_each_sender(event).await;
            }
            Delivery::TwiceAtOnce => self.by_both_senders(event).await,
        }
    }

    /// By the second one, too, where it has an address of its own.
    async fn by_each_sender(&self, event: &Event) {
        if self.has_second_address() {
            self.by_both_senders(event).await;
        } else {
            self.until_taken(event, 0).await;
        }
    }

    async fn by_both_senders(&self, event: &Event) {
        tokio::join!(self.until_taken(event, 0), self.until_taken(event, 1));
    }

    async fn until_taken(&self, event: &Event, sender: usize) {
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

    /// Whether it was taken.
    async fn attempt(&self, event: &Event, sender: usize) -> bool {
        self.log().attempt(&event.id);
        let [first, second] = self.urls().clone();
        let url = if sender == 1 { second.or(first) } else { first };
        let status = match url {
            Some(url) => self.post(url, event, sender).await,
            None => None,
        };
        self.log().answer(&event.id, self.clock.now(), status);
        is_taken(status)
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
        // An answer whose body does not come to its end is one that was cut off.
        answer.bytes().await.ok()?;
        Some(status)
    }
}
