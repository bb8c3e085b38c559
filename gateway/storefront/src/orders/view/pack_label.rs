//! The labels of an order's reserved packs, from the inventory.

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

/// The longest wait for the labels. An order is shown without them while the inventory is down.
const CALL_TIMEOUT: Duration = Duration::from_millis(300);

/// The label of packs of one batch.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PackLabel {
    /// The product's `_id`.
    #[schema(format = "uuid")]
    product_id: String,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1)]
    weight_in_grams: i32,
    /// The number of the order's packs from this batch.
    #[schema(minimum = 1)]
    quantity: i32,
    /// The batch number.
    #[schema(example = "VM01-100-A")]
    batch_number: String,
    /// The packing date.
    #[schema(format = Date)]
    packed_on: String,
    /// The best-before date.
    #[schema(format = Date)]
    best_before: String,
    /// The MRP, taxes included, in rupees.
    mrp: Rupees,
}

impl PackLabel {
    /// The labels of the order's packs; empty without a reservation, and while the inventory is down.
    pub(crate) async fn load(clients: &Clients, order: &Order) -> Vec<Self> {
        // The inventory may not have received the cancellation yet and still reserve packs.
        if order.status() == OrderStatus::Cancelled {
            return Vec::new();
        }
        let request = GetReservationRequest {
            order_id: order.order_id.clone(),
        };
        let Ok(Ok(reservation)) = timeout(CALL_TIMEOUT, clients.inventory.call(request)).await else {
            return Vec::new();
        };
        reservation
            .packs
            .into_iter()
            .filter_map(Self::from_contract)
            .collect()
    }

    /// `None` for an inventory of the last release, which sends no packing date.
    fn from_contract(packs: ReservedPacks) -> Option<Self> {
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
