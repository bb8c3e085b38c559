//! The import of tracking numbers. Each row ships an order, or corrects the parcel of a shipped order.

use std::collections::{HashMap, HashSet};

use csv_import::{CellError, Column, Import, Importer, Line, Record, RowError};
use runtime::status::{Rule, Violation};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    importing::{
        row_errors::{cell_errors, row_errors},
        tracking_row::{TrackedParcel, TrackingAction, TrackingCells},
    },
    order::{order_store, record::Order},
    transitions::{
        shipment::Shipments,
        shipping_store::{self, ShippedOrder},
    },
};

/// The maximum number of orders that the inventory releases in one call.
const AT_ONCE: usize = 1_000;

/// The importer.
#[derive(Debug, Clone)]
pub struct Tracking {
    /// Releases orders for shipping.
    pub shipments: Shipments,
    /// The waker of the outbox relay.
    pub relay: outbox::Waker,
}

impl Importer for Tracking {
    type Row = TrackedParcel;

    const KIND: &'static str = "tracking";

    const COLUMNS: &'static [Column] = &[
        Column::required("order_number"),
        Column::required("carrier"),
        Column::required("tracking_number"),
        Column::optional("tracking_url"),
        Column::optional("weight_in_grams"),
    ];

    fn read(&self, record: &Record<'_>) -> Result<TrackedParcel, Vec<CellError>> {
        let cells = TrackingCells {
            order_number: record.get("order_number"),
            carrier: record.get("carrier"),
            tracking_number: record.get("tracking_number"),
            tracking_url: record.get("tracking_url"),
            weight_in_grams: record.get("weight_in_grams"),
        };
        cells.validate().map_err(cell_errors)
    }

    fn key(row: &TrackedParcel) -> Option<&str> {
        Some(&row.order_number)
    }

    async fn begin(&self, db: &mut PgConnection, _import: &Import, keys: &[String]) -> anyhow::Result<()> {
        // All orders are locked before the first is shipped, to avoid deadlocks between two imports.
        Ok(order_store::lock_numbers(db, keys).await?)
    }

    async fn write(
        &self,
        db: &mut PgConnection,
        import: &Import,
        rows: Vec<(Line, TrackedParcel)>,
    ) -> anyhow::Result<Vec<RowError>> {
        let numbers: Vec<_> = rows.iter().map(|(_, row)| row.order_number.clone()).collect();
        let found = order_store::of_numbers(&mut *db, &numbers).await?.into_iter();
        let orders: HashMap<_, _> = found.map(|order| (order.order_number.clone(), order)).collect();
        let rows_above = shipping_store::written_here(&mut *db, &numbers).await?;
        let mut changes = changes_of(rows, &orders, rows_above.into_iter().collect());
        let ids: Vec<_> = changes
            .shipped
            .iter()
            .map(|(_, shipped)| shipped.order.id)
            .collect();
        let held_up = self.shipments.held_up(&ids).await?;
        changes.block(&held_up);
        let (now, staff_id) = (OffsetDateTime::now_utc(), import.staff_id);
        let shipped: Vec<_> = changes.shipped.into_iter().map(|(_, shipped)| shipped).collect();
        shipping_store::ship(&mut *db, &shipped, staff_id, now).await?;
        shipping_store::correct_parcels(db, &changes.corrected, staff_id, now).await?;
        Ok(changes.errors)
    }

    /// Releases the orders after all rows are valid. If a recall came since the rows were checked, the import
    /// fails and its retry reports the row.
    async fn finish(&self, db: &mut PgConnection, _import: &Import, keys: &[String]) -> anyhow::Result<()> {
        let shipped = shipping_store::shipped_here(db, keys).await?;
        for orders in shipped.chunks(AT_ONCE) {
            self.shipments.release_all(orders).await?;
        }
        Ok(())
    }

    fn committed(&self) {
        self.relay.wake();
    }
}

/// The rows by their effect.
#[derive(Default)]
struct TrackingChanges<'a> {
    shipped: Vec<(Line, ShippedOrder<'a>)>,
    corrected: Vec<ShippedOrder<'a>>,
    errors: Vec<RowError>,
}

/// Determines the effect of each row on its order. A second row for the same order is wrong.
fn changes_of(
    rows: Vec<(Line, TrackedParcel)>,
    orders: &HashMap<String, Order>,
    mut seen: HashSet<String>,
) -> TrackingChanges<'_> {
    let mut changes = TrackingChanges::default();
    for (line, row) in rows {
        if !seen.insert(row.order_number.clone()) {
            let broken = Rule::Repeated.says(format!("{} is listed twice", row.order_number));
            changes.refuse(line, Violation::new("order_number", broken));
            continue;
        }
        let order = orders.get(&row.order_number);
        let action = row.action(order);
        let shipped = order.map(|order| ShippedOrder {
            order,
            parcel: row.parcel,
            weight_in_grams: row.weight_in_grams,
        });
        match (action, shipped) {
            (Ok(TrackingAction::Ship), Some(shipped)) => changes.shipped.push((line, shipped)),
            (Ok(TrackingAction::Correct), Some(shipped)) => changes.corrected.push(shipped),
            (Ok(_), _) => (),
            (Err(violation), _) => changes.refuse(line, violation),
        }
    }
    changes
}

impl TrackingChanges<'_> {
    fn refuse(&mut self, line: Line, violation: Violation) {
        self.errors.extend(row_errors(line, vec![violation]));
    }

    /// Moves the orders that must not ship to the errors, with their reasons.
    fn block(&mut self, held_up: &HashMap<Uuid, String>) {
        let (held, shipped): (Vec<_>, Vec<_>) = std::mem::take(&mut self.shipped)
            .into_iter()
            .partition(|(_, shipped)| held_up.contains_key(&shipped.order.id));
        self.shipped = shipped;
        for (line, shipped) in held {
            let why = held_up.get(&shipped.order.id).cloned().unwrap_or_default();
            self.refuse(line, Violation::new("order_number", Rule::NotOffered.says(why)));
        }
    }
}
