//! A shop's account at the provider, and its events.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use url::Url;

use super::held_responses::HeldResponses;
use crate::{
    api_error::ApiError,
    clock::Clock,
    records::{LinkStatus, Payment, Records},
    scenario::{PaymentScenario, Plan},
    settings::Settings,
    tasks::Tasks,
    webhooks::{Delivery, Event, Webhooks},
};

pub(crate) struct Provider {
    pub(crate) settings: Settings,
    pub(crate) clock: Arc<Clock>,
    pub(crate) webhooks: Arc<Webhooks>,
    pub(crate) tasks: Tasks,
    pub(crate) held_responses: HeldResponses,
    /// The simulator's own URL.
    pub(super) origin: Url,
    records: Mutex<Records>,
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
            held_responses: HeldResponses::default(),
            origin,
            records: Mutex::default(),
        }))
    }

    /// The records, possibly with links that should have expired. Callers that read or change them use
    /// [`Self::records`].
    pub(super) fn records_with_due_links(&self) -> MutexGuard<'_, Records> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An event about the current state of entities, as their scenario says; `None` if it sends no webhooks.
    pub(super) fn event(&self, name: &str, entities: &[(&str, Value)], plan: &Plan) -> Option<Event> {
        let mut event = Event::new(name, entities, self.clock.now_ms());
        match plan.scenario {
            PaymentScenario::NoWebhooks => return None,
            PaymentScenario::LateWebhook => event.due_ms += plan.delay_ms,
            PaymentScenario::DuplicateWebhooks => event.delivery = Delivery::Twice,
            PaymentScenario::ConcurrentWebhooks => event.delivery = Delivery::TwiceAtOnce,
            PaymentScenario::WrongSignature => event.delivery = Delivery::WronglySigned,
            _ => (),
        }
        Some(event)
    }

    /// The events of a capture: for the payment, and for the link if that is now paid.
    pub(super) fn capture_events(&self, records: &Records, payment_id: &str) -> Result<Vec<Event>, ApiError> {
        let payment = records.payments.find(payment_id)?;
        let order = records.orders.find(&payment.order_id)?;
        let entity = payment.entity();
        let captured = self.event("payment.captured", &[("payment", entity.clone())], &order.plan);
        let mut events: Vec<_> = captured.into_iter().collect();
        if let Some(link) = records.link_of(&order.id)
            && link.status == LinkStatus::Paid
        {
            let entities = [
                ("payment_link", records.link_entity(link)),
                ("order", order.entity()),
                ("payment", entity),
            ];
            events.extend(self.event("payment_link.paid", &entities, &order.plan));
        }
        Ok(events)
    }

    /// The event of a failed payment.
    pub(super) fn failure_event(&self, payment: &Payment, plan: &Plan) -> Option<Event> {
        self.event("payment.failed", &[("payment", payment.entity())], plan)
    }
}
