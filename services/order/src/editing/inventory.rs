//! The client of the inventory for orders whose lines are corrected: the packs that are kept for them follow.

use proto::inventory::v1::{
    ChangeReservationRequest, Pack, ReserveLine, Shortages, inventory_service_client::InventoryServiceClient,
};
use runtime::{repeatable, status};
use tonic::{Code, Status};

use crate::{
    error::Error,
    order::{order_line::OrderLine, record::Order},
    shortage,
};

/// The inventory as corrections need it.
#[derive(Debug, Clone)]
pub struct Packs {
    client: InventoryServiceClient<runtime::Client>,
}

impl Packs {
    /// An inventory reached through `client`.
    pub fn new(client: runtime::Client) -> Self {
        Self {
            client: InventoryServiceClient::new(client),
        }
    }

    /// Reserves what an order needs more when it gets these lines with its next version: all of it, or nothing. What it needs less is
    /// given back when the inventory hears that it was corrected. The same change may come again.
    pub async fn change(&self, order: &Order, lines: &[OrderLine]) -> Result<(), Error> {
        let request = ChangeReservationRequest {
            order_id: order.id.to_string(),
            version: order.version + 1,
            lines_before: reserve_lines(&order.lines),
            lines: reserve_lines(lines),
        };
        let changed = self.client.clone().change_reservation(repeatable(request)).await;
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
        (Code::FailedPrecondition, Some(told)) => {
            Error::NotEnoughPacks(shortage::of_lines(lines, &left(&told)))
        }
        // An inventory of the version before does not know the method.
        (Code::Unavailable | Code::DeadlineExceeded | Code::ResourceExhausted | Code::Unimplemented, _) => {
            Error::CorrectionUnchecked(Box::new(status))
        }
        _ => Error::InventoryAnswer(Box::new(status)),
    }
}

/// What is left of packs: of a product, by its weight.
fn left(told: &Shortages) -> Vec<(&str, i32, i32)> {
    let left = told.shortages.iter().filter_map(|short| {
        let pack = short.pack.as_ref()?;
        Some((pack.product_id.as_str(), pack.weight_in_grams, short.left))
    });
    left.collect()
}
