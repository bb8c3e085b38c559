//! The periodic tasks of the inventory: the catalog's packs, the new day, stock alerts, waiting orders, old
//! reservations, and those of the outbox and of imports.

use std::time::Duration;

use jobs::Sweep;

use crate::{
    alerts::alert_store,
    availability, events,
    listed_packs::{self, catalog::Catalog},
    reservations::{order_consumer, oversold::backorder_store, reservation_store},
};

/// The maximum delay until shoppers see that batches are too old from today on.
const NEW_DAY_EVERY: Duration = Duration::from_mins(10);

/// The maximum delay of a stock alert, plus the time of its mail. Receiving stock does not wait for alerts.
const ALERTS_EVERY: Duration = Duration::from_secs(5);

/// The maximum delay until a waiting order gets packs of a cancelled one. Newly received stock serves it at
/// once.
const WAITING_EVERY: Duration = Duration::from_mins(1);

/// All sweeps of this service.
pub fn all(catalog: Catalog, events: &outbox::Settings) -> Vec<Sweep> {
    let mut sweeps = vec![
        new_day(),
        listed_packs::sweep(catalog),
        Sweep::new("stock-alerts", ALERTS_EVERY, |db| async move {
            alert_store::publish_due(&db).await
        }),
        Sweep::new("old-stock-alerts", Duration::from_hours(1), |db| async move {
            alert_store::forget_old(&db).await
        }),
        Sweep::new("waiting-orders", WAITING_EVERY, |db| async move {
            backorder_store::fill_all_backorders(&db).await
        }),
        Sweep::new("ended-reservations", Duration::from_hours(1), |db| async move {
            reservation_store::forget_ended(&db).await
        }),
        outbox::sweep_outbox(),
        outbox::sweep_inbox(),
        outbox::sweep_publisher(events::PUBLISHER, events.clone()),
        outbox::sweep_subscriber(order_consumer::subscriber(), events.clone()),
    ];
    sweeps.extend(csv_import::sweeps());
    sweeps
}

/// Stops the sale of batches that are too old from today on.
fn new_day() -> Sweep {
    Sweep::new("new-day", NEW_DAY_EVERY, |db| async move {
        availability::publish_new_day(&db).await
    })
}
