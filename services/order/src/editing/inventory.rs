//! The client of the inventory for corrections, which change reservations.

use proto::inventory::v1::ChangeReservationRequest;
use runtime::Client;
use tonic::Status;

use crate::{
    error::Error,
    inventory::{is_away, reserve_lines, shortages},
    order::{order_line::OrderLine, record::Order},
};

/// The client of the inventory.
#[derive(Debug, Clone)]
pub struct ReservationClient(pub Client);

impl ReservationClient {
    /// Reserves the additional packs of an order's corrected lines, all of them or none. The inventory
    /// releases packs later, when it receives the event of the correction. The call can be retried.
    pub async fn change(&self, order: &Order, lines: &[OrderLine]) -> Result<(), Error> {
        let request = ChangeReservationRequest {
            order_id: order.id.to_string(),
            version: order.version + 1,
            lines_before: reserve_lines(&order.lines),
            lines: reserve_lines(lines),
        };
        let changed = self.0.call(request).await;
        changed.map(drop).map_err(|status| refused(lines, status))
    }
}

fn refused(lines: &[OrderLine], status: Status) -> Error {
    match shortages(lines, &status) {
        Some(shortages) => Error::NotEnoughPacks(shortages),
        None if is_away(&status) => Error::CorrectionUnchecked(Box::new(status)),
        None => Error::InventoryAnswer(Box::new(status)),
    }
}
