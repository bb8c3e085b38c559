//! What comes again by itself: reading which packs the catalog has, telling what a new day changed, telling shoppers who wait for packs, forgetting their alerts,
//! and what the outbox brings along.

use std::time::Duration;

use jobs::Sweep;

use crate::{
    alerts::alert_store,
    availability, events,
    listed_packs::{self, catalog::Catalog},
    reservations::{orders, oversold::waiting_store, reservation_store},
};

/// A day begins once; this is how late shoppers hear of it at most.
const NEW_DAY_EVERY: Duration = Duration::from_mins(10);

/// How late shoppers who wait for a pack are told at most, beside what their mail takes. Receiving stock waits for none of it.
const ALERTS_EVERY: Duration = Duration::from_secs(5);

/// How late an order that waits for packs gets those that a cancelled one gave back. Receiving stock serves it at once.
const WAITING_EVERY: Duration = Duration::from_mins(1);

/// Every sweep of this service.
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
            waiting_store::serve_all(&db).await
        }),
        Sweep::new("ended-reservations", Duration::from_hours(1), |db| async move {
            reservation_store::forget_ended(&db).await
        }),
        outbox::sweep_outbox(),
        outbox::sweep_inbox(),
        outbox::sweep_publisher(events::PUBLISHER, events.clone()),
        outbox::sweep_subscriber(orders::subscriber(), events.clone()),
    ];
    sweeps.extend(csv_import::sweeps());
    sweeps
}

/// Takes batches off the shelf that are too old from today.
fn new_day() -> Sweep {
    Sweep::new("new-day", NEW_DAY_EVERY, |db| async move {
        availability::publish_new_day(&db).await
    })
}
