//! The CSV imports of staff, one importer for each kind.

pub(crate) mod pincodes;
mod remittance;
pub(crate) mod remittances;
mod row_errors;
pub(crate) mod tracking;
mod tracking_row;

use csv_import::Imports;
use runtime::Frame;
use sqlx::PgPool;

use crate::moving::transition_order::TransitionOrder;

/// Registers every kind of import of this service.
pub(crate) fn all(db: &PgPool, frame: &Frame, moving: &TransitionOrder) -> Imports {
    let imports = Imports::new(db.clone(), frame.stopping()).with(remittances::Remittances {
        relay: moving.relay.clone(),
    });
    imports.with(pincodes::Pincodes).with(tracking::Tracking {
        shipments: moving.shipments.clone(),
        relay: moving.relay.clone(),
    })
}
