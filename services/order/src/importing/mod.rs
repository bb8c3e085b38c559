//! Files of rows that staff bring in, one importer a kind.

pub(crate) mod pincodes;
mod remittance;
pub(crate) mod remittances;
pub(crate) mod tracking;
mod tracking_row;
mod wrong;

use csv_import::Imports;
use runtime::Frame;
use sqlx::PgPool;

use crate::moving::move_order::MoveOrder;

/// Every kind of file that this service takes; orders are moved as `moving` does it.
pub(crate) fn all(db: &PgPool, frame: &Frame, moving: &MoveOrder) -> Imports {
    let imports = Imports::new(db.clone(), frame.stopping()).with(remittances::Remittances {
        relay: moving.relay.clone(),
    });
    imports.with(pincodes::Pincodes).with(tracking::Tracking {
        shipments: moving.shipments.clone(),
        relay: moving.relay.clone(),
    })
}
