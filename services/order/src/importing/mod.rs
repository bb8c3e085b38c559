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

use crate::transitions::transition_order::TransitionOrder;

/// Registers every kind of import of this service.
pub(crate) fn all(db: &PgPool, frame: &Frame, transitions: &TransitionOrder) -> Imports {
    let imports = Imports::new(db.clone(), frame.stopping()).with(remittances::Remittances {
        relay: transitions.relay.clone(),
    });
    imports.with(pincodes::Pincodes).with(tracking::Tracking {
        shipments: transitions.shipments.clone(),
        relay: transitions.relay.clone(),
    })
}
