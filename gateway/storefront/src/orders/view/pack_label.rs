//! What is printed on the packs that are kept for an order, asked of the inventory.

use std::time::Duration;

use proto::{
    inventory::v1::{GetReservationRequest, ReservedPacks},
    order::v1::{Order, OrderStatus},
};
use serde::Serialize;
use tokio::time::timeout;
use utoipa::ToSchema;
use web::answer::money::Rupees;

use crate::clients::Clients;

/// How long an order waits for its labels: it is read without them too, while the inventory is away.
const PATIENCE: Duration = Duration::from_millis(300);

/// What is printed on packs of one batch.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PackLabel {
    /// The product's `_id`.
    #[schema(format = "uuid")]
    product_id: String,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1)]
    weight_in_grams: i32,
    /// How many packs of the order are of this batch.
    #[schema(minimum = 1)]
    quantity: i32,
    /// The number of the batch.
    #[schema(example = "VM01-100-A")]
    batch_number: String,
    /// When it was packed.
    #[schema(format = Date)]
    packed_on: String,
    /// Until when it is at its best.
    #[schema(format = Date)]
    best_before: String,
    /// The highest price that a pack may be sold at, taxes included, in rupees.
    mrp: Rupees,
}

impl PackLabel {
    /// The labels of the packs that an order got, or is to get; none when nothing is kept for it, or nobody can say.
    pub(crate) async fn of_order(clients: &Clients, order: &Order) -> Vec<Self> {
        // The inventory may not have heard of it yet, and still keep packs for it.
        if order.status() == OrderStatus::Cancelled {
            return Vec::new();
        }
        let request = GetReservationRequest {
            order_id: order.order_id.clone(),
        };
        let Ok(Ok(reservation)) = timeout(PATIENCE, clients.reservation(request)).await else {
            return Vec::new();
        };
        reservation.packs.into_iter().filter_map(Self::read).collect()
    }

    /// None of an inventory of the last release, which does not say when it was packed.
    fn read(packs: ReservedPacks) -> Option<Self> {
        let pack = packs.pack.filter(|_| !packs.packed_on.is_empty())?;
        Some(Self {
            product_id: pack.product_id,
            weight_in_grams: pack.weight_in_grams,
            quantity: packs.quantity,
            batch_number: packs.batch_number,
            packed_on: packs.packed_on,
            best_before: packs.best_before,
            mrp: Rupees::from_paise(packs.mrp_paise),
        })
    }
}
