//! The end of unpaid links: by expiry, or by the shop.

use std::sync::{Arc, MutexGuard};

use serde_json::Value;

use super::account::Provider;
use crate::{
    api_error::ApiError,
    records::{LinkStatus, PaymentStatus, Records},
    webhooks::Event,
};

impl Provider {
    /// The records at this moment. Links that are due expire, and their webhooks are sent.
    pub(crate) fn records(&self) -> MutexGuard<'_, Records> {
        let mut records = self.records_with_due_links();
        let now = self.clock.now();
        let due: Vec<_> = records
            .links
            .iter()
            .filter(|link| link.status == LinkStatus::Created && link.expire_by != 0 && link.expire_by <= now)
            .map(|link| link.id.clone())
            .collect();
        for link_id in due {
            // The link was found just before, so it exists.
            if let Ok(events) = self.close(&mut records, &link_id, LinkStatus::Expired) {
                self.webhooks.send(events);
            }
        }
        records
    }

    /// Expires a link when it is due.
    pub(super) fn expire_at(self: &Arc<Self>, expire_by: i64) {
        let provider = Arc::clone(self);
        self.tasks.start(async move {
            provider.clock.sleep_until(expire_by * 1000).await;
            drop(provider.records());
        });
    }

    /// Cancels a link, and returns it.
    pub(crate) fn cancel(&self, link_id: &str) -> Result<Value, ApiError> {
        let mut records = self.records();
        match records.links.find(link_id)?.status {
            LinkStatus::Created => (),
            // `markdown/api/payments/payment-links/cancel-standard.md`, "Errors".
            LinkStatus::Paid => {
                let why = "cannot cancel or expire an already paid/partially paid link";
                return Err(ApiError::bad_request(why));
            }
            LinkStatus::Expired | LinkStatus::Cancelled => {
                return Err(ApiError::bad_request("cannot cancel or expire an expired link"));
            }
        }
        let events = self.close(&mut records, link_id, LinkStatus::Cancelled)?;
        self.webhooks.send(events);
        let link = records.links.find(link_id)?;
        Ok(records.link_entity(link))
    }

    /// Closes a link, and captures payments that waited for that.
    fn close(
        &self,
        records: &mut Records,
        link_id: &str,
        status: LinkStatus,
    ) -> Result<Vec<Event>, ApiError> {
        let now = self.clock.now();
        let link = records.links.find_mut(link_id)?;
        link.status = status;
        link.updated_at = now;
        let name = if status == LinkStatus::Expired {
            link.expired_at = link.expire_by;
            "payment_link.expired"
        } else {
            link.cancelled_at = now;
            "payment_link.cancelled"
        };
        let order_id = link.order_id.clone();
        let plan = records.orders.find(&order_id)?.plan;
        let entity = records.link_entity(records.links.find(link_id)?);
        let event = self.event(name, &[("payment_link", entity)], &plan);
        let mut events: Vec<_> = event.into_iter().collect();
        let waiting: Vec<_> = records
            .payments
            .iter()
            .filter(|payment| payment.order_id == order_id && payment.status == PaymentStatus::Created)
            .map(|payment| payment.id.clone())
            .collect();
        for payment_id in waiting {
            records.capture(&payment_id, now)?;
            events.extend(self.capture_events(records, &payment_id)?);
        }
        Ok(events)
    }
}
