//! A shop's account at the provider, and its events.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use url::Url;

use super::held_answers::HeldAnswers;
use crate::{
    books::{Books, LinkStatus, Payment},
    clock::Clock,
    refusal::Refusal,
    script::{Plan, Script},
    settings::Settings,
    tasks::Tasks,
    webhooks::{Delivery, Event, Webhooks},
};

pub(crate) struct Provider {
    pub(crate) settings: Settings,
    pub(crate) clock: Arc<Clock>,
    pub(crate) webhooks: Arc<Webhooks>,
    pub(crate) tasks: Tasks,
    pub(crate) held_answers: HeldAnswers,
    /// The simulator's own URL.
    pub(super) origin: Url,
    books: Mutex<Books>,
}

impl Provider {
    pub(crate) fn new(settings: Settings, origin: Url, tasks: Tasks) -> anyhow::Result<Arc<Self>> {
        let clock = Arc::new(Clock::new());
        let webhooks = Webhooks::new(&settings, Arc::clone(&clock), tasks.clone())?;
        Ok(Arc::new(Self {
            settings,
            clock,
            webhooks: Arc::new(webhooks),
            tasks,
            held_answers: HeldAnswers::default(),
            origin,
            books: Mutex::default(),
        }))
    }

    /// The records, possibly with links that should have expired. Callers that read or change them use
    /// [`Self::books`].
    pub(super) fn unswept(&self) -> MutexGuard<'_, Books> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An event about the current state of entities, as their script says; `None` if the script sends no
    /// webhooks.
    pub(super) fn event(&self, name: &str, things: &[(&str, Value)], plan: &Plan) -> Option<Event> {
        let mut event = Event::new(name, things, self.clock.now_ms());
        match plan.script {
            Script::Never => return None,
            Script::LateWebhook => event.due_ms += plan.delay_ms,
            Script::Twice => event.delivery = Delivery::Twice,
            Script::TwiceAtOnce => event.delivery = Delivery::TwiceAtOnce,
            Script::WrongSignature => event.delivery = Delivery::WronglySigned,
            _ => (),
        }
        Some(event)
    }

    /// The events of a capture: for the payment, and for the link if that is now paid.
    pub(super) fn captured(&self, books: &Books, payment_id: &str) -> Result<Vec<Event>, Refusal> {
        let payment = books.payments.find(payment_id)?;
        let order = books.orders.find(&payment.order_id)?;
        let entity = payment.entity();
        let captured = self.event("payment.captured", &[("payment", entity.clone())], &order.plan);
        let mut events: Vec<_> = captured.into_iter().collect();
        if let Some(link) = books.link_of(&order.id)
            && link.status == LinkStatus::Paid
        {
            let things = [
                ("payment_link", books.link_entity(link)),
                ("order", order.entity()),
                ("payment", entity),
            ];
            events.extend(self.event("payment_link.paid", &things, &order.plan));
        }
        Ok(events)
    }

    /// The event of a failed payment.
    pub(super) fn failed(&self, payment: &Payment, plan: &Plan) -> Option<Event> {
        self.event("payment.failed", &[("payment", payment.entity())], plan)
    }
}
