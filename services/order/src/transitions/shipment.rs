//! The client of the inventory for shipping. It prevents orders with recalled or missing packs from shipping.

use std::collections::HashMap;

use proto::inventory::v1::{ReleaseShipmentRequest, ReleaseShipmentsRequest};
use runtime::{Client, status};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::error::Error;

/// The client of the inventory.
#[derive(Debug, Clone)]
pub struct Shipments(pub Client);

impl Shipments {
    /// Releases an order for shipping. Fails if it must not ship. The call can be retried.
    pub async fn release(&self, order_id: Uuid) -> Result<(), Error> {
        let request = ReleaseShipmentRequest {
            order_id: order_id.to_string(),
        };
        let released = self.0.call(request).await;
        released.map(drop).map_err(refused)
    }

    /// Returns which of these orders, 1,000 at most, must not ship now, with their reasons.
    pub async fn held_up(&self, orders: &[Uuid]) -> Result<HashMap<Uuid, String>, Error> {
        self.ask(orders, true).await
    }

    /// Releases these orders, 1,000 at most, for shipping. If one of them must not ship, it fails and
    /// releases none. The call can be retried.
    pub async fn release_all(&self, orders: &[Uuid]) -> Result<(), Error> {
        let held_up = self.ask(orders, false).await?;
        match held_up.into_values().next() {
            None => Ok(()),
            Some(message) => Err(Error::NotReadyToShip {
                reason: "RECALLED",
                message,
            }),
        }
    }

    async fn ask(&self, orders: &[Uuid], is_dry_run: bool) -> Result<HashMap<Uuid, String>, Error> {
        if orders.is_empty() {
            return Ok(HashMap::new());
        }
        let request = ReleaseShipmentsRequest {
            order_ids: orders.iter().map(Uuid::to_string).collect(),
            is_dry_run,
        };
        let answer = self.0.call(request).await;
        let held_up = answer.map_err(refused)?.held_up.into_iter();
        let held_up = held_up.map(|order| {
            let id = Uuid::parse_str(&order.order_id)
                .map_err(|_| Error::Impossible("the inventory holds up an order without an id"))?;
            Ok((id, order.message))
        });
        held_up.collect()
    }
}

fn refused(status: Status) -> Error {
    match status.code() {
        Code::FailedPrecondition => Error::NotReadyToShip {
            reason: match status::details(&status).reason.as_deref() {
                Some("RECALLED") => "RECALLED",
                _ => "PACKS_MISSING",
            },
            message: status.message().to_owned(),
        },
        Code::Unavailable | Code::DeadlineExceeded | Code::ResourceExhausted => {
            Error::ShipmentUnchecked(Box::new(status))
        }
        _ => Error::InventoryAnswer(Box::new(status)),
    }
}
