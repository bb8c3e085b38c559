//! Creates orders and payment links.

use std::sync::Arc;

use serde_json::{Map, Value};
use url::Url;

use super::{account::Provider, payments::Button};
use crate::{
    api_error::ApiError,
    id,
    records::{Link, LinkStatus, Order, order_of},
    scenario::{PaymentScenario, Plan},
};

/// A request for a link.
#[derive(Debug)]
pub(crate) struct NewLink {
    pub(crate) amount: u64,
    pub(crate) reference_id: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) customer: Map<String, Value>,
    pub(crate) notify: Value,
    pub(crate) notes: Map<String, Value>,
    pub(crate) callback_url: Option<Url>,
    pub(crate) is_reminding: bool,
    pub(crate) expire_by: i64,
    pub(crate) plan: Plan,
}

/// `markdown/api/payments/payment-links/create-standard.md`, "Errors".
const SHORTEST_LIFE: i64 = 15 * 60;

impl Provider {
    /// Creates an order, and returns it.
    pub(crate) fn create_order(
        &self,
        amount: u64,
        receipt: Option<String>,
        notes: Map<String, Value>,
    ) -> Result<Value, ApiError> {
        let mut records = self.records();
        let plan = Plan::read(&notes, records.scenario, self.settings.scenario_delay)?;
        let order = Order::new(amount, receipt, notes, plan, self.clock.now());
        let entity = order.entity();
        records.orders.push(order)?;
        Ok(entity)
    }

    /// Creates a link, and returns it in its initial state.
    pub(crate) async fn create_link(self: &Arc<Self>, new: NewLink) -> Result<Value, ApiError> {
        let (scenario, expire_by) = (new.plan.scenario, new.expire_by);
        let order = order_of(&new.notes).map(str::to_owned);
        let (order_id, entity) = self.open(new)?;
        if expire_by != 0 {
            self.expire_at(expire_by);
        }
        if scenario == PaymentScenario::WebhookBeforeResponse {
            let (_, events) = self.attempt(&order_id, Button::Upi)?;
            self.webhooks.send_and_wait(events).await;
        }
        if let Some(order) = order {
            self.tasks.hold(self.held_responses.until_released(&order)).await;
        }
        Ok(entity)
    }

    /// The new link's order, and the link as in the response.
    fn open(&self, new: NewLink) -> Result<(String, Value), ApiError> {
        let mut records = self.records();
        let now = self.clock.now();
        if new.expire_by != 0 && new.expire_by < now + SHORTEST_LIFE {
            let why = "timestamp must be atleast 15 minutes in future";
            return Err(ApiError::invalid_field("expire_by", why));
        }
        let is_known = |reference: &String| {
            records
                .links
                .iter()
                .any(|link| link.reference_id.as_ref() == Some(reference))
        };
        if new.reference_id.as_ref().is_some_and(is_known) {
            let why = "payment link creation with reference ID already attempted";
            return Err(ApiError::invalid_field("reference_id", why));
        }
        let order = Order::new(
            new.amount,
            new.reference_id.clone(),
            new.notes.clone(),
            new.plan,
            now,
        );
        let link_id = id::new("plink");
        let mut short_url = self.origin.clone();
        short_url.set_path(&format!("i/{}", link_id.trim_start_matches("plink_")));
        let order_id = order.id.clone();
        let link = Link {
            id: link_id,
            order_id: order_id.clone(),
            amount: new.amount,
            amount_paid: 0,
            status: LinkStatus::Created,
            reference_id: new.reference_id,
            description: new.description,
            customer: new.customer,
            notify: new.notify,
            notes: new.notes,
            callback_url: new.callback_url,
            is_reminding: new.is_reminding,
            short_url,
            created_at: now,
            updated_at: now,
            expire_by: new.expire_by,
            expired_at: 0,
            cancelled_at: 0,
        };
        records.orders.push(order)?;
        let entity = records.link_entity(&link);
        records.links.push(link)?;
        Ok((order_id, entity))
    }
}
