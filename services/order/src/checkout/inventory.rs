//! The client of the inventory for checkouts: reserves packs, and finalizes reservations.

use proto::inventory::v1::{CurrentLines, FinalizeReservationsRequest, ListOverdueRequest, ReserveRequest};
use runtime::Client;
use tonic::Status;
use uuid::Uuid;

use crate::{
    error::Error,
    inventory::{is_away, reserve_lines, shortages},
    order::record::Order,
};

/// The maximum number of orders in one message. Each has up to 50 lines.
const CHANGES_AT_ONCE: usize = 20;

/// The orders whose reservations the inventory wants finalized.
#[derive(Debug)]
pub struct OverdueReservations {
    /// Orders that may not have been placed.
    pub orders: Vec<Uuid>,
    /// Orders that may have been corrected.
    pub changed: Vec<Uuid>,
}

/// The client of the inventory.
#[derive(Debug, Clone)]
pub struct Inventory {
    /// Calls the inventory.
    pub client: Client,
    /// True if orders pass while the inventory is unavailable.
    pub sells_without: bool,
}

impl Inventory {
    /// Reserves every line of an order, or none. The call can be retried.
    pub async fn reserve(&self, order: &Order) -> Result<(), Error> {
        let request = ReserveRequest {
            order_id: order.id.to_string(),
            lines: reserve_lines(&order.lines),
        };
        let Err(status) = self.client.call(request).await else {
            return Ok(());
        };
        match refused(order, status) {
            Error::InventoryDown(status) if self.sells_without => {
                tracing::warn!(%status, "order placed without a stock check");
                metrics::counter!("orders_without_stock_total").increment(1);
                Ok(())
            }
            error => Err(error),
        }
    }

    /// Returns the orders whose reservations are due to be finalized, at most `limit` of each kind.
    pub async fn overdue(&self, limit: i32) -> anyhow::Result<OverdueReservations> {
        let request = ListOverdueRequest {
            limit,
            placed_after: None,
        };
        let answer = self.client.call(request).await?;
        Ok(OverdueReservations {
            orders: parse_ids(&answer.order_ids)?,
            changed: parse_ids(&answer.changed_order_ids)?,
        })
    }

    /// Returns a page of the placed orders whose packs are reserved for more than a day, by ID.
    pub async fn placed_after(&self, after: Uuid, limit: i32) -> anyhow::Result<Vec<Uuid>> {
        let request = ListOverdueRequest {
            limit,
            placed_after: Some(after.to_string()),
        };
        let answer = self.client.call(request).await?;
        Ok(parse_ids(&answer.placed_order_ids)?)
    }

    /// Releases the packs of placed orders that this service lost in a restore.
    pub async fn release_lost(&self, lost: &[Uuid]) -> anyhow::Result<()> {
        for lost in lost.chunks(CHANGES_AT_ONCE) {
            let request = FinalizeReservationsRequest {
                lost_order_ids: lost.iter().map(Uuid::to_string).collect(),
                ..FinalizeReservationsRequest::default()
            };
            self.client.call(request).await?;
        }
        Ok(())
    }

    /// Finalizes reservations: reports which orders were placed and which will not be.
    pub async fn finalize(&self, placed: &[Uuid], abandoned: &[Uuid]) -> anyhow::Result<()> {
        let request = FinalizeReservationsRequest {
            placed_order_ids: placed.iter().map(Uuid::to_string).collect(),
            abandoned_order_ids: abandoned.iter().map(Uuid::to_string).collect(),
            ..FinalizeReservationsRequest::default()
        };
        self.client.call(request).await?;
        Ok(())
    }

    /// Reports the current lines of orders that may have been corrected.
    pub async fn finalize_changes(&self, orders: &[Order]) -> anyhow::Result<()> {
        for orders in orders.chunks(CHANGES_AT_ONCE) {
            let current = orders.iter().map(|order| CurrentLines {
                order_id: order.id.to_string(),
                version: order.version,
                lines: reserve_lines(&order.lines),
            });
            let request = FinalizeReservationsRequest {
                changed_orders: current.collect(),
                ..FinalizeReservationsRequest::default()
            };
            self.client.call(request).await?;
        }
        Ok(())
    }
}

fn parse_ids(ids: &[String]) -> Result<Vec<Uuid>, uuid::Error> {
    ids.iter().map(|id| Uuid::parse_str(id)).collect()
}

fn refused(order: &Order, status: Status) -> Error {
    match shortages(&order.lines, &status) {
        Some(shortages) => Error::OutOfStock(shortages),
        None if is_away(&status) => Error::InventoryDown(Box::new(status)),
        None => Error::InventoryAnswer(Box::new(status)),
    }
}
