//! The client of the inventory for corrections, which change reservations.

use proto::inventory::v1::{ChangeReservationRequest, Pack, ReserveLine, Shortages};
use runtime::{Client, status};
use tonic::{Code, Status};

use crate::{
    error::Error,
    order::{order_line::OrderLine, record::Order},
    shortage,
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

fn reserve_lines(lines: &[OrderLine]) -> Vec<ReserveLine> {
    let lines = lines.iter().map(|line| ReserveLine {
        pack: Some(Pack {
            product_id: line.product_id.to_string(),
            weight_in_grams: line.weight_in_grams,
        }),
        quantity: line.quantity,
        unit_price_paise: line.unit_price_paise,
    });
    lines.collect()
}

fn refused(lines: &[OrderLine], status: Status) -> Error {
    match (status.code(), status::message::<Shortages>(&status)) {
        (Code::FailedPrecondition, Some(details)) => {
            Error::NotEnoughPacks(shortage::of_lines(lines, &left(&details)))
        }
        (Code::Unavailable | Code::DeadlineExceeded | Code::ResourceExhausted, _) => {
            Error::CorrectionUnchecked(Box::new(status))
        }
        _ => Error::InventoryAnswer(Box::new(status)),
    }
}

/// Returns the product, weight and number left of each missing pack.
fn left(details: &Shortages) -> Vec<(&str, i32, i32)> {
    let left = details.shortages.iter().filter_map(|short| {
        let pack = short.pack.as_ref()?;
        Some((pack.product_id.as_str(), pack.weight_in_grams, short.left))
    });
    left.collect()
}
